import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type BatchEndpoint, isJsonObject, type JsonObject, mostBatchLines } from '@parley/contract';
import type { BatchFault, BatchLine } from './batch-types.ts';

const longestId = 512;
/** Faults that are told; the rest is like them. */
const mostFaults = 100;

/** Goes through a whole file once: how many calls there are in it, and what is wrong with it. */
export async function checkBatchFile(
  path: string,
  endpoint: BatchEndpoint,
): Promise<{ total: number; faults: BatchFault[] }> {
  const faults: BatchFault[] = [];
  const ids = new Set<string>();
  let total = 0;
  for await (const { line, text } of linesOf(path)) {
    total += 1;
    const read = readLine(text, line, endpoint);
    if ('code' in read) faults.push(read);
    else if (ids.has(read.customId)) {
      faults.push(
        fault('duplicate_custom_id', `The custom_id ${read.customId} stands in a line before`, 'custom_id', line),
      );
    } else ids.add(read.customId);
    if (faults.length >= mostFaults || total > mostBatchLines) break;
  }
  if (total === 0) faults.push(fault('empty_file', 'The input file has no lines', 'input_file_id', null));
  if (total > mostBatchLines) {
    faults.push(fault('too_many_tasks', `A batch has at most ${mostBatchLines} lines`, 'input_file_id', null));
  }
  return { total, faults };
}

/** The calls of a file that was checked, in their order. */
export async function* readBatchLines(path: string, endpoint: BatchEndpoint): AsyncGenerator<BatchLine> {
  for await (const { line, text } of linesOf(path)) {
    const read = readLine(text, line, endpoint);
    if (!('code' in read)) yield read;
  }
}

/** Lines that are not empty. */
async function* linesOf(path: string): AsyncGenerator<{ line: number; text: string }> {
  for await (const one of everyLine(path)) if (one.text.trim() !== '') yield one;
}

/** All lines with their numbers. Not by `readline`, which breaks lines at signs that may stand in JSON. */
export async function* everyLine(source: string | Readable): AsyncGenerator<{ line: number; text: string }> {
  let [rest, line] = ['', 0];
  const stream = typeof source === 'string' ? createReadStream(source) : source;
  for await (const chunk of stream.setEncoding('utf8')) {
    const pieces = `${rest}${chunk}`.split('\n');
    rest = pieces.pop() ?? '';
    for (const text of pieces) {
      line += 1;
      yield { line, text };
    }
  }
  if (rest !== '') yield { line: line + 1, text: rest };
}

function readLine(text: string, line: number, endpoint: BatchEndpoint): BatchLine | BatchFault {
  const value = parsedLine(text);
  if (value === null) return fault('invalid_json_line', 'This line is not a JSON object', null, line);
  const { custom_id: customId, method = 'POST', url, body } = value;
  if (typeof customId !== 'string' || customId === '' || customId.length > longestId) {
    const must = `custom_id must be a text of 1 to ${longestId} characters`;
    return fault('missing_required_parameter', must, 'custom_id', line);
  }
  if (method !== 'POST') return fault('invalid_method', 'method must be POST', 'method', line);
  if (url !== endpoint) {
    return fault('invalid_url', `url must be that of the batch: ${endpoint}`, 'url', line);
  }
  if (!isJsonObject(body)) return fault('missing_required_parameter', 'body must be a JSON object', 'body', line);
  return { line, customId, body };
}

/** The JSON object of a line; null for what is none. */
export function parsedLine(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

const fault = (code: string, message: string, param: string | null, line: number | null): BatchFault => ({
  code,
  message,
  param,
  line,
});
