import { nearestRatio, rejectedPrompt, type VendorAccess } from '../../outbound/model-http/vendor-http.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

const ratios = ['1:1', '16:9', '9:16', '21:9', '9:21', '3:2', '2:3', '4:5', '5:4'] as const;
/** Seeds of this vendor end one below ours. */
const largestSeed = 4_294_967_294;

/** Stability's v2beta: `core`, `ultra`, or an sd3 model. */
export class StabilityImageModel implements ImageModel {
  readonly id: string;
  readonly #model: string;
  readonly #access: VendorAccess;

  constructor(model: string, access: VendorAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model.replace(/^stable-image-/, '');
    this.#access = access;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { baseUrl, apiKey, headers, http } = this.#access;
    const isNamed = this.#model === 'core' || this.#model === 'ultra';
    const response = await http.send(
      `${baseUrl.replace(/(?<!\/)\/+$/, '')}/v2beta/stable-image/generate/${isNamed ? this.#model : 'sd3'}`,
      {
        headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), accept: 'image/*', ...headers },
        form: {
          prompt: request.prompt,
          seed: String(Math.min(request.seed, largestSeed)),
          aspect_ratio: nearestRatio(ratios, request.width, request.height),
          output_format: request.format,
          ...(!isNamed && { model: this.#model }),
        },
        signal,
      },
    );
    if (response.headers['finish-reason'] === 'CONTENT_FILTERED') throw rejectedPrompt();
    const seed = Number(response.headers.seed ?? Number.NaN);
    return { bytes: response.body, ...(Number.isInteger(seed) && { seed }) };
  }
}
