import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SheetData } from '@parley/documents';
import { detectFormat, extensionOf, readContent } from '@parley/documents/formats';
import { answerSheetQuestion } from '@parley/documents/sheets';
import { PassageIndex, rankPassages, splitPassages } from '@parley/text';
import type { Prompt } from '../../engines/reader/src/index.ts';
import type { LoadedFile } from '../../packages/server/src/features/knowledge/retrieval/loaded-file.ts';
import { SheetFacts } from '../../packages/server/src/features/knowledge/retrieval/sheet-facts.ts';
import { readOnce } from '../reader/answer-sets.ts';
import { filePath, type SetQuestion } from './read-sets.ts';

const rankedLimit = 400;

interface ReadFile {
  text: string;
  index: PassageIndex;
  sheets: SheetData[];
}

/**
 * Questions of the sets as the reader is given them by the service: texts read by the product, passages ranked, figures of tables computed.
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
    const documents = await Promise.all(
      read.map(async ({ text, index, sheets }, number) => ({
        filename: files[number] ?? '',
        text,
        facts: await factsOf(`${set}/${files[number]}`, sheets, question),
        ranked: ranked.flatMap(({ index: document, passage, score }) => {
          const place = index.passages[passage];
          return document === number && place ? [{ start: place.start, end: place.end, score }] : [];
        }),
      })),
    );
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
    const { text, sheets = [] } =
      format === 'pdf' || format === 'image'
        ? { text: await readOnce(dirname(path), basename(path), join(this.#kept, set)) }
        : await readContent(bytes, format, basename(path));
    return { text, sheets, index: PassageIndex.build(text, splitPassages(text)) };
  }
}

function factsOf(id: string, sheets: readonly SheetData[], question: string): ReturnType<SheetFacts['about']> {
  const content = {
    withSheet: async <Result>(_file: unknown, number: number, use: (path: string) => Promise<Result>) =>
      await use(String(number)),
  };
  const answering = {
    answer: async (sheet: { name: string }, asked: Parameters<typeof answerSheetQuestion>[1]) => {
      const own = sheets.find(({ name }) => name === sheet.name);
      if (!own) throw new Error(`${id} has no sheet "${sheet.name}".`);
      return answerSheetQuestion(own, asked);
    },
  };
  // Of a stored file the figures need its name and the shape of its sheets, of stored content a path that is passed on unread.
  const parts = { content, answering } as unknown as ConstructorParameters<typeof SheetFacts>[0];
  const file = { id, structure: { sheets } } as unknown as LoadedFile;
  return new SheetFacts(parts).about(file, question, AbortSignal.timeout(60_000));
}
