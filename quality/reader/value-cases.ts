import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@parley/contract';
import type { read as Read, Reading } from '../../engines/reader/src/index.ts';
import { judgeValue, type ValueVerdict } from '../sets/judge.ts';
import { filePath, readSetValues, setNames } from '../sets/read-sets.ts';
import { judgeReply } from '../values/judge-values.ts';
import { makeCases, type ValueCase } from '../values/make-cases.ts';

/** Values of open files, of frozen ones, of made documents and of those made after templates that no rule was written against. */
export const halves = ['open', 'frozen', 'made', 'held back'] as const;
export type ValueHalf = (typeof halves)[number];

/** A file, what is asked of it by schema, and how to judge what comes back. */
export interface AskedValues {
  name: string;
  /** The set of a file, or the kind of a made document. */
  set: string;
  half: ValueHalf;
  documents: { filename: string; text: string }[];
  query: string;
  schema: JsonObject;
  judge: (data: unknown, reading: Reading | undefined) => JudgedValue[];
}

export interface JudgedValue {
  name: string;
  expected: unknown;
  verdict: ValueVerdict;
}

/** The values of `quality/sets`. Texts that were read are kept in a folder. */
export async function readValueSets(
  kept: string | undefined,
  sets: readonly string[] = setNames,
): Promise<AskedValues[]> {
  const cases: AskedValues[] = [];
  for (const set of sets)
    for (const { files, half, schema, expected } of readSetValues(set)) {
      const documents = [];
      for (const file of files) documents.push({ filename: file, text: await textOfFile(filePath(set, file), kept) });
      cases.push({
        name: files.join('+'),
        set,
        half,
        documents,
        query: 'Fill in the fields from the file.',
        schema: schemaOf(schema),
        judge: (data) =>
          Object.entries(expected).map(([name, value]) => ({
            name,
            expected: value,
            verdict: judgeValue(value, isJsonObject(data) ? data[name] : undefined),
          })),
      });
    }
  return cases;
}

/** The documents of `quality/values`. */
export async function makeValueCases(seed: number, kept: string | undefined): Promise<AskedValues[]> {
  return Promise.all(
    makeCases(seed).map(async (each) => {
      const text = await textOf(each, kept);
      return {
        name: each.filename,
        set: `made ${each.kind}`,
        half: each.template.heldBack ? ('held back' as const) : ('made' as const),
        documents: [{ filename: each.filename, text }],
        query: each.schema.query,
        schema: schemaOf(each.responseFormat),
        judge: (data: unknown, reading: Reading | undefined) => judgeMade(each, text, data, reading),
      };
    }),
  );
}

/** What comes back for a schema, as the service would send it. */
export async function askValues(
  { documents, query, schema, judge }: AskedValues,
  read: typeof Read,
): Promise<(JudgedValue & { got: unknown })[]> {
  const reading = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: query }] }],
      documents,
      responseFormat: { schema },
    },
    { now: Date.UTC(2026, 0, 1) },
  ).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'schema_not_met') return undefined;
    throw error;
  });
  const data: unknown = reading && JSON.parse(reading.parts.join(''));
  return judge(data, reading).map((each) => ({ ...each, got: isJsonObject(data) ? data[each.name] : undefined }));
}

function judgeMade({ expected }: ValueCase, text: string, data: unknown, reading: Reading | undefined): JudgedValue[] {
  const fields = Object.entries(reading?.fields ?? {}).map(([pointer, { found, source }]) => [
    pointer,
    { found, source: source && { ...source, quote: text.slice(source.start, source.end) } },
  ]);
  const verdicts: Record<string, ValueVerdict> = {
    missing: 'left out',
    absent: 'rightly left out',
    'without source': 'wrong',
  };
  return judgeReply(expected, { data, fields: Object.fromEntries(fields) }).map(({ pointer, value, judgement }) => ({
    name: pointer,
    expected: value,
    verdict: verdicts[judgement] ?? (judgement as ValueVerdict),
  }));
}

async function textOfFile(path: string, kept: string | undefined): Promise<string> {
  return readOnce(await readFile(path), kept, async () => (await import('./answer-sets.ts')).readText(path));
}

/** The text that the service reads out of a made document. */
async function textOf({ filename, content }: ValueCase, kept: string | undefined): Promise<string> {
  const bytes = Buffer.from(content);
  return readOnce(bytes, kept, async () => {
    const { detectFormat, extensionOf, readContent } = await import('@parley/documents/formats');
    const format = await detectFormat(bytes, extensionOf(filename), '');
    if (format === 'pdf') throw new Error(`${filename} is a PDF, which the cases have none of.`);
    return (await readContent(bytes, format, filename)).text;
  });
}

async function readOnce(bytes: Buffer, kept: string | undefined, read: () => Promise<string>): Promise<string> {
  if (kept === undefined) return read();
  const path = join(kept, `${createHash('sha256').update(bytes).digest('hex')}.txt`);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const text = await read();
  await mkdir(kept, { recursive: true });
  await writeFile(path, text);
  return text;
}

function schemaOf(given: unknown): JsonObject {
  const schema: unknown = JSON.parse(JSON.stringify(given));
  if (!isJsonObject(schema)) throw new Error('A case has no schema.');
  return schema;
}
