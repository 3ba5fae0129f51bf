import { cardinalOf, currencyPattern, readDigits } from '@parley/text';
import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage, type Language } from '../text/function-words.ts';
import { wordLikeness } from '../text/like-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { isRow, plainPassage } from '../text/plain-passage.ts';
import { sentencesOf } from '../text/sentences.ts';
import { type Token, tokenize } from '../text/tokens.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

const mostCharacters = 200_000;
/** So much of a text tells its language. */
const mostRead = 400;
const likeEnough = 0.55;

const asksMoney =
  /\b(?:how much|costs?|price|pay|charged?|owe|come to|comes to|fees?|kosten|kostet|zahl\p{L}*|wie ?viel|cu[aá]nto|cuestan?|pagar|combien|coûten?t?|payer)\b/iu;
const asksCount = /\bhow many\b|\bwie ?viele\b|\bcu[aá]nt[oa]s\b|\bcombien d/iu;
const asksTotal =
  /\b(?:altogether|in all|in total|all together|together|combined|total|insgesamt|zusammen|en total|au total|en tout)\b/iu;
/** Words that ask for an amount, a sum or a supposition and name nothing. */
const ofAsking =
  /^(?:much|many|cost|costs|price|pay|pays|charge|charged|owe|come|comes|fee|fees|total|altogether|together|combined|all|sum|need|needs|want|wants|have|take|takes|get|buy|use|make|makes|extra|additional|more|kosten|kostet|zahlen|zahle|bezahlen|viel|viele|insgesamt|zusammen|brauche|brauchen|cuanto|cuánto|cuesta|cuestan|pagar|total|combien|coûte|coûtent|payer)$/u;
/** Where these stand an amount does not hold of each one. */
const graded =
  /\b(?:first|from|after|begun|minimum|at least|up to|more than|less|off|discount|until|only|except|unless|if|plus|ersten?|ab|nach|angefangene[nrsm]?|mindestens|bis|nur|außer|wenn|falls|primer[oa]?|desde|hasta|mínimo|si|salvo|premi(?:er|ère)|dès|jusqu|sauf)\b/iu;

interface Asked {
  language: Language;
  words: readonly Token[];
  /** The number of the question, as it is written there, and the words behind it of which one names what is counted. */
  count?: { value: number; units: readonly Token[]; token: Token };
}

/** A sentence with what was worked out from its figures. */
interface Worked {
  document: number;
  start: number;
  end: number;
  expression: string;
}

/**
 * What is worked out from one sentence of prose, with its parts: so many at so much each ("Wristbands are $5 each", "$35 per visit"), or the
 * sum of what a sentence lists. Undefined unless the sentence speaks of all that the question names, and one such sentence alone does.
 */
