import type { OpenAIImageEvent, OpenAIImageRequest, OpenAIImages } from '@parley/contract';
import type { Call } from '../../../../ports/call.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ImageRequest, ImageSource } from '../../../../ports/image-model.ts';
import type { FinishedImage, ImageService } from '../../../media/image-service.ts';
import { invalid } from '../refusals.ts';

type CompletedImage = Extract<OpenAIImageEvent, { type: 'image_generation.completed' }>;

const usualSize = '1024x1024';
const usualTolerance = 2;
const lowModerationTolerance = 4;

/** Pictures in the shape of OpenAI, drawn as those of `POST /v1/generate-image`. */
export class OpenAIImageService {
  readonly #images: Pick<ImageService, 'draw' | 'randomSeed'>;
  readonly #clock: Clock;

  constructor({ images, clock }: { images: Pick<ImageService, 'draw' | 'randomSeed'>; clock: Clock }) {
    this.#images = images;
    this.#clock = clock;
  }

  /** Throws what drawing throws, and 400 naming a parameter that no engine here can honour. */
  async create(body: OpenAIImageRequest, call: Call, source: ImageSource | null = null): Promise<OpenAIImages> {
    const drawn = await Promise.all(this.#draw(body, call, source));
    const [first] = drawn;
    if (!first) throw new Error('no picture was drawn');
    const hasBoth = typeof body.response_format !== 'string';
    const data = drawn.map(({ bytes, url, revisedPrompt }) => ({
      ...((hasBoth || body.response_format === 'b64_json') && { b64_json: toBase64(bytes) }),
      ...((hasBoth || body.response_format === 'url') && { url }),
      ...(revisedPrompt !== undefined && { revised_prompt: revisedPrompt }),
    }));
    const warnings = [...new Set(drawn.flatMap((one) => one.warnings))];
    return {
      created: this.#seconds(),
      data,
      ...pictureOf(body),
      usage: usageOf(drawn),
      model: first.model,
      ...(warnings.length > 0 && { warnings }),
    };
  }

  /** Each picture as soon as it is drawn, in order. */
  async *stream(body: OpenAIImageRequest, call: Call): AsyncGenerator<CompletedImage> {
    for (const drawing of this.#draw(body, call)) {
      const drawn = await drawing;
      yield {
        type: 'image_generation.completed',
        b64_json: toBase64(drawn.bytes),
        created_at: this.#seconds(),
        ...pictureOf(body),
        usage: usageOf([drawn]),
      };
    }
  }

  /** All at once; when one fails nobody waits for the others, and they are ended. */
  #draw(body: OpenAIImageRequest, call: Call, source: ImageSource | null = null): Promise<FinishedImage>[] {
    requireKnown(body);
    const failed = new AbortController();
    const own: Call = { ...call, signal: AbortSignal.any([call.signal, failed.signal]) };
    const asked = () => ({ ...this.#requestOf(body), ...(source?.does === 'variation' && { prompt: '' }) });
    const drawings = Array.from({ length: body.n ?? 1 }, () =>
      this.#images.draw(asked(), body.model ?? undefined, own, { source, provider: body.provider }),
    );
    for (const drawing of drawings) drawing.catch((error) => failed.abort(error));
    return drawings;
  }

  #requestOf({ prompt, moderation, ...body }: OpenAIImageRequest): ImageRequest {
    const { size, output_format: format } = pictureOf(body);
    const [width = 1024, height = 1024] = size.split('x').map(Number);
    return {
      prompt,
      width,
      height,
      format,
      seed: this.#images.randomSeed(),
      isUpsampled: false,
      safetyTolerance: moderation === 'low' ? lowModerationTolerance : usualTolerance,
    };
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1000);
  }
}

/** The pictures would be others than the ones that were asked for. */
function requireKnown({ quality, background, style, output_format, output_compression }: OpenAIImageRequest): void {
  if (background === 'transparent') throw refused('background', 'auto or opaque');
  if (output_format === 'webp') throw refused('output_format', 'png or jpeg');
  if (style === 'natural') throw refused('style', 'vivid');
  if (typeof output_compression === 'number' && output_compression !== 100) throw refused('output_compression', '100');
  if (quality === 'low' || quality === 'high' || quality === 'hd') throw refused('quality', 'auto, standard or medium');
}

const refused = (param: string, allowed: string) => invalid(param, `can only be ${allowed} here`);

function pictureOf({ size, output_format: format }: Pick<OpenAIImageRequest, 'size' | 'output_format'>) {
  return {
    background: 'opaque' as const,
    output_format: format === 'jpeg' ? ('jpeg' as const) : ('png' as const),
    quality: 'medium' as const,
    size: typeof size === 'string' && size !== 'auto' ? size : usualSize,
  };
}

function usageOf(drawn: readonly FinishedImage[]): OpenAIImages['usage'] {
  const input = drawn.reduce((sum, { usage }) => sum + usage.inputTokens, 0);
  const output = drawn.reduce((sum, { usage }) => sum + usage.outputTokens, 0);
  const input_tokens_details = { text_tokens: input, image_tokens: 0 };
  return { total_tokens: input + output, input_tokens: input, output_tokens: output, input_tokens_details };
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
