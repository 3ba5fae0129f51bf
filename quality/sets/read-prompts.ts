import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { detectFormat, extensionOf, readContent } from '@parley/documents/formats';
import { PassageIndex, rankPassages, splitPassages } from '@parley/text';
import type { Prompt } from '../../engines/reader/src/index.ts';
import { readOnce } from '../reader/answer-sets.ts';
import { filePath, type SetQuestion } from './read-sets.ts';

const rankedLimit = 400;

interface ReadFile {
  text: string;
  index: PassageIndex;
}

/**
 * Questions of the sets as the reader is given them by the service: texts read by the product, passages ranked. Figures that the service computes of
 * sheets are not among them; they changed no verdict.
 * What was read of PDFs and pictures is kept in the folder `kept`.
 */
export class SetPrompts {
  readonly #kept: string;
  readonly #files = new Map<string, Promise<ReadFile>>();

  constructor(kept: string) {
    this.#kept = kept;
  }

  async of({ set, files, question }: SetQuestion): Promise<Prompt> {
    const read: ReadFile[] = [];
    for (const file of files) read.push(await this.#file(set, file));
    const ranked = await rankPassages(
      read.map(({ index }) => index),
      question,
      { limit: rankedLimit },
    );
    const documents = read.map(({ text, index }, number) => ({
      filename: files[number] ?? '',
      text,
      ranked: ranked.flatMap(({ index: document, passage, score }) => {
        const place = index.passages[passage];
        return document === number && place ? [{ start: place.start, end: place.end, score }] : [];
      }),
    }));
    return { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }], documents };
  }

  #file(set: string, file: string): Promise<ReadFile> {
    const path = filePath(set, file);
    const known = this.#files.get(path) ?? this.#read(set, path);
    this.#files.set(path, known);
    return known;
  }

  async #read(set: string, path: string): Promise<ReadFile> {
    const bytes = await readFile(path);
    const format = await detectFormat(bytes, extensionOf(path), '');
    const { text } =
      format === 'pdf' || format === 'image'
        ? { text: await readOnce(dirname(path), basename(path), join(this.#kept, set)) }
        : await readContent(bytes, format, basename(path));
    return { text, index: PassageIndex.build(text, splitPassages(text)) };
  }
}
