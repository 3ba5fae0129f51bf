import { isJsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import { nearestRatio, poll, rejectedPrompt, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21', '3:2', '2:3', '4:5', '5:4'] as const;
const stableRatios = ['1:1', '16:9', '9:16', '21:9', '9:21', '3:2', '2:3', '4:5', '5:4'] as const;
const pollMs = 700;

/** Fireworks: `workflows/…/text_to_image` answers the picture; Kontext models answer a task. */
export class FireworksImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;
  readonly #pollMs: number;

  constructor(model: string, access: VendorAccess, options: { pollMs?: number } = {}) {
    this.id = `${access.id}/${model}`;
    this.#model = model.includes('/') ? model : `accounts/fireworks/models/${model}`;
    this.#access = access;
    this.#pollMs = options.pollMs ?? pollMs;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { baseUrl, apiKey, headers: extra, http } = this.#access;
    const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/workflows/${this.#model}`;
    const headers = {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      accept: `image/${request.format}`,
      ...extra,
    };
    const isStable = this.#model.includes('stable-diffusion');
    const aspect = nearestRatio(isStable ? stableRatios : ratios, request.width, request.height);
    const json = { prompt: request.prompt, seed: request.seed, aspect_ratio: aspect };
    if (this.#model.includes('kontext'))
      return this.#task(
        url,
        { ...headers, accept: 'application/json' },
        {
          ...json,
          output_format: request.format,
          safety_tolerance: request.safetyTolerance,
          prompt_upsampling: request.isUpsampled,
        },
        signal,
      );
    const response = await http.send(`${url}/text_to_image`, { headers, json, signal });
    if (response.headers['finish-reason'] === 'CONTENT_FILTERED') throw rejectedPrompt();
    const seed = Number(response.headers.seed ?? Number.NaN);
    return { bytes: response.body, ...(Number.isInteger(seed) && { seed }) };
  }

  async #task(url: string, headers: Record<string, string>, json: object, signal: AbortSignal): Promise<ModelImage> {
    const { http } = this.#access;
    const task = await http.json(url, { headers, json, signal });
    if (typeof task.request_id !== 'string') throw invalidError();
    const result = await poll(
      async () => {
        const state = await http.json(`${url}/get_result`, { headers, json: { id: task.request_id }, signal });
        if (state.status === 'Ready') return isJsonObject(state.result) ? state.result : {};
        if (/Moderated/.test(String(state.status))) throw rejectedPrompt(state.status);
        if (/Error|not found/.test(String(state.status)))
          throw new AppError('upstream_error', 'The engine could not finish the picture. Try again.', { cause: state });
        return null;
      },
      this.#pollMs,
      signal,
    );
    if (typeof result.sample !== 'string') throw invalidError();
    return { bytes: await http.bytes(result.sample, { signal }) };
  }
}
