import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { isJsonObject, type JsonObject } from '@parley/contract';
import type { Dispatcher } from 'undici';
import { parseJson } from '../../lib/parse-json.ts';
import { readAddress } from './upstream-address.ts';
import type { UpstreamClient } from './upstream-client.ts';
import { cutError, errorFromNetwork, errorFromStatus, invalidError } from './upstream-errors.ts';

/** How a vendor of speech is reached. */
export interface MediaAccess {
  /** First part of the names of its models. */
  id: string;
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
  timeouts: { connectMs: number; idleMs: number; totalMs: number };
  /** Whose connections are taken, with what they may reach. */
  client: UpstreamClient;
}

export interface MediaRequest {
  /** Behind the base address, with its slash. */
  path: string;
  /** Of the key. */
  headers: Record<string, string>;
  /** Default `POST`. */
  method?: 'GET' | 'POST' | 'DELETE';
  /** JSON, a form whose file is read from the disk as it is sent, the file alone, or nothing. */
  body?:
    | { json: object }
    | { form: readonly (readonly [name: string, value: string | MediaFile])[] }
    | { file: MediaFile }
    /** JSON in pieces. */
    | { pieces: AsyncIterable<string> };
}

interface MediaFile {
  path: string;
  filename: string;
  mediaType: string;
}

const mostErrorBytes = 64 * 1024;
const mostJsonBytes = 64 * 1024 * 1024;

/** A call that sends or gets more than a JSON text. Throws the errors of the port `LanguageModel`; the body is to be read or destroyed. */
export async function sendMedia(access: MediaAccess, request: MediaRequest, signal: AbortSignal): Promise<Readable> {
  const address = readAddress(access.baseUrl);
  const { body, headers } = await encoded(request.body);
  const ends = AbortSignal.any([signal, AbortSignal.timeout(access.timeouts.totalMs)]);
  let answer: Dispatcher.ResponseData;
  try {
    answer = await access.client.request(address.origin, {
      path: `${address.prefix}${request.path}${address.search}`,
      method: request.method ?? 'POST',
      headers: { ...headers, ...request.headers, ...access.headers },
      body,
      signal: ends,
      headersTimeout: access.timeouts.totalMs,
      bodyTimeout: access.timeouts.idleMs,
    });
  } catch (error) {
    throw failureOf(error, signal, false);
  }
  if (answer.statusCode < 300) return answer.body;
  const text = (await readBounded(answer.body, mostErrorBytes).catch(() => Buffer.alloc(0))).toString('utf8');
  throw errorFromStatus(answer.statusCode, answer.headers, text);
}

/** The same for an answer of JSON. */
export async function sendForJson(
  access: MediaAccess,
  request: MediaRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const body = await sendMedia(access, request, signal);
  const text = await readBounded(body, mostJsonBytes).catch((error: unknown) => {
    throw failureOf(error, signal, true);
  });
  try {
    const value = await parseJson(text.toString('utf8'));
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw invalidError(error);
  }
  throw invalidError(new Error('no JSON object'));
}

/** The chunks of an answer, with the errors of the port. */
export async function* chunksOf(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw failureOf(error, signal, true);
  }
}

function failureOf(error: unknown, signal: AbortSignal, hasAnswered: boolean): unknown {
  if (signal.aborted) return signal.reason;
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isLate
    ? errorFromNetwork(Object.assign(new Error('late'), { code: 'UND_ERR_BODY_TIMEOUT' }), true)
    : errorFromNetwork(error, hasAnswered);
}

async function readBounded(body: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) throw cutError(new Error('the answer is too large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function encoded(
  body: MediaRequest['body'],
): Promise<{ body: string | Readable | null; headers: Record<string, string> }> {
  if (body === undefined) return { body: null, headers: {} };
  if ('pieces' in body)
    return { body: Readable.from(body.pieces, { objectMode: false }), headers: { 'content-type': 'application/json' } };
  if ('json' in body) return { body: JSON.stringify(body.json), headers: { 'content-type': 'application/json' } };
  if ('file' in body) {
    const { path, mediaType } = body.file;
    const headers = { 'content-type': mediaType, 'content-length': String((await stat(path)).size) };
    return { body: createReadStream(path), headers };
  }
  return form(body.form);
}

/** A form as it is sent: its file is read while it goes out, and its length is told before. */
async function form(fields: readonly (readonly [name: string, value: string | MediaFile])[]) {
  const boundary = `parley-${randomUUID()}`;
  const pieces: (Buffer | { path: string; sizeBytes: number })[] = [];
  for (const [name, value] of fields) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') {
      pieces.push(Buffer.from(`${head}\r\n\r\n${value}\r\n`));
      continue;
    }
    const { path, filename, mediaType } = value;
    pieces.push(Buffer.from(`${head}; filename="${quoted(filename)}"\r\ncontent-type: ${mediaType}\r\n\r\n`));
    pieces.push({ path, sizeBytes: (await stat(path)).size }, Buffer.from('\r\n'));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const sizeBytes = pieces.reduce((sum, piece) => sum + ('path' in piece ? piece.sizeBytes : piece.length), 0);
  const type = `multipart/form-data; boundary=${boundary}`;
  const headers = { 'content-type': type, 'content-length': String(sizeBytes) };
  return { body: Readable.from(sent(pieces), { objectMode: false }), headers };
}

async function* sent(pieces: readonly (Buffer | { path: string })[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if ('path' in piece) yield* createReadStream(piece.path);
    else yield piece;
  }
}

/** As browsers write names (WHATWG, multipart/form-data encoding). */
const quoted = (name: string): string => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
