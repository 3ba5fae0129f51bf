import { type Language, wordClass } from '../text/function-words.ts';
import type { Tag, Tagger } from '../text/part-of-speech.ts';
import { type Token, tokenize } from '../text/tokens.ts';

/** What a question asks for, by its question word. */
export const questionKinds = [
  'who',
  'whose',
  'what',
  'which',
  'when',
  'where',
  'why',
  'how',
  'how-many',
  'how-long',
  'yes-no',
  'other',
] as const;
type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  text: string;
  language: Language;
  tokens: Token[];
  tags: Tag[];
  kind: QuestionKind;
  /** Index of the question word; -1 when there is none. */
  at: number;
  /** The noun that names what is asked for: `river` in "Which river …", `name` is passed over. Index or -1. */
  focus: number;
  /** Index of the main verb, or -1. */
  verb: number;
}

const kindsByWord: [RegExp, QuestionKind][] = [
  [/^(?:whose|wessen|cuyo|cuya)$/, 'whose'],
  [/^(?:who|whom|qui[eé]n|qui[eé]nes|wer|wen|wem|qui|chi|quem|谁|哪位)$/, 'who'],
  [/^(?:when|cu[aá]ndo|wann|quand|quando|何时|哪年)$/, 'when'],
  [/^(?:where|d[oó]nde|ad[oó]nde|wo|wohin|woher|où|dove|onde|哪里|哪儿|何处)$/, 'where'],
  [/^(?:why|warum|wieso|pourquoi|perché|为什么|为何)$/, 'why'],
  [
    /^(?:which|cu[aá]l|cu[aá]les|welche|welcher|welches|welchen|welchem|quel|quelle|quels|quelles|quale|quali|qual|quais|哪|哪个|哪些|哪一|哪种)$/,
    'which',
  ],
  [/^(?:cu[aá]nt[oa]s?|wieviel|wieviele|combien|quanto|quanti|quante|quantos|quantas|多少|几|多大|多长)$/, 'how-many'],
  [/^(?:how|c[oó]mo|wie|comment|怎么|怎样|如何)$/, 'how'],
  [/^(?:what|qué|was|quoi|cosa|什么|何|womit|wofür|wodurch|worin)$/, 'what'],
];

export function analyseQuestion(text: string, language: Language, tagger: Tagger): Question {
  const tokens = tokenize(text, language);
  const tags = tagger(tokens, text);
  const at = tokens.findIndex(
    (token, index) =>
      (token.wordClass === 'question' || (index === 0 && asksAtFirst.test(token.lower))) &&
      kindOf(token.lower) !== 'other' &&
      !isRelative(token, tokens),
  );
  const kind = at < 0 ? kindWithoutWord(tokens, language) : refineKind(kindOf(tokens[at]?.lower ?? ''), tokens, at);
  const focus = findFocus(tokens, tags, at, kind, language);
  const verb = findVerb(tokens, tags, Math.max(at, focus) + 1);
  return {
    text,
    language,
    tokens,
    tags,
    kind,
    at,
    focus,
    verb,
  };
}

/** Words that ask where a question begins with them, and elsewhere join or compare; and such as are often typed without their accents. */
const asksAtFirst = /^(?:wie|qui[eé]n(?:es)?|cu[aá]l(?:es)?|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde|c[oó]mo|quand|comment)$/u;

const kindOf = (lower: string): QuestionKind => kindsByWord.find(([words]) => words.test(lower))?.[1] ?? 'other';

/** "the man who", "the year when": a relative word after a noun at some distance from the start, while another question word follows. */
function isRelative(token: Token, tokens: Token[]): boolean {
  const index = tokens.indexOf(token);
  const later = tokens
    .slice(index + 1)
    .some((other) => other.wordClass === 'question' && kindOf(other.lower) !== 'other');
  const previous = tokens[index - 1];
  return later && index > 0 && previous?.isContent === true && /^(?:who|which|when|where|whose|que)$/.test(token.lower);
}

function kindWithoutWord(tokens: Token[], language: Language): QuestionKind {
  const first = tokens.find((token) => token.kind === 'word');
  const asks = tokens.at(-1)?.lower === '吗' || tokens.some((token) => token.lower === '吗');
  const isModal = first && (wordClass(first.lower, language) === 'auxiliary' || modalAbroad.test(first.lower));
  return asks || isModal ? 'yes-no' : 'other';
}

/** Verbs that a question for a yes or a no begins with, beside those that are no words with a meaning of their own. */
const modalAbroad =
  /^(?:darf|dürfen|durfte|soll|sollen|sollte|müssen|musste|wurde|werden|puedo|podemos|puedes|debo|debemos|tengo|tenemos|dois|puis|peux|pouvons|faut|est-ce|peut-on)$/u;

function refineKind(kind: QuestionKind, tokens: Token[], at: number): QuestionKind {
  const next = tokens[at + 1]?.lower ?? '';
  if (kind === 'what' && tokens[at]?.lower === 'qué' && tokens[at - 1]?.lower === 'por') return 'why';
  if (kind === 'how' && /^(?:many|much|viel|viele|hoch|groß)$/.test(next)) return 'how-many';
  if (
    kind === 'how' &&
    /^(?:long|far|old|tall|high|deep|big|large|often|fast|wide|heavy|lange|weit|alt|oft|schwer|breit|tief|schnell)$/.test(
      next,
    )
  )
    return 'how-long';
  return kind;
}

const emptyFocus =
  /^(?:name|names|type|types|kind|kinds|sort|form|forms|term|terms|word|nombre|tipo|tipos|término|art|typ|begriff)$/;

function findFocus(tokens: Token[], tags: Tag[], at: number, kind: QuestionKind, language: Language): number {
  if (at < 0 || kind === 'when' || kind === 'where' || kind === 'why' || kind === 'who') return -1;
  if (language === 'zh') return nextContent(tokens, at + 1);
  const limit = Math.min(tokens.length, at + 7);
  let focus = -1;
  let passedEmpty = false;
  for (let i = at + 1; i < limit; i++) {
    const tag = tags[i];
    const token = tokens[i];
    if (!token) break;
    const isNounLike = tag === 'NOUN' || tag === 'PROPN' || (tag === 'X' && language !== 'en');
    if (isNounLike && emptyFocus.test(token.lower)) {
      passedEmpty = true;
      continue;
    }
    if (isNounLike) {
      focus = i;
      if (language !== 'en') break;
    } else if (focus >= 0) break;
    else if (tag === 'VERB' && !passedEmpty) break;
    else if (
      tag === 'AUX' &&
      token.wordClass === 'auxiliary' &&
      !/^(?:is|are|was|were|es|son|era|ist|sind|war)$/.test(token.lower)
    )
      break;
  }
  return focus;
}

function nextContent(tokens: Token[], from: number): number {
  for (let i = from; i < Math.min(tokens.length, from + 3); i++) if (tokens[i]?.isContent) return i;
  return -1;
}

function findVerb(tokens: Token[], tags: Tag[], from: number): number {
  for (let i = from; i < tokens.length; i++) if (tags[i] === 'VERB') return i;
  for (let i = 0; i < from; i++) if (tags[i] === 'VERB') return i;
  return -1;
}
