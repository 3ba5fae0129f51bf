import type { Field } from '../extraction/find-field.ts';
import type { SourceText } from '../extraction/source-text.ts';
import type { Contexts } from './contexts.ts';
import { isDenied, isSaidNot, partAt } from './denial.ts';
import { spelledAs } from './field-pattern.ts';
import {
  type Asked,
  type Clause,
  clausesOf,
  isOf,
  isSaid,
  open,
  readAsked,
  type Truth,
  truthsInTables,
} from './match-truth.ts';
import { likeness, type MeantWord, meantWords, type PlacedWord } from './words.ts';

// bounded: every pattern of this file sees a clause, at most 400 characters

/** What the chance is judged from that a clause says yes, or no. The names stand in the order of the numbers. */
export const truthFeatureNames = [
  'isSo',
  'agrees',
  'rule',
  'isDeniedAt',
  'isDenied',
  'isContrary',
  'hasDeed',
  'asksDeed',
  'yesBehind',
  'noBehind',
  'isOpen',
  'mean',
  'least',
  'most',
  'met',
  'more',
  'above',
  'lead',
  'rivals',
  'rank',
  'words',
  'asked',
  'described',
  'asksDenied',
  'apart',
  'position',
  'conditions',
  'inTable',
  'unmet',
  'denials',
  'share',
  'sayingSo',
  'sayingNot',
] as const;

/** A clause, taken to say that what a field names is so, or that it is not. */
export interface TruthCandidate extends Truth {
  row: number[];
}

const mostClauses = 8;
const mostRead = 3_000;
const leastMet = 0.4;
const surelyMet = 0.7;
/** A clause of so few words is of what it stands under. */
const shortState = 2;
const yesLabel = /[:?|]\s*(?:yes|ja|oui|s[ií]|x|✓|✔|\[x\])(?!\p{L})/iu;
const noLabel = /[:?|]\s*(?:no|nein|non|none|keine?|aucune?|ninguna?|[-–—]|\[ \])(?!\p{L})/iu;
const denials =
  /(?<!\p{L})(?:not|no|never|without|nor|only|instead|nicht|kein\p{L}{0,2}|nie|ohne|nur|statt|ne|pas|sans|aucune?|sin|solo|sólo|nunca|tampoco)(?!\p{L})|n['’]t(?!\p{L})/giu;
const conditional =
  /(?<!\p{L})(?:if|unless|when|wenn|falls|sofern|si|lorsque|cuando|only|nur|seulement|sólo|solo)(?!\p{L})/iu;

interface Read {
  clause: Clause;
  said: PlacedWord[];
  /** For each word of the name how well it is met here, and with what stands above. */
  told: number[];
  withAbove: number[];
  cover: number;
}

/** The clauses that speak of what a field names, each as a yes and as a no. */
export function truthCandidates(given: Field, source: SourceText, contexts: Contexts): TruthCandidate[] {
  const asked = readAsked(spelledAs(given, contexts), contexts);
  const words = [...asked.named];
  if (words.length === 0) return [];
  const all = spokenOf(source, contexts).map((spoken) => read(spoken, words, asked, contexts));
  const best = all
    .filter((each) => each.cover > 0 && isStatement(each, asked))
    .sort((one, other) => other.cover - one.cover)
    .slice(0, mostClauses);
  const ruled = best.map(({ clause }) => isSaid(clause, asked, contexts));
  const [so, not] = [ruled.filter((each) => each === true).length, ruled.filter((each) => each === false).length];
  const candidates = best.flatMap((each, rank) => {
    const shared = featuresOf(each, { asked, words, contexts, rule: ruled[rank], length: source.text.length });
    const others = best.filter((other) => other !== each).map(({ cover }) => cover);
    return [true, false].map((isSo): TruthCandidate => {
      const says = isSo !== asked.isDenied;
      return {
        isSo,
        start: each.clause.start,
        end: each.clause.end,
        row: [
          Number(isSo),
          Number(shared.isSaidSo === says),
          ruled[rank] === undefined ? 0 : ruled[rank] === says ? 1 : -1,
          ...shared.row(says),
          each.cover - Math.max(0, ...others),
          others.filter((other) => other >= each.cover).length,
          rank,
          each.said.length,
          words.length,
          asked.more.length,
          Number(asked.isDenied),
          ...shared.rest,
          says ? so : not,
          says ? not : so,
        ],
      };
    });
  });
  const cells = truthsInTables(asked, source.parts.grids, contexts).slice(0, mostClauses);
  return [
    ...candidates,
    ...cells.map((truth) => ({
      ...truth,
      row: truthFeatureNames.map((name) =>
        name === 'inTable' || name === 'agrees' ? 1 : name === 'isSo' ? Number(truth.isSo) : 0,
      ),
    })),
  ];
}

interface Spoken {
  clause: Clause;
  said: PlacedWord[];
}

const spoken = new WeakMap<Contexts, Spoken[]>();

/** The clauses of a text with their words, once for all fields. */
function spokenOf({ text }: SourceText, contexts: Contexts): readonly Spoken[] {
  const known = spoken.get(contexts);
  if (known) return known;
  const found: Spoken[] = [];
  for (const clause of clausesOf(text)) {
    if (found.length >= mostRead) break;
    found.push({ clause, said: meantWords(clause.text, contexts.language) });
  }
  spoken.set(contexts, found);
  return found;
}

function read({ clause, said }: Spoken, words: readonly MeantWord[], asked: Asked, contexts: Contexts): Read {
  const strength = (word: MeantWord, of: readonly MeantWord[]): number =>
    of.reduce(
      (most, each) => Math.max(most, likeness(word, each)),
      isDeed(word, asked) && hasDeed(of, asked) ? 0.8 : 0,
    );
  const told = words.map((word) => strength(word, said));
  const hasAny = told.some((each) => each >= leastMet);
  const above = hasAny ? contexts.above(clause.start).map(({ word }) => word) : [];
  const withAbove = words.map((word, at) => Math.max(told[at] ?? 0, 0.6 * strength(word, above)));
  const more = hasAny ? asked.more.filter((word) => said.some((each) => likeness(word, each) >= surelyMet)).length : 0;
  const cover = hasAny ? mean(withAbove) + (0.3 * more) / Math.max(2, asked.more.length) : 0;
  return { clause, said, told, withAbove, cover };
}

/** Neither a condition, nor about something else than is asked for. */
function isStatement({ clause: { text }, said, told }: Read, { named, deed, more }: Asked): boolean {
  const things = named.flatMap((word, at) => (deed && isOf(deed.so, word) ? [] : [told[at] ?? 0]));
  // "The deposit was paid" says of nothing else that it was.
  const isSaidOfIt =
    things.length > 0
      ? Math.max(...things) >= surelyMet
      : said.length <= shortState || more.some((word) => said.some((each) => likeness(word, each) >= surelyMet));
  return isSaidOfIt && (yesLabel.test(text) || noLabel.test(text) || !open.test(text));
}

const isDeed = (word: MeantWord, { deed }: Asked): boolean => deed !== undefined && isOf(deed.so, word);
const hasDeed = (said: readonly MeantWord[], { deed }: Asked): boolean =>
  deed !== undefined && said.some((word) => isOf(deed.so, word) || isOf(deed.contrary, word));
const mean = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0) / Math.max(1, of.length);

