import { isJsonObject, type JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import { decodeBytes, poll, rejectedPrompt, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ModelVideo, VideoModel, VideoRequest } from '../../ports/video-model.ts';

const pollMs = 5000;
const usualMs = 90_000;

/** Veo: a long-running operation that is asked about until it is done. */
export class GoogleVideoModel implements VideoModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;
  readonly #pollMs: number;

  constructor(model: string, access: VendorAccess, options: { pollMs?: number } = {}) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
    this.#pollMs = options.pollMs ?? pollMs;
  }

  async generate(request: VideoRequest, signal: AbortSignal, onProgress: (share: number) => void): Promise<ModelVideo> {
    const { baseUrl, apiKey, headers: extra, http } = this.#access;
    const base = baseUrl.replace(/(?<!\/)\/+$/, '');
    const headers = { ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }), ...extra };
    const isWide = request.width >= request.height;
    const image = request.reference && {
      bytesBase64Encoded: Buffer.from(request.reference).toString('base64'),
      mimeType: mediaTypeOf(request.reference),
    };
    const json = {
      instances: [{ prompt: request.prompt, ...(image && { image }) }],
      parameters: {
        aspectRatio: isWide ? '16:9' : '9:16',
        durationSeconds: request.durationSeconds,
        resolution: Math.min(request.width, request.height) >= 1080 ? '1080p' : '720p',
        seed: request.seed,
      },
    };
    const begun = await http.json(`${base}/models/${encodeURIComponent(this.#model)}:predictLongRunning`, {
      headers,
      json,
      signal,
    });
    if (typeof begun.name !== 'string') throw invalidError();
    const startedAt = performance.now();
    const operation = await poll(
      async () => {
        const state = await http.json(`${base}/${begun.name}`, { headers, signal });
        onProgress(Math.min(0.95, (performance.now() - startedAt) / usualMs));
        return state.done === true ? state : null;
      },
      this.#pollMs,
      signal,
    );
    const video = videoOf(operation);
    const bytes =
      typeof video.uri === 'string'
        ? await http.bytes(video.uri, { headers: sameHost(video.uri, base) ? headers : {}, signal })
        : decodeBytes(video.encodedVideo ?? video.bytesBase64Encoded);
    return { bytes, durationSeconds: request.durationSeconds };
  }
}

function videoOf(operation: JsonObject): JsonObject {
  if (isJsonObject(operation.error)) {
    const message = String(operation.error.message ?? '');
    if (/safety|policy|guideline|blocked|sensitive/i.test(message)) throw rejectedPrompt(message);
    throw new AppError('upstream_error', 'The engine could not finish the video. Try again.', { cause: message });
  }
  const response = isJsonObject(operation.response) ? operation.response : {};
  const answer = isJsonObject(response.generateVideoResponse) ? response.generateVideoResponse : response;
  const sample: unknown = Array.isArray(answer.generatedSamples)
    ? answer.generatedSamples[0]
    : Array.isArray(answer.videos)
      ? answer.videos[0]
      : undefined;
  if (sample === undefined && Number(answer.raiMediaFilteredCount ?? 0) > 0)
    throw rejectedPrompt(answer.raiMediaFilteredReasons);
  if (!isJsonObject(sample)) throw invalidError();
  return isJsonObject(sample.video) ? sample.video : sample;
}

/** The key goes to the vendor's own host only. */
const sameHost = (url: string, base: string): boolean => URL.canParse(url) && new URL(url).host === new URL(base).host;

const mediaTypeOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xff ? 'image/jpeg' : bytes[0] === 0x52 ? 'image/webp' : 'image/png';
