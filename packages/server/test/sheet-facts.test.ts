import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SheetSource } from '@parley/documents';
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
const reader = new DocumentReader({ pdf: null as never, recognizer: null, processes: 1, askMs: 120_000 });

async function sheetOf(id: string, count: number): Promise<LoadedFile> {
  const rows = Array.from(
    { length: count },
    (_, i) => `n${i},${i % 2 === 0 ? 'north' : 'south'},${((i * 7) % 1000) + 1}`,
  );
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
const ask = async (
  facts: SheetFacts,
  { file = small, question = 'How many rows are there in the north?', with_ = signal } = {},
) => (await facts.about(file, question, { isEmbedded: false, signal: with_ })).map(({ text }) => text).join('\n');
/** The reader, told of each question before it is put. */
const watched = (before: (sheet: SheetSource) => void): ConstructorParameters<typeof SheetFacts>[0]['answering'] => ({
  answer(sheet, question, given) {
    before(sheet);
    return reader.answer(sheet, question, given);
  },
  ask(sheet, asked) {
    before(sheet);
    return reader.ask(sheet, asked);
  },
});

it('keeps no half-learnt sheet when the client leaves while it is looked at', { timeout: 300_000 }, async () => {
  const leaving = new AbortController();
  let asked = 0;
  const answering = watched(() => {
    if (++asked === 2) leaving.abort(new Error('left'));
  });
  const facts = new SheetFacts({ content, answering });
  await expect(ask(facts, { with_: leaving.signal })).rejects.toThrow('left');
  expect(await ask(facts)).toMatch(/1050 rows where region = north\.[\s\S]*the sum of amount is 1035750\./);
});

it('answers from all rows of a long table, whatever it is asked', { timeout: 300_000 }, async () => {
  const facts = new SheetFacts({ content, answering: reader });
  const asked = (question: string) => ask(facts, { file: large, question });
  expect(await asked('How many rows are there in the north?')).toMatch(/^100050 rows where region = north\./);
  expect(await asked('What is the amount of n150000?')).toMatch(/^id: n150000; region: north; amount: 1\n/);
  expect(await asked('Which region has the highest total amount?')).toMatch(
    /^south has the highest sum of amount: 50117550 over 100050 rows\./,
  );
  expect(await asked('How many rows have an amount over 990?')).toMatch(/^2000 rows where amount is over 990\./);
  // What stands for nothing in the table is not passed over.
  expect(await asked('How many rows are there in the west?')).toMatch(/^The table has 200100 rows and 3 columns/);
});

it('throws every failure on', async () => {
  const failing = watched(() => {
    throw new Error('the disk is gone');
  });
  await expect(ask(new SheetFacts({ content, answering: failing }))).rejects.toThrow('the disk is gone');
});

it('sends the path of the rows to the other process, not the rows', { timeout: 300_000 }, async () => {
  const sent: SheetSource['packed'][] = [];
  await ask(new SheetFacts({ content, answering: watched(({ packed }) => sent.push(packed)) }));
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.filter((packed) => !('path' in packed))).toEqual([]);
});
