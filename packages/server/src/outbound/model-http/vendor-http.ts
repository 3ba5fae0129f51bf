import { isJsonObject, type JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { hostAndPort } from '../guard/guarded-connector.ts';
import { GuardedFetcher, type GuardedResponse } from '../guard/guarded-fetcher.ts';
import { errorFromStatus, invalidError, timeoutError } from './upstream-errors.ts';

export interface VendorRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as multipart/form-data. */
  form?: Record<string, string | Uint8Array | readonly Uint8Array[]>;
  signal: AbortSignal;
}

const maxBytes = 200 * 1024 * 1024;
const callMs = 600_000;
const refusal = /safety|moderat|content[_ ]policy|nsfw|prohibited|blocked|sensitive|responsible_ai|content_filter/i;

/** Calls to vendors of pictures and video: plain requests, large answers, and waiting for work that is done elsewhere. */
export class VendorHttp {
  readonly #fetcher: GuardedFetcher;

  /** `baseUrls` are the operator's own addresses and may be private; any other address must be public. */
  constructor(options: { userAgent: string; baseUrls: string[]; allowedAddresses: readonly string[] }) {
    const own = options.baseUrls.filter((url) => URL.canParse(url)).map((url) => hostAndPort(new URL(url)));
    this.#fetcher = new GuardedFetcher({
      userAgent: options.userAgent,
      allowedAddresses: [...options.allowedAddresses, ...own],
      concurrency: 64,
      concurrencyPerHost: 32,
    });
  }

  /** An answer with a status below 300. Throws `prompt_rejected` or an `upstream_*` code. */
  async send(url: string, request: VendorRequest): Promise<GuardedResponse> {
    const form = request.form && (await encodeForm(request.form));
    const body = form?.body ?? (request.json === undefined ? undefined : JSON.stringify(request.json));
    const type = form?.type ?? (request.json === undefined ? undefined : 'application/json');
    let response: GuardedResponse;
    try {
      response = await this.#fetcher.fetch(url, {
        method: request.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...(type !== undefined && { 'content-type': type }), ...request.headers },
        ...(body !== undefined && { body }),
        signal: request.signal,
        timeoutMs: callMs,
        headersTimeoutMs: callMs,
        maxBytes,
      });
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (error instanceof AppError && error.code === 'url_timeout') throw timeoutError(error);
      throw new AppError('upstream_unavailable', 'The engine could not be reached. Try again later.', { cause: error });
    }
    if (response.status < 300) return response;
    const text = response.body.subarray(0, 20_000).toString();
    const error = errorFromStatus(response.status, response.headers, text);
    const isRefusal = [400, 403, 422].includes(response.status) && refusal.test(text);
    throw isRefusal ? rejectedPrompt(error) : error;
  }

  async json(url: string, request: VendorRequest): Promise<JsonObject> {
    const { body } = await this.send(url, request);
    try {
      const value = await parseJson(body.toString());
      if (isJsonObject(value)) return value;
    } catch (error) {
      throw invalidError(error);
    }
    throw invalidError();
  }

  /** The bytes at an address that a vendor's answer names, or inside a data URI. */
  async bytes(url: string, request: VendorRequest): Promise<Uint8Array> {
    const inline = /^data:[^,]*;base64,/.exec(url);
    if (inline) return Buffer.from(url.slice(inline[0].length), 'base64');
    return (await this.send(url, request)).body;
  }

  close(): Promise<void> {
    return this.#fetcher.close();
  }
}

/** Asks again until `look` gives something. The signal ends it. */
export async function poll<Value>(
  look: () => Promise<Value | null>,
  everyMs: number,
  signal: AbortSignal,
): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await pause(everyMs, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

export function rejectedPrompt(cause?: unknown): AppError {
  return new AppError('prompt_rejected', "The engine's own safety check refused this prompt. Word it differently.", {
    details: 'safety check of the engine',
    cause,
  });
}

async function encodeForm(fields: NonNullable<VendorRequest['form']>): Promise<{ body: Buffer; type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') {
      form.append(name, value);
      continue;
    }
    for (const bytes of value instanceof Uint8Array ? [value] : value) {
      const [type, extension] = pictureType(bytes);
      form.append(name, new Blob([Uint8Array.from(bytes)], { type }), `${name.replace('[]', '')}.${extension}`);
    }
  }
  const encoded = new Response(form);
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' };
}

/** By the first bytes. */
function pictureType([first, second]: Uint8Array): [type: string, extension: string] {
  if (first === 0xff && second === 0xd8) return ['image/jpeg', 'jpg'];
  return first === 0x52 && second === 0x49 ? ['image/webp', 'webp'] : ['image/png', 'png'];
}

/** The ratio, as a vendor names it, that is nearest to the wanted size. */
export function nearestRatio<const Ratio extends string>(
  ratios: readonly [Ratio, ...Ratio[]],
  width: number,
  height: number,
): Ratio {
  const wanted = Math.log(width / height);
  const distance = (ratio: string) => {
    const [w = 1, h = 1] = ratio.split(/[:x]/).map(Number);
    return Math.abs(Math.log(w / h) - wanted);
  };
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** Bytes of base64 text. */
export function decodeBytes(value: unknown): Uint8Array {
  if (typeof value !== 'string' || value === '') throw invalidError();
  return Buffer.from(value.replace(/^data:[^,]*,/, ''), 'base64');
}

export interface VendorAccess {
  /** First part of the names of its models. */
  id: string;
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
  http: VendorHttp;
}
