import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of an open file anybody may see what went wrong; of a frozen one only counts are looked at. */
export type Half = 'open' | 'frozen';

export interface SetQuestion {
  set: string;
  half: Half;
  files: string[];
  language: string;
  question: string;
  /** Any of them is right; with `all`, each of them must be there. Absent for what the files do not say. */
  accept?: string[];
  all?: boolean;
}

export interface SetValues {
  set: string;
  half: Half;
  files: string[];
  language: string;
  schema: unknown;
  /** Null for what the file does not say. A list of writings where the schema asks for a text. */
  expected: Record<string, unknown>;
}

const folder = import.meta.dirname;

/** Names of the sets: each a folder of `files/`, `questions.jsonl` and, but for one, `values.jsonl`. */
export const setNames: string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const practice = '../practice';
/** Sets that weights are learned from beside the open halves: no figure of them is told. */
export const practiceSets: string[] = readdirSync(join(folder, practice), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `${practice}/${name}`)
  .sort();

export const filePath = (set: string, file: string): string => join(folder, set, 'files', file);

/** Every second file of a set, by name, is frozen; of sets for practice none. */
export function halfOf(set: string, file: string): Half {
  const files = readdirSync(join(folder, set, 'files')).sort();
  const at = files.indexOf(file);
  if (at < 0) throw new Error(`${set} has no file ${file}.`);
  return at % 2 === 0 || set.startsWith(practice) ? 'open' : 'frozen';
}

export const readSetQuestions = (set: string): SetQuestion[] => readLines<SetQuestion>(set, 'questions.jsonl');

export const readSetValues = (set: string): SetValues[] =>
  existsSync(join(folder, set, 'values.jsonl')) ? readLines<SetValues>(set, 'values.jsonl') : [];

function readLines<T extends { half: Half; files: string[] }>(set: string, list: string): T[] {
  const lines = readFileSync(join(folder, set, list), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { file, files = [file], ...rest } = JSON.parse(line);
    const halves: Half[] = files.map((each: string) => halfOf(set, each));
    return { ...rest, set, files, half: halves.includes('frozen') ? 'frozen' : 'open' };
  });
}
