import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { jsonMembers } from '../../lib/json-members.ts';
import { type JsonLine, jsonLines, textIn } from '../../outbound/model-http/batch-lines.ts';
import { type MediaAccess, type MediaRequest, sendForJson, sendMedia } from '../../outbound/model-http/send-media.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { LostBatch, VendorBatches, VendorBatchResult, VendorBatchState } from '../../ports/vendor-batches.ts';

const urls = { words: '/v1/chat/completions', vectors: '/v1/embeddings' } as const;
/** Pages of a hundred that are looked through for a lost batch. */
const mostPages = 10;

/** Batches over files, as OpenAI has them: https://platform.openai.com/docs/api-reference/batch and https://platform.openai.com/docs/guides/batch. */
export class OpenAIBatches implements VendorBatches {
  readonly mostRequests = 50_000;
  /** 200 MB, with room for what stands around each request. */
  readonly mostBytes = 180_000_000;
  readonly #access: MediaAccess;

  constructor(access: MediaAccess) {
    this.#access = access;
  }

  async submit({ path, mark, wants }: BatchFile, signal: AbortSignal): Promise<string> {
    const url = urls[wants];
    const own = `${path}.openai`;
    try {
      await pipeline(Readable.from(asked(path, url)), createWriteStream(own, { mode: 0o600 }), { signal });
      const file = { path: own, filename: `${mark}.jsonl`, mediaType: 'application/jsonl' };
      const form = [['purpose', 'batch'] as const, ['file', file] as const];
      const uploaded = await this.#ask({ path: '/files', body: { form } }, signal);
      const json = {
        input_file_id: textOf(uploaded.id),
        endpoint: url,
        completion_window: '24h',
        metadata: { parley_mark: mark },
      };
      return textOf((await this.#ask({ path: '/batches', body: { json } }, signal)).id);
    } finally {
      await rm(own, { force: true });
    }
  }

  async find({ mark }: LostBatch, signal: AbortSignal): Promise<string | null> {
    let after = '';
    for (let page = 0; page < mostPages; page++) {
      const { data, has_more } = await this.#ask({ path: `/batches?limit=100${after}`, method: 'GET' }, signal);
      const batches = Array.isArray(data) ? data.filter(isJsonObject) : [];
      const found = batches.find(({ metadata }) => isJsonObject(metadata) && metadata.parley_mark === mark);
      if (found) return textOf(found.id);
      const last = batches.at(-1);
      if (has_more !== true || last === undefined) return null;
      after = `&after=${encodeURIComponent(textOf(last.id))}`;
    }
    return null;
  }

  async look(id: string, signal: AbortSignal): Promise<VendorBatchState> {
    const { status } = await this.#get(id, signal);
    if (status === 'failed') return 'refused';
    return status === 'completed' || status === 'expired' || status === 'cancelled' ? 'ended' : 'open';
  }

  async cancel(id: string, signal: AbortSignal): Promise<void> {
    await this.#ask({ path: `/batches/${encodeURIComponent(id)}/cancel` }, signal);
  }

  async *results(id: string, signal: AbortSignal): AsyncGenerator<VendorBatchResult> {
    const { output_file_id, error_file_id } = await this.#get(id, signal);
    for (const file of [output_file_id, error_file_id]) {
      if (typeof file !== 'string') continue;
      const path = `/files/${encodeURIComponent(file)}/content`;
      const content = await sendMedia(this.#access, { path, method: 'GET', headers: this.#headers() }, signal);
      for await (const line of jsonLines(content)) yield* resultOf(line);
    }
  }

  async forget(id: string, signal: AbortSignal): Promise<void> {
    const { input_file_id, output_file_id, error_file_id } = await this.#get(id, signal);
    for (const file of [input_file_id, output_file_id, error_file_id]) {
      if (typeof file !== 'string') continue;
      await this.#ask({ path: `/files/${encodeURIComponent(file)}`, method: 'DELETE' }, signal);
    }
  }

  #get(id: string, signal: AbortSignal): Promise<JsonObject> {
    return this.#ask({ path: `/batches/${encodeURIComponent(id)}`, method: 'GET' }, signal);
  }

  #ask(request: Omit<MediaRequest, 'headers'>, signal: AbortSignal): Promise<JsonObject> {
    return sendForJson(this.#access, { ...request, headers: this.#headers() }, signal);
  }

  #headers(): Record<string, string> {
    const { apiKey } = this.#access;
    return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  }
}

type BatchFile = Parameters<VendorBatches['submit']>[0];

async function* asked(path: string, url: string): AsyncGenerator<string> {
  for await (const line of jsonLines(path))
    yield `{"custom_id":${line.get('id')},"method":"POST","url":"${url}","body":${line.get('body')}}\n`;
}

/** A line without a response was not done, for its `error`. */
async function* resultOf(line: JsonLine): AsyncGenerator<VendorBatchResult> {
  const id = textIn(line, 'custom_id');
  const response = await jsonMembers(line.get('response') ?? '');
  const status = Number(response?.get('status_code'));
  const body = response?.get('body');
  if (id !== null && Number.isInteger(status) && body?.startsWith('{')) yield { id, status, body };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidError(new Error('no id'));
}
