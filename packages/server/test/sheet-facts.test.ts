import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SheetAnswering, SheetSource } from '@parley/documents';
import { extensionOf, readContent } from '@parley/documents/formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DocumentReader } from '../src/adapters/documents/document-reader.ts';
import type { FileContent } from '../src/features/knowledge/files/file-content.ts';
import type { LoadedFile } from '../src/features/knowledge/retrieval/loaded-file.ts';
import { SheetFacts } from '../src/features/knowledge/retrieval/sheet-facts.ts';

let folder: string;
/** More rows than there may be groups. */
let large: LoadedFile;
let small: LoadedFile;
const reader = new DocumentReader({ pdf: null as never, recognizer: null, processes: 1 });

async function sheetOf(id: string, count: number): Promise<LoadedFile> {
  const rows = Array.from({ length: count }, (_, i) => `n${i},${i % 2 === 0 ? 'north' : 'south'},${i}`);
  const csv = Buffer.from(`id,region,amount\n${rows.join('\n')}\n`);
  const { sheets = [] } = await readContent(csv, 'csv', `a.${extensionOf('a.csv')}`);
  const { packed, ...shape } = sheets[0]!;
  await writeFile(join(folder, id), packed);
  const structure = { pageStarts: [], outline: [], sheets: [shape], indexParts: 0 };
  return {
    id,
    workspaceId: 'w',
    filename: 'a.csv',
    kind: 'spreadsheet',
    processingSummary: '',
    text: '',
    tokens: 0,
    structure,
    indexes: [],
  };
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-sheet-'));
  large = await sheetOf('large', 200_100);
  small = await sheetOf('small', 2_100);
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

const content = {
  withSheet: ({ id }: LoadedFile, _number: number, use: (path: string) => Promise<unknown>) => use(join(folder, id)),
} as unknown as FileContent;
const signal = new AbortController().signal;
const ask = async (facts: SheetFacts, file = small, with_ = signal) =>
  (await facts.about(file, 'How many rows are there in the north?', with_)).map(({ text }) => text).join('\n');

it('keeps no half-learnt sheet when the client leaves while it is looked at', { timeout: 300_000 }, async () => {
  const leaving = new AbortController();
  let asked = 0;
  const answering: SheetAnswering = {
    answer(sheet, question, given) {
      if (++asked === 2) leaving.abort(new Error('left'));
      return reader.answer(sheet, question, given);
    },
  };
  const facts = new SheetFacts({ content, answering });
  await expect(ask(facts, small, leaving.signal)).rejects.toThrow('left');
  expect(await ask(facts)).toMatch(/1050 rows have region = north/);
});

it('takes only too many groups for a column without categories, and throws every other failure on', {
  timeout: 300_000,
}, async () => {
  const facts = new SheetFacts({ content, answering: reader });
  expect(await ask(facts, large)).toMatch(/100050 rows have region = north/);
  const failing: SheetAnswering = { answer: () => Promise.reject(new Error('the disk is gone')) };
  await expect(ask(new SheetFacts({ content, answering: failing }))).rejects.toThrow('the disk is gone');
});

it('sends the path of the rows to the other process, not the rows', { timeout: 300_000 }, async () => {
  const sent: SheetSource['packed'][] = [];
  const answering: SheetAnswering = {
    answer(sheet, question, given) {
      sent.push(sheet.packed);
      return reader.answer(sheet, question, given);
    },
  };
  await ask(new SheetFacts({ content, answering }));
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter((packed) => !('path' in packed))).toEqual([]);
});