interface Judging {
  asked: Asked;
  words: readonly MeantWord[];
  contexts: Contexts;
  rule: boolean | undefined;
  length: number;
}

function featuresOf(
  { clause: { text, start }, said, told, withAbove }: Read,
  { asked, words, contexts, length }: Judging,
): { isSaidSo: boolean; row: (says: boolean) => number[]; rest: number[] } {
  const { deed, more } = asked;
  const doing = deed && said.find((word) => isOf(deed.so, word) || isOf(deed.contrary, word));
  const first = said.find((each) => words.some((word) => likeness(word, each) >= surelyMet)) ?? said[0];
  const place = doing?.at ?? first?.at ?? 0;
  const isDeniedAt = isSaidNot(text, place, contexts.language, () => false);
  const isContrary = doing !== undefined && deed !== undefined && isOf(deed.contrary, doing);
  const part = partAt(text, place);
  const [isYes, isNo] = [yesLabel.test(text), noLabel.test(text)];
  const isSaidSo = isYes ? true : isNo ? false : isDeniedAt === isContrary;
  const met = words.filter((_, at) => (told[at] ?? 0) >= surelyMet);
  const apart =
    met.length > 1
      ? met.filter((word) => !meantWords(part, contexts.language).some((each) => likeness(word, each) >= surelyMet))
          .length
      : 0;
  return {
    isSaidSo,
    row: (says) => [
      Number(isDeniedAt !== says),
      Number(isDenied(text) !== says),
      Number(isContrary !== says),
      Number(doing !== undefined),
      Number(deed !== undefined),
      isYes ? (says ? 1 : -1) : 0,
      isNo ? (says ? -1 : 1) : 0,
      Number(open.test(part)),
      mean(told),
      Math.min(...told),
      Math.max(...told),
      met.length / words.length,
      more.length === 0
        ? -1
        : more.filter((word) => said.some((each) => likeness(word, each) >= surelyMet)).length / more.length,
      mean(withAbove) - mean(told),
    ],
    rest: [
      apart,
      start / Math.max(1, length),
      Number(conditional.test(text)),
      0,
      said.length - met.length,
      [...text.matchAll(denials)].length,
      met.length / Math.max(1, said.length),
    ],
  };
}
