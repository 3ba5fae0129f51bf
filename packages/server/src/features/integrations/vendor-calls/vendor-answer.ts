import { isJsonObject, type JsonValue } from '@parley/contract';
import { boundedJson } from '../../../lib/bounded-json.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import type { Failure, Manifest } from '../definitions/manifest.ts';
import { readPointer } from './json-pointer.ts';
import type { Redactor } from './redactor.ts';

/** What a third party sent back, read. */
export interface VendorAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON as it came; text and bytes as `{media_type, text}` and `{media_type, base64, size_bytes}`; null when empty. */
  body: JsonValue;
}

/** Characters of an answer without a message in which one is looked for. */
const longestRead = 50_000;
const longestCredential = 20_000;

/** What an answer means, whatever its status says. */
export type Verdict = 'ok' | 'unauthorized' | 'rate_limited' | 'failed';

export async function readAnswer(answer: {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}): Promise<VendorAnswer> {
  const { status, headers, body } = answer;
  return { status, headers, body: await readBody(body, headers['content-type'] ?? '') };
}

export function judge(answer: VendorAnswer, manifest: Manifest): Verdict {
  if (answer.status === 401) return 'unauthorized';
  if (answer.status === 429) return 'rate_limited';
  const failure = manifest.failure;
  if (failure && isFailure(answer.body, failure)) {
    const word = readPointer(answer.body, failure.message_path);
    if (typeof word === 'string' && failure.unauthorized?.includes(word)) return 'unauthorized';
    if (typeof word === 'string' && failure.rate_limited?.includes(word)) return 'rate_limited';
    return 'failed';
  }
  return answer.status >= 200 && answer.status < 300 ? 'ok' : 'failed';
}

/** The vendor's own words, short and without credentials. */
export function explain(answer: VendorAnswer, manifest: Manifest, redactor: Redactor): string {
  const paths = [...(manifest.failure ? [manifest.failure.message_path] : []), ...(manifest.error_message_paths ?? [])];
  const generic = [
    '/error/message',
    '/message',
    '/error_description',
    '/error',
    '/errors/0/message',
    '/detail',
    '/reason',
  ];
  for (const path of [...paths, ...generic]) {
    const value = readPointer(answer.body, path);
    if (typeof value === 'string' && value.trim() !== '') return toSentence(answer.status, redactor.text(value));
  }
  const text = redactor.text(beginningOf(answer.body)).slice(0, longestRead);
  return toSentence(answer.status, withoutScripts(text).replaceAll(/<[^<>]*>/g, ' '));
}

/** Milliseconds that the third party asked to wait: `Retry-After` in seconds or as a date, or its body. */
export function retryAfterMs(answer: VendorAnswer, manifest: Manifest, now: number): number | undefined {
  const header = answer.headers['retry-after'];
  if (header !== undefined && /^\d+(\.\d+)?$/.test(header.trim())) return Math.ceil(Number(header) * 1000);
  if (header !== undefined && !Number.isNaN(Date.parse(header))) return Math.max(0, Date.parse(header) - now);
  const reset = answer.headers['x-ratelimit-reset'];
  if (answer.headers['x-ratelimit-remaining'] === '0' && reset !== undefined && /^\d{10}$/.test(reset)) {
    return Math.max(0, Number(reset) * 1000 - now);
  }
  const seconds = manifest.retry_after_path ? readPointer(answer.body, manifest.retry_after_path) : undefined;
  return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
}

function isFailure(body: JsonValue, failure: Failure): boolean {
  const value = readPointer(body, failure.path);
  return 'equals' in failure ? value === failure.equals : value !== undefined && value !== null;
}

async function readBody(body: Buffer, contentType: string): Promise<JsonValue> {
  if (body.length === 0) return null;
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
  if (mediaType.endsWith('json') || mediaType === 'application/octet-stream') {
    try {
      // What was parsed is JSON.
      return (await parseJson(body.toString('utf8'))) as JsonValue;
    } catch {
      // Vendors label error pages as JSON, too; what cannot be parsed is handed on as text or bytes.
    }
  }
  const text = body.toString('utf8');
  if (mediaType.startsWith('text/') || mediaType.endsWith('xml') || mediaType.endsWith('json')) {
    return { media_type: mediaType, text };
  }
  return { media_type: mediaType, size_bytes: body.length, base64: body.toString('base64') };
}

/** What an answer without a message says at its beginning; a little more than is read, so that no credential is cut through. */
function beginningOf(body: JsonValue): string {
  if (body === null) return '';
  const most = longestRead + longestCredential;
  return isJsonObject(body) && typeof body.text === 'string' ? body.text.slice(0, most) : boundedJson(body, most).text;
}

function toSentence(status: number, words: string): string {
  const clean = words.replaceAll(/\s+/g, ' ').trim();
  return `HTTP ${status}${clean === '' ? '' : `: ${clean.length > 300 ? `${clean.slice(0, 300)}…` : clean}`}`;
}

/** What a script or a style sheet holds is no text; one that is never closed is. */
function withoutScripts(html: string): string {
  let kept = '';
  let from = 0;
  let opened: { name: string; start: number } | undefined;
  for (const { index, 0: tag, 1: slash, 2: word = '' } of html.matchAll(/<(\/?)(script|style)\b[^<>]*>/gi)) {
    const name = word.toLowerCase();
    if (opened === undefined && slash === '') opened = { name, start: index };
    if (opened?.name !== name || slash === '') continue;
    kept += `${html.slice(from, opened.start)} `;
    from = index + tag.length;
    opened = undefined;
  }
  return kept + html.slice(from);
}
