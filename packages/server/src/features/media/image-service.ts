import { randomInt } from 'node:crypto';
import { type GeneratedImage, type GenerateImageRequest, imageSizes, type OpenAIImageRequest } from '@parley/contract';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { InTurn } from '../../lib/in-turn.ts';
import { requireModel } from '../../lib/require-model.ts';
import { TaskError } from '../../lib/task-error.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageModel, ImageRequest, ImageSource, ModelImage } from '../../ports/image-model.ts';
import { withinLimit } from './generation-limit.ts';
import type { ImageFitter } from './image-fitter.ts';
import type { ImageEngine, MediaEngines } from './media-engines.ts';
import type { MediaStore } from './media-store.ts';
import type { PictureRepository } from './picture-repository.ts';
import type { PromptGate } from './prompt-gate.ts';

export interface ImageServiceParts {
  engines: MediaEngines<ImageEngine>;
  gate: PromptGate;
  fitter: ImageFitter;
  store: MediaStore;
  pictures: Pick<PictureRepository, 'insert'>;
  clock: Clock;
  timeoutMs: number;
  /** Throws where `provider` of the call does not let it go to an engine. */
  permit(engine: string, provider: OpenAIImageRequest['provider']): void;
  /** The chain of a route, for a call that names one. */
  inTurn: InTurn;
  /** The engine whose pictures have the wanted size and format already. */
  embeddedId: string;
}

const seeds = 2 ** 32;
const noTokens = { inputTokens: 0, outputTokens: 0 };

export const randomSeed = (): number => randomInt(seeds);

export interface DrawOptions {
  /** What it is made of. Default: words alone. */
  source?: ImageSource | null;
  /** Where the call may go. */
  provider?: OpenAIImageRequest['provider'];
}

/** A picture as other shapes of the API want it. */
export interface FinishedImage {
  id: string;
  bytes: Uint8Array;
  url: string;
  seed: number;
  revisedPrompt: string | undefined;
  /** What of the prompt is not in it. */
  warnings: string[];
  model: string;
  /** As it was metered; zeros where the engine counts no tokens. */
  usage: { inputTokens: number; outputTokens: number };
}

/** Draws pictures from words. */
export class ImageService {
  readonly #parts: ImageServiceParts;

  constructor(parts: ImageServiceParts) {
    this.#parts = parts;
  }

  async generate(body: GenerateImageRequest, call: Call): Promise<GeneratedImage> {
    const size = imageSizes[body.aspect_ratio ?? '16:9'];
    const request: ImageRequest = {
      prompt: body.prompt,
      ...size,
      format: body.output_format ?? 'jpeg',
      seed: body.seed ?? randomSeed(),
      isUpsampled: body.prompt_upsampling ?? false,
      safetyTolerance: body.safety_tolerance ?? 2,
    };
    const image = await this.draw(request, body.model, call);
    return {
      success: true,
      image_url: image.url,
      image_base64: Buffer.from(image.bytes).toString('base64'),
      request_id: call.requestId,
      seed: image.seed,
      ...(image.revisedPrompt !== undefined && { revised_prompt: image.revisedPrompt }),
      model: image.model,
      ...size,
      ...(image.warnings.length > 0 && { warnings: image.warnings }),
    };
  }

  randomSeed(): number {
    return randomSeed();
  }

  /** Any size; used by every shape of the API that draws. */
  draw(request: ImageRequest, model: string | undefined, call: Call, options?: DrawOptions): Promise<FinishedImage> {
    return this.#parts.inTurn(model, (engine) => this.#draw(request, engine ?? undefined, call, options));
  }

