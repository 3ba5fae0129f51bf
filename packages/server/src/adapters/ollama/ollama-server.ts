import type { LocalModel } from '@parley/contract';
import { AppError, isOfFamily } from '../../lib/app-error.ts';
import { numberField, textField } from '../../lib/loose-json.ts';
import type { GuardedFetcher, GuardedRequest, GuardedStream } from '../../outbound/guard/guarded-fetcher.ts';
import type { DownloadProgress, LocalModelServer } from '../../ports/local-model-server.ts';
import { readJson } from './read-json.ts';
import { readProgress } from './read-progress.ts';

export interface OllamaServerParts {
  provider: string;
  /** With or without `/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
  /** The operator set it up, so that its silence is told; else it is only looked for where it usually is. */
  isSetUp: boolean;
  fetcher: Pick<GuardedFetcher, 'stream' | 'fetch'>;
}

const listMs = 5_000;
const pullMs = 24 * 60 * 60_000;
const maxPullBytes = 1024 * 1024 * 1024;

/** A server that speaks the API of Ollama, at an address that the operator configured. */
export class OllamaServer implements LocalModelServer {
  readonly #parts: OllamaServerParts;

  constructor(parts: OllamaServerParts) {
    this.#parts = parts;
  }

  get provider(): string {
    return this.#parts.provider;
  }

  async list(signal: AbortSignal): Promise<LocalModel[] | null> {
    let answer: { status: number; body: Buffer };
    try {
      answer = await this.#parts.fetcher.fetch(this.#url('tags'), this.#request({ signal, timeoutMs: listMs }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!this.#parts.isSetUp) return null;
      throw this.#unreachable(error);
    }
    const models = answer.status === 200 ? readJson(answer.body.toString())?.models : undefined;
    return Array.isArray(models) ? models.flatMap(toModel) : null;
  }

  async pull(name: string, onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<void> {
    const request = { method: 'POST', body: JSON.stringify({ model: name, stream: true }), signal };
    const stream = await this.#open('pull', { ...request, timeoutMs: pullMs, maxBytes: maxPullBytes });
    try {
      await readProgress(stream.body, name, onProgress);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof AppError && !isOfFamily(error, 'address') ? error : this.#unreachable(error);
    }
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    const { body } = await this.#open('delete', { method: 'DELETE', body: JSON.stringify({ model: name }), signal });
    for await (const _ of body);
  }

  /** An answer of status 200. */
  async #open(action: 'pull' | 'delete', request: GuardedRequest): Promise<GuardedStream> {
    const { fetcher, provider } = this.#parts;
    const { signal } = request;
    let stream: GuardedStream;
    try {
      stream = await fetcher.stream(this.#url(action), this.#request(request));
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw this.#unreachable(error);
    }
    if (stream.status === 200) return stream;
    const chunks: Buffer[] = [];
    for await (const chunk of stream.body) chunks.push(chunk);
    const said = readJson(Buffer.concat(chunks).toString())?.error;
    const why = typeof said === 'string' ? said.slice(0, 300) : `status ${stream.status}`;
    const code = stream.status === 404 ? 'not_found' : stream.status < 500 ? 'upstream_rejected' : 'upstream_error';
    throw new AppError(code, `${provider} answered: ${why}`);
  }

  #request({ headers, ...request }: GuardedRequest): GuardedRequest {
    const { apiKey, headers: own } = this.#parts;
    const key = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    return { ...request, headers: { 'content-type': 'application/json', ...key, ...own, ...headers } };
  }

  #url(action: string): string {
    return `${this.#parts.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/api/${action}`;
  }

  #unreachable(cause: unknown): AppError {
    const { provider } = this.#parts;
    const message = `${provider} could not be reached; see that it runs and that its address is right`;
    return new AppError('upstream_unavailable', message, { cause });
  }
}

function toModel(model: unknown): LocalModel[] {
  const name = textField(model, 'name');
  if (name === undefined) return [];
  const modifiedAt = Date.parse(textField(model, 'modified_at') ?? '');
  return [
    {
      name,
      size_bytes: Math.round(Math.max(0, numberField(model, 'size') ?? 0)),
      parameters: textField(model, 'details', 'parameter_size') ?? null,
      quantization: textField(model, 'details', 'quantization_level') ?? null,
      modified_at: Number.isNaN(modifiedAt) ? null : new Date(modifiedAt).toISOString(),
    },
  ];
}