export function answerBySums(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const asked = readAsked(question);
  const work = asked.count !== undefined && asksMoney.test(question) ? multiply : sumFor(question);
  if (!work) return undefined;
  const found = documents.flatMap(({ text, speaker, passages }, document): Worked[] =>
    speaker !== undefined ||
    passages !== undefined ||
    text.length > mostCharacters ||
    /^\s*(?:\{|\[\s*[[{"\d])/.test(text)
      ? []
      : sentencesOf(text, { isWrapped: true }).flatMap(({ text: said, start, end }) => {
          const expression = isRow(said) ? undefined : work(asked, said, text);
          return expression === undefined ? [] : [{ document, start, end, expression }];
        }),
  );
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const { document, start, end, expression } = only;
  const { filename = 'context', text = '' } = documents[document] ?? {};
  const language = guessLanguage(`${question} ${text.slice(0, mostRead)}`);
  const quote = phrasesOf(language).says(
    filename === 'context' ? undefined : filename,
    plainPassage(text, { start, end }),
  );
  return {
    text: `${expression}\n${quote}`,
    reasoning: 'Worked out from the figures of one sentence.',
    sources: [{ document, start, end }],
  };
}

const sumFor = (question: string): typeof addUp | undefined =>
  asksCount.test(question) && asksTotal.test(question) ? addUp : undefined;

function readAsked(question: string): Asked {
  const language = guessLanguage(question);
  const tokens = tokenize(question, language);
  const numbers = tokens.filter((token) => numberOf(token) !== undefined);
  const [token] = numbers;
  const value = token && numberOf(token);
  const at = token ? tokens.indexOf(token) : -1;
  const units = tokens.slice(at + 1, at + 4).filter(({ isContent, kind }) => isContent && kind === 'word');
  const words = tokens.filter(
    (each) => each.isContent && each !== token && !ofAsking.test(each.lower) && each.kind === 'word',
  );
  const isOne = token !== undefined && value !== undefined && numbers.length === 1 && value > 1 && units.length > 0;
  return { language, words, ...(isOne && { count: { value, units, token } }) };
}

const numberOf = ({ lower, kind }: Token): number | undefined =>
  kind === 'number' ? (/^\d{1,4}$/.test(lower) ? Number(lower) : undefined) : cardinalOf(lower);

const amount = `(?<mark>\\p{Sc})?\\s?(?<figure>\\d{1,3}(?:[.,'’]\\d{3})*(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?)(?!\\d)(?:\\s?(?<after>${currencyPattern}))?`;
const amounts = new RegExp(amount, 'giu');
const each =
  /^\s*(?:an?|per|each|every|for (?:an?|each|every|one)|je|pro|por|par|cada|chacune?)\s+(?<of>(?:\p{L}+\s?){1,3})/iu;
const eachAtEnd = /^\s*(?:each|apiece|a piece|je Stück|cada un[oa]|(?:la )?pièce)(?!\p{L})/iu;

/** So many at so much each, of the clause that says all that is asked about. */
function multiply({ words, count, language }: Asked, said: string): string | undefined {
  if (!count || graded.test(said)) return undefined;
  const found = said.split(/[;,:](?=\s)/u).flatMap((clause) => {
    const money = [...clause.matchAll(amounts)].filter(({ groups }) => groups?.mark ?? groups?.after);
    const [only] = money;
    if (!only || money.length > 1) return [];
    const behind = clause.slice(only.index + only[0].length);
    const counted = eachAtEnd.test(behind) ? clause.slice(0, only.index) : (each.exec(behind)?.groups?.of ?? '');
    const unit = count.units.find((word) => isIn(word, tokenize(counted, language)));
    const others = words.filter((word) => word !== unit);
    return unit && speaksOfAll(others, tokenize(clause, language)) ? [only] : [];
  });
  const [only] = found;
  if (!only?.groups || found.length > 1) return undefined;
  const { figure = '', mark = '', after = '' } = only.groups;
  const decimal = /,\d{1,2}$/.test(figure) ? ',' : '.';
  const value = readDigits(figure, decimal);
  if (value === undefined) return undefined;
  const places = /[.,](\d{1,2})$/.exec(figure)?.[1]?.length ?? 0;
  const product = (count.value * value).toFixed(places).replace('.', decimal);
  const inMoney = (figures: string): string => `${mark}${figures}${after === '' ? '' : ` ${after}`}`;
  return `${count.value} × ${inMoney(figure)} = ${inMoney(product)}`;
}

/** What a sentence lists: "40 cases of the dry, 25 of the sweet and 12 of the mixed". */
function addUp({ words }: Asked, said: string, text: string): string | undefined {
  if (graded.test(said) || asksTotal.test(said) || /\p{Sc}|%|\d[.:,]\d/u.test(said)) return undefined;
  const language = guessLanguage(said);
  const tokens = tokenize(said, language).filter(({ kind, text: mark }) => kind !== 'mark' || mark === ',');
  const places = tokens.flatMap((token, at) => (numberOf(token) === undefined ? [] : [at]));
  const [unit] = words;
  const [first = -1] = places;
  if (!unit || places.length < 2 || !tokens.slice(first + 1, first + 4).some(({ stem }) => stem === unit.stem))
    return undefined;
  const isList = places.every((at, index) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isJoined = index === 0 || before?.text === ',' || before?.wordClass === 'conjunction';
    return (
      isJoined && (next?.wordClass === 'preposition' || next?.stem === unit.stem || tokens[at + 2]?.stem === unit.stem)
    );
  });
  const missing = words.filter((word) => !isIn(word, tokens));
  // Who it is and what all is about may stand elsewhere.
  const isAbout =
    missing.length <= 2 && words.length - missing.length >= 2 && speaksOfAll(missing, tokenize(text, language));
  if (!isList || !isAbout) return undefined;
  const values = tokens.flatMap((token) => numberOf(token) ?? []);
  return `${values.join(' + ')} = ${values.reduce((sum, value) => sum + value, 0)}`;
}

const isIn = (word: Token, tokens: readonly Token[]): boolean =>
  tokens.some(({ stem }) => stem === word.stem || wordLikeness(stem, word.stem) >= likeEnough);

const speaksOfAll = (words: readonly Token[], tokens: readonly Token[]): boolean =>
  words.every((word) => isIn(word, tokens));
