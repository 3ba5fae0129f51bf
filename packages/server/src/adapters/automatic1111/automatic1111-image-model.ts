import { decodeBytes, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

/** Pixels that models of this kind draw well; larger pictures are enlarged afterwards. */
const pixels = 1024 * 1024;

/** Stable Diffusion WebUI (Automatic1111, Forge) on one's own machine. */
export class Automatic1111ImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;

  constructor(model: string, access: VendorAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { baseUrl, apiKey, headers, http } = this.#access;
    const shrink = Math.min(1, Math.sqrt(pixels / (request.width * request.height)));
    const step = (side: number) => Math.round((side * shrink) / 8) * 8;
    const answer = await http.json(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/sdapi/v1/txt2img`, {
      // `--api-auth user:password` is the only access control that it has.
      headers: {
        ...(apiKey !== undefined && { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` }),
        ...headers,
      },
      json: {
        prompt: request.prompt,
        seed: request.seed,
        width: step(request.width),
        height: step(request.height),
        batch_size: 1,
        n_iter: 1,
        ...(this.#model !== 'default' && { override_settings: { sd_model_checkpoint: this.#model } }),
      },
      signal,
    });
    return { bytes: decodeBytes(Array.isArray(answer.images) ? answer.images[0] : undefined) };
  }
}