  async #draw(
    request: ImageRequest,
    model: string | undefined,
    call: Call,
    { source = null, provider }: DrawOptions = {},
  ): Promise<FinishedImage> {
    const { engines, gate, store, pictures, clock, timeoutMs } = this.#parts;
    const engine = engines.resolve(model);
    requireModel(call, engine.model.id);
    this.#parts.permit(engine.model.id, provider);
    if (source !== null && engine.model.edit === undefined) throw cannotEdit(engine.model.id);
    await call.meter.reserve({ costUsd: engine.price.costUsd, tokens: 0, model: engine.model.id });
    const options = { timeoutMs, signal: call.signal };
    const { image, bytes, costUsd } = await withinLimit('image', options, async (signal) => {
      if (request.prompt !== '')
        await gate.check(request.prompt, request.safetyTolerance, { meter: call.meter, signal });
      if (source !== null) await this.#check(source, signal);
      call.meter.trace.asks(engine.model.id, 'else');
      const drawn = await (source !== null && engine.model.edit
        ? engine.model.edit(request, source, signal)
        : engine.model.generate(request, signal));
      const paid = meter(engine, drawn, call);
      return { image: drawn, costUsd: paid, bytes: await this.#fitted(engine.model, drawn, request, signal) };
    });
    const id = newId('image');
    const name = request.format === 'png' ? 'image.png' : 'image.jpg';
    const kept = await store.keep({ workspaceId: call.workspaceId, id, name, bytes });
    await pictures.insert({
      id,
      workspace_id: call.workspaceId,
      key_id: call.keyId,
      user_id: call.userId ?? null,
      request_id: call.requestId,
      prompt: request.prompt,
      revised_prompt: image.revisedPrompt ?? null,
      model: engine.model.id,
      seed: image.seed ?? request.seed,
      width: request.width,
      height: request.height,
      format: request.format,
      cost_nanos: Math.round(costUsd * 1e9),
      blob_key: kept.key,
      expires_at: kept.expiresAt,
      created_at: clock.now(),
    });
    return {
      id,
      bytes,
      url: store.address(kept, call.origin) ?? '',
      seed: image.seed ?? request.seed,
      revisedPrompt: image.revisedPrompt,
      warnings: image.warnings ?? [],
      model: engine.model.id,
      usage: image.usage ?? noTokens,
    };
  }

  /** What is no picture is told here, and never sent. */
  async #check({ images, mask }: ImageSource, signal: AbortSignal): Promise<void> {
    for (const bytes of mask === null ? images : [...images, mask]) {
      const param = bytes === mask ? 'mask' : 'image';
      await this.#parts.fitter.measure(bytes, signal).catch((cause: unknown) => {
        if (signal.aborted || !isUnreadable(cause)) throw cause;
        throw new AppError('invalid_request', `${param} is no picture that can be read (PNG, JPEG, WebP)`, {
          param,
          cause,
        });
      });
    }
  }

  async #fitted(model: ImageModel, image: ModelImage, request: ImageRequest, signal: AbortSignal): Promise<Uint8Array> {
    if (model.id === this.#parts.embeddedId) return image.bytes;
    const { width, height, format } = request;
    return this.#parts.fitter.fit(image.bytes, { width, height, format }, signal);
  }
}

/** Not what a process that could not be started says of any picture. */
const isUnreadable = (error: unknown): boolean =>
  isAppError(error, 'invalid_image') && error.cause instanceof TaskError && error.cause.reason === 'task';

const cannotEdit = (id: string): AppError =>
  new AppError(
    'invalid_request',
    `${id} makes no picture of another. Name a model that does, such as openai/gpt-image-1; IMAGE_ENGINE and media.image in parley.config.json set one up.`,
    { param: 'model' },
  );

function meter({ model, price, costOfTokens }: ImageEngine, image: ModelImage, call: Call): number {
  const { inputTokens, outputTokens } = image.usage ?? noTokens;
  const more = costOfTokens?.({ inputTokens, outputTokens }) ?? 0;
  const costUsd = price.costUsd + more;
  call.meter.add({
    model: model.id,
    usage: { inputTokens, cachedTokens: 0, outputTokens },
    costUsd,
    upstreamCostUsd: image.upstreamCostUsd ?? price.upstreamCostUsd + more,
  });
  return costUsd;
}
