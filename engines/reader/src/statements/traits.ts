import { foldWord } from '@parley/text';
import { wordStem } from '../text/word-stem.ts';
import stored from './traits.json' with { type: 'json' };

/** What sort of value a trait has. */
const kinds = ['money', 'percent', 'count', 'date', 'person', 'code', 'quality'] as const;
type TraitKind = (typeof kinds)[number];

/** What documents tell of things: words of English, German, French and Spanish for one trait. */
export interface Trait {
  name: string;
  kind: TraitKind;
  /** Of traits with one axis only one can be meant: what is net is not gross. */
  axis?: string;
}

interface Words {
  whole: Map<string, number[]>;
  begun: Map<string, number[]>;
  ended: [string, number][];
}

const traits: Trait[] = [];
let words: Words | undefined;

/** A line each: the name with its axis, and its words by language. `zahl-` stands for all that begins so, `-miete` for all that ends so. */
function load(): Words {
  const made: Words = { whole: new Map(), begun: new Map(), ended: [] };
  const lines = kinds.flatMap((kind) => stored[kind].map((line) => ({ kind, line })));
  for (const { kind, line } of lines) {
    const [head = '', ...languages] = line.split('|');
    const [name = '', axis] = head.split('/');
    const number = traits.push({ name, kind, ...(axis !== undefined && { axis }) }) - 1;
    for (const word of languages.join(' ').split(' ').filter(Boolean)) {
      if (word.startsWith('-')) made.ended.push([foldWord(word.slice(1)), number]);
      else if (word.endsWith('-')) add(made.begun, foldWord(word.slice(0, -1)), number);
      else for (const key of new Set([foldWord(word), wordStem(word)])) add(made.whole, key, number);
    }
  }
  return made;
}

const add = (map: Map<string, number[]>, key: string, number: number): void => {
  const known = map.get(key) ?? [];
  if (!known.includes(number)) map.set(key, [...known, number]);
};

const shortestBeginning = 3;
const memory = new Map<string, readonly Trait[]>();
const memorySize = 20_000;

/** The traits that a word of a text, a question or a schema may stand for. */
export function traitsOf(word: string): readonly Trait[] {
  const known = memory.get(word);
  if (known) return known;
  if (memory.size >= memorySize) memory.clear();
  const found = findTraits(foldWord(word.toLowerCase()));
  memory.set(word, found);
  return found;
}

function findTraits(folded: string): Trait[] {
  words ??= load();
  const numbers = new Set([...(words.whole.get(folded) ?? []), ...(words.whole.get(wordStem(folded)) ?? [])]);
  for (let length = shortestBeginning; length <= folded.length; length++)
    for (const number of words.begun.get(folded.slice(0, length)) ?? []) numbers.add(number);
  for (const [ending, number] of words.ended)
    if (folded.length >= ending.length + 3 && folded.endsWith(ending)) numbers.add(number);
  return [...numbers].flatMap((number) => traits[number] ?? []);
}
