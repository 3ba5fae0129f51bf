import type { WinkMethods } from 'wink-nlp';
import type { Language } from './function-words.ts';
import type { Token } from './tokens.ts';

/** Universal parts of speech; `X`: a content word of which nothing is known. */
const tags = [
  'ADJ',
  'ADP',
  'ADV',
  'AUX',
  'CONJ',
  'DET',
  'NOUN',
  'NUM',
  'PART',
  'PRON',
  'PROPN',
  'PUNCT',
  'VERB',
  'X',
] as const;
export type Tag = (typeof tags)[number];

export type Tagger = (tokens: Token[], text: string) => Tag[];

let english: Promise<WinkMethods> | undefined;

/** A tagger for one language: a learned one for English, closed classes and capital letters for every other. */
export async function loadTagger(language: Language): Promise<Tagger> {
  if (language !== 'en')
    return (tokens) => tokens.map((token, index) => tagByShape(token, tokens[index - 1], language));
  english ??= loadEnglish();
  const wink = await english;
  return (tokens, text) => tagEnglish(wink, tokens, text);
}

async function loadEnglish(): Promise<WinkMethods> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  return winkNLP(model, ['pos']);
}

/** Tags the tokens of one sentence. Where the tagger cuts words differently, its tags are matched by position. */
function tagEnglish(wink: WinkMethods, tokens: Token[], text: string): Tag[] {
  const start = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? 0;
  const document = wink.readDoc(text.slice(start, end)).tokens();
  const values = document.out();
  const spaces = document.out(wink.its.precedingSpaces);
  const found = document.out(wink.its.pos);
  const result: Tag[] = [];
  let position = start;
  let next = 0;
  for (const [index, value] of values.entries()) {
    position += (spaces[index] ?? '').length;
    const valueEnd = position + value.length;
    for (let token = tokens[next]; token !== undefined && token.start < valueEnd; token = tokens[++next]) {
      result.push(correct(token, toTag(found[index])));
    }
    position = valueEnd;
  }
  while (result.length < tokens.length) result.push('X');
  return result;
}

function correct(token: Token, tag: Tag): Tag {
  if (token.kind === 'mark') return 'PUNCT';
  if (token.kind === 'number') return /^\d{1,3}(?:st|nd|rd|th)$/.test(token.lower) ? 'ADJ' : 'NUM';
  return tag === 'PUNCT' ? 'X' : tag;
}

function toTag(value: string | undefined): Tag {
  if (value === 'CCONJ' || value === 'SCONJ') return 'CONJ';
  if (value === 'SYM') return 'PUNCT';
  return tags.find((tag) => tag === value) ?? 'X';
}

const tagOfClass = {
  article: 'DET',
  preposition: 'ADP',
  conjunction: 'CONJ',
  pronoun: 'PRON',
  auxiliary: 'AUX',
  question: 'PRON',
  negation: 'PART',
  particle: 'ADV',
} as const satisfies Record<string, Tag>;

function tagByShape(token: Token, before: Token | undefined, language: Language): Tag {
  if (token.kind === 'mark') return 'PUNCT';
  if (token.kind === 'number') return 'NUM';
  if (token.wordClass) return tagOfClass[token.wordClass];
  const isCapital = /^\p{Lu}/u.test(token.text);
  if (isCapital && language === 'de') return /^\p{Lu}{2,}$/u.test(token.text) ? 'PROPN' : 'NOUN';
  if (isCapital && before) return 'PROPN';
  return before?.wordClass === 'article' ? 'NOUN' : 'X';
}
