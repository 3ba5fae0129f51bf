import { isJsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import { nearestRatio, poll, rejectedPrompt, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

const pollMs = 500;
const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;
const largestSide = 1440;

/** Black Forest Labs: a task that is asked about until it is ready. */
export class BflImageModel implements ImageModel {
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

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { baseUrl, apiKey, headers: extra, http } = this.#access;
    const base = baseUrl.replace(/(?<!\/)\/+$/, '');
    const headers = { ...(apiKey !== undefined && { 'x-key': apiKey }), ...extra };
    const json = {
      prompt: request.prompt,
      seed: request.seed,
      prompt_upsampling: request.isUpsampled,
      safety_tolerance: request.safetyTolerance,
      output_format: request.format,
      ...this.#size(request),
    };
    const task = await http.json(`${base}/${this.#model}`, { headers, json, signal });
    if (typeof task.id !== 'string') throw invalidError();
    const address =
      typeof task.polling_url === 'string' ? task.polling_url : `${base}/get_result?id=${encodeURIComponent(task.id)}`;
    // The polling address may name another of the vendor's hosts, so the key goes to that vendor only.
    const keyed = isSameVendor(address, base) ? headers : {};
    const result = await poll(
      () => http.json(address, { headers: keyed, signal }).then(readyResult),
      this.#pollMs,
      signal,
    );
    if (typeof result.sample !== 'string') throw invalidError();
    return {
      bytes: await http.bytes(result.sample, { signal }),
      ...(typeof result.seed === 'number' && { seed: result.seed }),
      ...(request.isUpsampled && typeof result.prompt === 'string' && { revisedPrompt: result.prompt }),
    };
  }

  /** `ultra` and `kontext` take ratios; the others width and height in steps of 32 up to 1440. */
  #size({ width, height }: ImageRequest): object {
    if (/ultra|kontext/.test(this.#model)) return { aspect_ratio: nearestRatio(ratios, width, height) };
    const shrink = Math.min(1, largestSide / Math.max(width, height));
    const step = (side: number) => Math.max(256, Math.round((side * shrink) / 32) * 32);
    return { width: step(width), height: step(height) };
  }
}

function readyResult(state: Record<string, unknown>): Record<string, unknown> | null {
  switch (state.status) {
    case 'Ready':
      return isJsonObject(state.result) ? state.result : {};
    case 'Request Moderated':
    case 'Content Moderated':
      throw rejectedPrompt(state.status);
    case 'Error':
    case 'Task not found':
      throw new AppError('upstream_error', 'The engine could not finish the picture. Try again.', { cause: state });
    default:
      return null;
  }
}

function isSameVendor(address: string, base: string): boolean {
  if (!URL.canParse(address)) return false;
  const domain = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.');
  return domain(address) === domain(base);
}
