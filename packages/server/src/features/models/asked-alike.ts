import { cardinalOf } from '@parley/text';

/** Longer questions have too many details for one likeness. */
export const longestAlike = 500;
/**
 * Likeness of two vectors of the sentence encoder above which two questions may be taken for one. Measured on
 * `quality/like-questions/pairs.json`: of what is asked alike nine tenths lie above, of near misses, which are told apart by their words, half.
 */
export const leastLikeness = 0.96;

const word = /[.,]?\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]/gu;
/** Signs that change nothing of what is asked; all others (`+`, `-`, `€`, `(`) stand for themselves. */
const silent = new Set(['.', ',', ';', ':', '!', '?', '¿', '¡', '"', "'", '“', '”', '„', '«', '»', '…']);
const apart: [pattern: RegExp, meant: string][] = [
  [/[’‘`´]/g, "'"],
  [/\bcan't\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b(what|where|when|who|how|it|that|there)'s\b/gi, '$1 is'],
  [/\bi'm\b/gi, 'i am'],
  [/\bi'd\b/gi, 'i would'],
];
/** What a question may begin and end with besides: asking politely asks for nothing else. */
const words = (list: string): string[][] =>
  list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));
const before = words(`please
  hi
  hello
  hey
  can you
  could you
  would you
  will you
  tell me
  explain to me
  do you know
  i want to know
  i would like to know
  i need to know
  bitte
  hallo
  sagen sie mir
  sag mir
  können sie mir sagen
  kannst du mir sagen
  bonjour
  dis - moi
  dites - moi
  peux - tu me dire
  pouvez - vous me dire
  hola
  dime
  dígame
  puedes decirme
  por favor
  s il vous plaît
  s il te plaît`);
const after = words(`please
  thanks
  thank you
  bitte
  danke
  merci
  gracias
  por favor
  s il vous plaît
  s il te plaît`);
/** What is put in several ways, as one of them. Over words with one blank between them; each takes linear time. */
const ways: [pattern: RegExp, meant: string][] = [
  [/^(explain|describe) (.+) to me$/, '$1 $2'],
  [/^(?:explain|describe) (how|why|what|when|where|who) /, '$1 '],
  [/^i (?:want|would like|need) to (.+) how (?:do|can) i do (?:that|this|it)$/, 'how do i $1'],
  [/^i (?:want|would like|need) to (.+) how does (?:that|this|it) work$/, 'how do i $1'],
  [/^(?:how can i|how could i|how to|what (?:do|must) i (?:have to )?do to) /, 'how do i '],
  [/^where is it possible to /, 'where can i '],
  [/^(?:is it possible that you|do you) /, 'do you '],
  [/^i need (?=an? )/, 'give me '],
  [/^which /, 'what '],
  [/^what does (.+) mean$/, 'what is meaning of $1'],
  [/^(?:how much|what) does (.+) cost$/, 'what is cost of $1'],
  [/^how tall is (.+)$/, 'what is height of $1'],
  [/^how old is (.+)$/, 'what is age of $1'],
  [/^how long is (.+)$/, 'what is length of $1'],
  [/^what is (?:the )?reason (?:that|why) /, 'why '],
  [/^(?:comment puis - je|comment peut - on) /, 'comment '],
  [/^combien coûte (.+)$/, 'quel est le coût de $1'],
  [/^wie viel kostet /, 'was kostet '],
  [/^cuánto cuesta /, 'qué cuesta '],
];
const articles = new Set(['the', 'a', 'an', 'of']);
/** The first of them says nothing: "Why is the sky blue" and "why the sky is blue", but "What do you do" is not "What are you". */
const helping = new Set(['is', 'are', 'am', 'do', 'does']);
const countedByArticle = new Set(['few', 'little', 'lot', 'bit', 'couple', 'number']);

/**
 * A question without what changes nothing of it: the same for two that ask the same in the same words, however they are put. A figure, a name, a
 * negation, an order, or any word with a meaning of its own makes another one. Null for a text that is too long.
 */
export function askedWords(text: string): string | null {
  if (text.length > longestAlike) return null;
  const comma = text.indexOf(', ');
  // "On Monday, when do you open?": what stands before its only comma can stand at the end.
  const rest = text.slice(comma + 2).trim();
  const isTurned =
    comma > 0 && !rest.includes(',') && rest.endsWith('?') && asks.test(rest) && !asks.test(text) && !back.test(rest);
  return wordsOf(isTurned ? `${rest.slice(0, -1)} ${text.slice(0, comma)}` : text);
}

/** It points at what stands before the comma. */
const back = /\b(?:that|this|it)(?: work)?\?$/i;
const asks =
  /^(?:how|who|what|which|when|where|why|wie|was|wer|wann|wo|warum|welche[rsnm]?|comment|quand|où|pourquoi|quel(?:le)?s?|cómo|cuándo|dónde)\b/i;

/** Likeness of two vectors of length 1. */
export function likenessOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function wordsOf(text: string): string {
  let plain = text.normalize('NFC');
  for (const [pattern, meant] of apart) plain = plain.replace(pattern, meant);
  const found = (plain.match(word) ?? []).filter((one) => !silent.has(one)).map(folded);
  let asked = without(found).join(' ');
  for (const [pattern, meant] of ways) asked = asked.replace(pattern, meant);
  const all = asked.split(' ');
  const help = all.findIndex((one) => helping.has(one));
  return all
    .filter((one, index) => index !== help && (!articles.has(one) || countedByArticle.has(all[index + 1] ?? '')))
    .map((one) => String(cardinalOf(one) ?? one))
    .join(' ');
}

/** In small letters; a word of capitals (`US`, `WHO`) is another one than the same in small letters. */
const folded = (one: string): string =>
  one.length > 1 && one.slice(1) !== one.slice(1).toLowerCase() ? one : one.toLowerCase();

function without(found: string[]): string[] {
  let [from, to] = [0, found.length];
  for (let isDone = false; !isDone; ) {
    const first = before.find((some) => some.length < to - from && some.every((one, at) => found[from + at] === one));
    const last = after.find(
      (some) => some.length < to - from && some.every((one, at) => found[to - some.length + at] === one),
    );
    from += first?.length ?? 0;
    if (first === undefined) to -= last?.length ?? 0;
    isDone = first === undefined && last === undefined;
  }
  return found.slice(from, to);
}
