import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import { decodeBytes, nearestRatio, rejectedPrompt, type VendorHttp } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';
import type { ModelVideo, VideoModel, VideoRequest } from '../../ports/video-model.ts';
import { errorFromAiSdk } from './ai-sdk-errors.ts';
import { type AiSdkPackage, loadAiSdkMember } from './load-ai-sdk-provider.ts';

const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;

export interface AiSdkMediaOptions extends AiSdkPackage {
  /** First part of the names of its models. */
  id: string;
  /** Fetches results that a package answers as addresses. */
  http: VendorHttp;
}

/** The picture models of any AI SDK provider package. */
export class AiSdkImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #options: AiSdkMediaOptions;

  constructor(model: string, options: AiSdkMediaOptions) {
    this.id = `${options.id}/${model}`;
    this.#model = model;
    this.#options = options;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const model = await loadAiSdkMember(this.#options, 'imageModel', this.#model);
    const { prompt, seed, width, height } = request;
    const call = {
      prompt,
      n: 1,
      size: undefined,
      aspectRatio: nearestRatio(ratios, width, height),
      seed,
      files: undefined,
      mask: undefined,
      providerOptions: {},
      abortSignal: signal,
    };
    const answer = await generate(model, call, signal);
    const image: unknown = Array.isArray(answer.images) ? answer.images[0] : undefined;
    if (image instanceof Uint8Array) return { bytes: image };
    return { bytes: decodeBytes(image) };
  }
}

/** The video models of any AI SDK provider package that has them. */
export class AiSdkVideoModel implements VideoModel {
  readonly id: string;
  readonly #model: string;
  readonly #options: AiSdkMediaOptions;

  constructor(model: string, options: AiSdkMediaOptions) {
    this.id = `${options.id}/${model}`;
    this.#model = model;
    this.#options = options;
  }

  async generate(request: VideoRequest, signal: AbortSignal): Promise<ModelVideo> {
    const model = await loadAiSdkMember(this.#options, 'videoModel', this.#model);
    const { prompt, seed, width, height, durationSeconds: duration, reference } = request;
    const image = reference === null ? undefined : { type: 'file', mediaType: 'image/png', data: reference };
    const call = {
      prompt,
      n: 1,
      aspectRatio: nearestRatio(['1:1', '16:9', '9:16'], width, height),
      resolution: `${width}x${height}`,
      duration,
      fps: undefined,
      seed,
      image,
      providerOptions: {},
      abortSignal: signal,
    };
    const answer = await generate(model, call, signal);
    const video: unknown = Array.isArray(answer.videos) ? answer.videos[0] : undefined;
    if (typeof video !== 'object' || video === null) throw invalidError();
    const [url, data]: [unknown, unknown] = [Reflect.get(video, 'url'), Reflect.get(video, 'data')];
    const bytes =
      typeof url === 'string'
        ? await this.#options.http.bytes(url, { signal })
        : data instanceof Uint8Array
          ? data
          : decodeBytes(data);
    return { bytes, durationSeconds: duration };
  }
}

async function generate(model: object, call: object, signal: AbortSignal): Promise<Record<string, unknown>> {
  const run: unknown = Reflect.get(model, 'doGenerate');
  if (typeof run !== 'function') throw invalidError();
  try {
    const answer: unknown = await run.call(model, call);
    if (typeof answer === 'object' && answer !== null) return { ...answer };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const body =
      typeof error === 'object' && error !== null && 'responseBody' in error ? String(error.responseBody) : '';
    throw /safety|moderat|content[_ ]policy|nsfw|prohibited|blocked/i.test(body)
      ? rejectedPrompt(error)
      : errorFromAiSdk(error);
  }
  throw invalidError();
}
