import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { joinPages } from '@parley/documents';
import { detectFormat, extensionOf, readContent } from '@parley/documents/formats';
import { PpOcrEngine, readImageTask, TesseractEngine, unpackTesseractData } from '@parley/documents/ocr';
import { readPdfDocument } from '@parley/documents/pdf';
import { PassageIndex, splitPassages } from '@parley/text';
import type { Reading } from '../../engines/reader/src/index.ts';

/** A question of a file, and how to tell its answer. */
export interface AskedFile {
  /** Name of the folder. */
  set: string;
  filename: string;
  text: string;
  index: PassageIndex;
  question: string;
  /** What the answer must hold, all of it; empty where the file holds no answer. */
  truth: readonly RegExp[];
  /** The words of the file that tell it; may be empty. */
  passage: string;
}

/** Told, shown as the passage or as near, none of both, or something else said. */
export type Verdict = 'right' | 'shown' | 'missed' | 'wrong' | 'declined';

const languages = ['eng', 'deu', 'fra', 'spa'];

/**
 * Reads a folder of files with a list `questions.txt`, one question a line: `file|question|truth|passage`. The truth is a regular expression, or
 * several with `&&` between them, or empty; a broken bar in it stands for `|`. Texts are kept in the
 * folder `kept`, if one is given. Throws where a file cannot be read.
 */
export async function readAnswerSet(folder: string, kept?: string): Promise<AskedFile[]> {
  const list = await readFile(join(folder, 'questions.txt'), 'utf8');
  const texts = new Map<string, { text: string; index: PassageIndex }>();
  const asked: AskedFile[] = [];
  for (const line of list.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [filename = '', question = '', truth = '', passage = ''] = line
      .split('|')
      .map((part) => part.replaceAll('¦', '|'));
    const known = texts.get(filename) ?? indexed(await readOnce(folder, filename, kept));
    texts.set(filename, known);
    const facts = truth === '' ? [] : truth.split('&&').map((fact) => new RegExp(fact, 'i'));
    asked.push({ set: basename(folder), filename, question, truth: facts, passage, ...known });
  }
  return asked;
}

const indexed = (text: string) => ({ text, index: PassageIndex.build(text, splitPassages(text)) });

async function readOnce(folder: string, filename: string, kept: string | undefined): Promise<string> {
  if (kept === undefined) return readText(join(folder, filename));
  const path = join(kept, basename(folder), `${filename}.txt`);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const text = await readText(join(folder, filename));
  await mkdir(join(kept, basename(folder)), { recursive: true });
  await writeFile(path, text);
  return text;
}

/** The text of a file as the service reads it. */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const format = await detectFormat(bytes, extensionOf(path), '');
  if (format === 'pdf')
    return joinPages((await readPdfDocument(bytes, { password: undefined, maxPages: 50 })).pages).text;
  return format === 'image' ? readPicture(bytes) : (await readContent(bytes, format, basename(path))).text;
}

async function readPicture(image: Uint8Array): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ablate-'));
  try {
    const present = await unpackTesseractData(languages, dataFolder);
    const engines = {
      pages: new TesseractEngine(dataFolder),
      lines: await PpOcrEngine.open(),
      languages: present,
    };
    return (await readImageTask({ image, languages, dataFolder, withImage: false }, engines)).markdown;
  } finally {
    await rm(dataFolder, { recursive: true });
  }
}

const plain = (text: string): string =>
  text
    .replaceAll(/[*_`\\|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

const declines =
  /^(?:no|not|none|kein|ningun)\b|does not say|do not say|nothing|needs|cannot|not (?:say|stand|found)|nicht|no dice|nada|ne (?:le )?dit pas/i;

/** Judges a reply. A passage that is quoted as near counts as shown, whatever else is quoted with it. */
export function judgeAnswer(
  { truth, passage, text }: AskedFile,
  { parts, sources = [], shortAnswer, code }: Reading,
): Verdict {
  const said = parts.join('');
  const isDeclined =
    sources.length === 0 && shortAnswer === undefined && (code !== undefined || said === '' || declines.test(said));
  if (truth.length === 0) return isDeclined ? 'declined' : 'wrong';
  // A value that stands alone, and is none of those that were asked for.
  if (shortAnswer !== undefined && !truth.some((fact) => fact.test(shortAnswer))) return 'wrong';
  const tells = (each: string) => truth.every((fact) => fact.test(each));
  const shows = (each: string) => tells(each) || (passage !== '' && plain(each).includes(plain(passage)));
  if (tells(said) && !isDeclined) return 'right';
  if (isDeclined) return said.split('\n').some((line) => line.startsWith('- ') && shows(line)) ? 'shown' : 'missed';
  return sources.some(({ start, end }) => shows(text.slice(start, end))) ? 'shown' : 'wrong';
}
