import { isJsonObject, type JsonObject } from '@parley/contract';
import { jsonMembers } from '../../lib/json-members.ts';
import { type JsonLine, jsonLines, textIn } from '../../outbound/model-http/batch-lines.ts';
import { type MediaAccess, type MediaRequest, sendForJson, sendMedia } from '../../outbound/model-http/send-media.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { LostBatch, VendorBatches, VendorBatchResult, VendorBatchState } from '../../ports/vendor-batches.ts';

const apiVersion = '2023-06-01';
/** Between the vendor's clock and ours. */
const skewMs = 5 * 60_000;
/** What a request of a batch fails with, as the same error has over HTTP: https://docs.anthropic.com/en/api/errors. */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

/** Message batches, as Anthropic has them: https://docs.anthropic.com/en/api/creating-message-batches. */
export class AnthropicBatches implements VendorBatches {
  readonly mostRequests = 100_000;
  /** 256 MB, with room for what stands around each request. */
  readonly mostBytes = 220_000_000;
  readonly #access: MediaAccess;

  constructor(access: MediaAccess) {
    // With or without `/v1` at its end.
    this.#access = { ...access, baseUrl: access.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '') };
  }

  async submit({ path }: { path: string; mark: string }, signal: AbortSignal): Promise<string> {
    return textOf((await this.#ask({ path: '', body: { pieces: asked(path) } }, signal)).id);
  }

  /** There is no mark: one that is as large and as old, and is none of those that are known. Its results say whether it is the right one. */
  async find({ since, requests, isKnown }: LostBatch, signal: AbortSignal): Promise<string | null> {
    const { data } = await this.#ask({ path: '?limit=100', method: 'GET' }, signal);
    const found = (Array.isArray(data) ? data.filter(isJsonObject) : []).find(
      ({ id, created_at: at, request_counts: counts }) =>
        typeof id === 'string' &&
        !isKnown(id) &&
        typeof at === 'string' &&
        Date.parse(at) >= since - skewMs &&
        isJsonObject(counts) &&
        Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0) === requests,
    );
    return found ? textOf(found.id) : null;
  }

  async look(id: string, signal: AbortSignal): Promise<VendorBatchState> {
    const { processing_status: status } = await this.#ask(
      { path: `/${encodeURIComponent(id)}`, method: 'GET' },
      signal,
    );
    return status === 'ended' ? 'ended' : 'open';
  }

  async cancel(id: string, signal: AbortSignal): Promise<void> {
    await this.#ask({ path: `/${encodeURIComponent(id)}/cancel` }, signal);
  }

  async *results(id: string, signal: AbortSignal): AsyncGenerator<VendorBatchResult> {
    const request = this.#request({ path: `/${encodeURIComponent(id)}/results`, method: 'GET' });
    for await (const line of jsonLines(await sendMedia(this.#access, request, signal))) yield* resultOf(line);
  }

  async forget(id: string, signal: AbortSignal): Promise<void> {
    await this.#ask({ path: `/${encodeURIComponent(id)}`, method: 'DELETE' }, signal);
  }

  #ask(request: Omit<MediaRequest, 'headers'>, signal: AbortSignal): Promise<JsonObject> {
    return sendForJson(this.#access, this.#request(request), signal);
  }

  #request({ path, ...request }: Omit<MediaRequest, 'headers'>): MediaRequest {
    const { apiKey } = this.#access;
    const headers = { 'anthropic-version': apiVersion, ...(apiKey !== undefined && { 'x-api-key': apiKey }) };
    return { ...request, path: `/v1/messages/batches${path}`, headers };
  }
}

async function* asked(path: string): AsyncGenerator<string> {
  let before = '{"requests":[';
  for await (const line of jsonLines(path)) {
    yield `${before}{"custom_id":${line.get('id')},"params":${line.get('body')}}`;
    before = ',';
  }
  yield ']}';
}

/** What was cancelled or expired has no answer. */
async function* resultOf(line: JsonLine): AsyncGenerator<VendorBatchResult> {
  const id = textIn(line, 'custom_id');
  const result = await jsonMembers(line.get('result') ?? '');
  if (id === null || result === null) return;
  const [type, message, error] = [textIn(result, 'type'), result.get('message'), result.get('error')];
  if (type === 'succeeded' && message?.startsWith('{')) yield { id, status: 200, body: message };
  if (type !== 'errored' || !error?.startsWith('{')) return;
  const inside = await jsonMembers((await jsonMembers(error))?.get('error') ?? '');
  yield { id, status: statuses[(inside && textIn(inside, 'type')) ?? ''] ?? 500, body: error };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidError(new Error('no id'));
}
