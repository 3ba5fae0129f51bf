import type { RemotePage, RemotePageReader } from '@parley/documents';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { listField, textField } from '../../lib/loose-json.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';

export interface MistralPageReaderOptions {
  fetcher: GuardedFetcher;
  apiKey: string;
  model: string;
  baseUrl?: string | undefined;
  timeoutMs: number;
}

const maximumAnswerBytes = 50_000_000;

/** Mistral's OCR service: https://docs.mistral.ai/api/endpoint/ocr */
export class MistralPageReader implements RemotePageReader {
  readonly id: string;
  readonly #options: MistralPageReaderOptions;

  constructor(options: MistralPageReaderOptions) {
    this.#options = options;
    this.id = `mistral/${options.model}`;
  }

  async read(image: { bytes: Uint8Array; mediaType: string }, signal: AbortSignal): Promise<RemotePage> {
    const { model } = this.#options;
    const base64 = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength).toString('base64');
    const document = { type: 'image_url', image_url: `data:${image.mediaType};base64,${base64}` };
    const answer = await this.#post(JSON.stringify({ model, document, include_image_base64: false }), signal);
    const markdown = listField(answer, 'pages')
      .map((page) => textField(page, 'markdown') ?? '')
      .join('\n\n')
      // Pictures that were cut out of the page are named, not sent.
      .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
      .trim();
    // Charged by the page, not by tokens.
    return { markdown, isWhole: true, usage: { inputTokens: 0, outputTokens: 0 } };
  }

  async #post(body: string, signal: AbortSignal): Promise<unknown> {
    const { fetcher, apiKey, baseUrl = 'https://api.mistral.ai', timeoutMs } = this.#options;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/v1/ocr`);
    const reply = await fetcher
      .fetch(url, { method: 'POST', headers, body, signal, timeoutMs, maxBytes: maximumAnswerBytes, maxRedirects: 0 })
      .catch((cause: unknown) => {
        if (isAppError(cause, 'url_timeout')) {
          throw new AppError('upstream_timeout', 'Mistral did not answer in time.', { cause });
        }
        if (!isAppError(cause)) throw cause;
        throw new AppError('upstream_unavailable', 'Mistral could not be reached.', { cause });
      });
    if (reply.status !== 200) throw refusal(reply.status);
    try {
      return await parseJson(reply.body.toString('utf8'));
    } catch (cause) {
      throw new AppError('upstream_invalid', 'Mistral did not answer with JSON.', { cause });
    }
  }
}

function refusal(status: number): AppError {
  const message = `Mistral answered with status ${status}.`;
  if (status === 401 || status === 403) return new AppError('upstream_unauthorized', message);
  if (status === 429) return new AppError('upstream_rate_limited', message);
  return new AppError(status >= 500 ? 'upstream_error' : 'upstream_rejected', message);
}
