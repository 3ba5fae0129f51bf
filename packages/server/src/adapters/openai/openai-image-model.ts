import { isJsonObject } from '@parley/contract';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import {
  decodeBytes,
  nearestRatio,
  type VendorAccess,
  type VendorRequest,
} from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ImageSource, ModelImage } from '../../ports/image-model.ts';

/** Any server with OpenAI's `/images/generations`. */
export class OpenAIImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;

  constructor(model: string, access: VendorAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const json = { model: this.#model, prompt: request.prompt, n: 1, ...this.#options(request) };
    return this.#ask('generations', { json }, signal);
  }

  async edit(request: ImageRequest, { does, images, mask }: ImageSource, signal: AbortSignal): Promise<ModelImage> {
    const { seed: _seed, ...options } = this.#options(request);
    const fields = Object.entries(options).map(([name, value]) => [name, String(value)] as const);
    const form = {
      model: this.#model,
      n: '1',
      ...Object.fromEntries(fields),
      ...(does === 'edit' && { prompt: request.prompt }),
      ...(mask !== null && { mask }),
      ...(images.length > 1 ? { 'image[]': images } : { image: images }),
    };
    return this.#ask(does === 'edit' ? 'edits' : 'variations', { form }, signal);
  }

  async #ask(what: string, body: Pick<VendorRequest, 'json' | 'form'>, signal: AbortSignal): Promise<ModelImage> {
    const { baseUrl, apiKey, headers, http } = this.#access;
    const answer = await http.json(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/images/${what}`, {
      headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers },
      ...body,
      signal,
    });
    const image: unknown = Array.isArray(answer.data) ? answer.data[0] : undefined;
    if (!isJsonObject(image)) throw invalidError();
    const bytes =
      typeof image.url === 'string' && image.url !== ''
        ? await http.bytes(image.url, { signal })
        : decodeBytes(image.b64_json);
    const usage = isJsonObject(answer.usage) ? answer.usage : null;
    return {
      bytes,
      ...(typeof image.revised_prompt === 'string' && { revisedPrompt: image.revised_prompt }),
      ...(usage !== null && {
        usage: { inputTokens: count(usage.input_tokens), outputTokens: count(usage.output_tokens) },
      }),
    };
  }

  /** OpenAI's own models refuse sizes and fields that they do not know; other servers take what they are asked for. */
  #options({ width, height, seed, format, safetyTolerance }: ImageRequest): Record<string, string | number> {
    if (/^(?:gpt-image|chatgpt-image)/.test(this.#model)) {
      const moderation = safetyTolerance >= 4 ? 'low' : 'auto';
      return {
        size: nearestRatio(['1024x1024', '1536x1024', '1024x1536'], width, height),
        output_format: format,
        moderation,
      };
    }
    if (this.#model === 'dall-e-3')
      return {
        size: nearestRatio(['1024x1024', '1792x1024', '1024x1792'], width, height),
        response_format: 'b64_json',
      };
    if (this.#model === 'dall-e-2') return { size: '1024x1024', response_format: 'b64_json' };
    return { size: `${width}x${height}`, seed, response_format: 'b64_json' };
  }
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
