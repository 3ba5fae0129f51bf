import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One meaning of a word. */
export interface Sense {
  lemma: string;
  /** Letter of the part of speech and place in its file. */
  synset: string;
  /** How often the word was met in this meaning. */
  uses: number;
  /** The commonest meaning of the word. */
  isFirst: boolean;
}

interface Synset {
  lemmas: string[];
  pointers: { kind: string; to: string; from: string; target: string }[];
}

export interface WordNet {
  /** By lemma and letter of the part of speech: `heavy a`. */
  words: Map<string, { lemma: string; senses: Sense[]; uses: number }>;
  synsets: Map<string, Synset>;
}

const letters: Record<string, string> = { '1': 'n', '2': 'v', '3': 'a', '4': 'r', '5': 'a' };
const files: readonly [string, string][] = [
  ['n', 'data.noun'],
  ['v', 'data.verb'],
  ['a', 'data.adj'],
  ['r', 'data.adv'],
];

/** Reads WordNet's files: https://wordnet.princeton.edu/documentation/wndb5wn and senseidx5wn. */
export function readWordNet(folder: string): WordNet {
  const words: WordNet['words'] = new Map();
  for (const line of readFileSync(path.join(folder, 'index.sense'), 'utf8').split('\n')) {
    const [key = '', offset = '', rank = '0', count = '0'] = line.split(' ');
    const [lemma = '', rest = ''] = key.split('%');
    const letter = letters[rest[0] ?? ''];
    if (letter === undefined) continue;
    const known = words.get(`${lemma} ${letter}`) ?? { lemma, senses: [], uses: 0 };
    known.senses.push({ lemma, synset: `${letter}${offset}`, uses: Number(count), isFirst: rank === '1' });
    known.uses += Number(count);
    words.set(`${lemma} ${letter}`, known);
  }
  const synsets: WordNet['synsets'] = new Map();
  for (const [letter, name] of files) {
    for (const line of readFileSync(path.join(folder, name), 'utf8').split('\n')) {
      if (/^\d{8} /.test(line)) synsets.set(`${letter}${line.slice(0, 8)}`, readSynset(line));
    }
  }
  resolveTargets(synsets);
  return { words, synsets };
}

/** offset file type count (lemma id)… pointers (kind offset letter source-target)… | gloss */
function readSynset(line: string): Synset {
  const parts = line.split(' | ')[0]?.split(' ') ?? [];
  const count = Number.parseInt(parts[3] ?? '0', 16);
  const lemmas = Array.from({ length: count }, (_, index) => plainLemma(parts[4 + 2 * index] ?? ''));
  const start = 4 + 2 * count;
  const pointers = Array.from({ length: Number(parts[start]) }, (_, index) => {
    const [kind = '', offset = '', letter = '', places = '0000'] = parts.slice(start + 1 + 4 * index);
    const from = Number.parseInt(places.slice(0, 2), 16);
    return {
      kind,
      to: `${letter === 's' ? 'a' : letter}${offset}`,
      from: from === 0 ? '' : (lemmas[from - 1] ?? ''),
      target: String(Number.parseInt(places.slice(2), 16)),
    };
  });
  return { lemmas, pointers };
}

const plainLemma = (written: string): string => written.toLowerCase().replace(/\(.*\)$/, '');

/** Numbers of the words that pointers lead to become the words themselves. */
function resolveTargets(synsets: Map<string, Synset>): void {
  for (const { pointers } of synsets.values())
    for (const pointer of pointers) {
      const place = Number(pointer.target);
      pointer.target = place === 0 ? '' : (synsets.get(pointer.to)?.lemmas[place - 1] ?? '');
    }
}
