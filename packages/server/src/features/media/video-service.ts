import { type GeneratedVideo, type GenerateVideoRequest, maxReferenceBytes, type VideoRun } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { requireModel } from '../../lib/require-model.ts';
import { restoreError, storeError } from '../../lib/stored-error.ts';
import type { Call } from '../../ports/call.ts';
import type { Runs } from '../runs/background/runs.ts';
import { withinLimit } from './generation-limit.ts';
import type { ImageFitter } from './image-fitter.ts';
import { randomSeed } from './image-service.ts';
import type { MediaEngines, VideoEngine } from './media-engines.ts';
import type { MediaStore } from './media-store.ts';
import type { PromptGate } from './prompt-gate.ts';
import type { VideoMaker } from './video-maker.ts';
import type { AcceptedVideo, FinishedVideo, VideoRecord, VideoTypes } from './video-types.ts';

export interface VideoServiceParts {
  runs: Runs<VideoTypes>;
  maker: VideoMaker;
  engines: MediaEngines<VideoEngine>;
  gate: PromptGate;
  fitter: ImageFitter;
  store: MediaStore;
  timeoutMs: number;
}

/** Videos as the API has them: made while the caller waits, or in the background. */
export class VideoService {
  readonly #parts: VideoServiceParts;

  constructor(parts: VideoServiceParts) {
    this.#parts = parts;
  }

  /** Makes a video and waits for it. A caller who leaves ends the work. */
  async generate(body: GenerateVideoRequest, call: Call): Promise<GeneratedVideo> {
    const { runs, maker } = this.#parts;
    const accepted = await this.#accept(body, call);
    await runs.put({ ...accepted, progress: { step: 'rendering', percent: 0 } }, call);
    const run = { ...accepted, workspaceId: call.workspaceId };
    try {
      const { video, bytes } = await maker.make(run, { meter: call.meter, signal: call.signal, onProgress: () => {} });
      await runs.end(run, 'completed', { result: video });
      const url = body.response === 'url' ? this.#address(video, call.origin) : toDataUri(bytes);
      return {
        success: true,
        video_id: run.id,
        video_url: url ?? '',
        status: 'completed',
        prompt: run.request.prompt,
        duration: video.durationSeconds,
        seed: run.request.seed,
        model: video.model,
      };
    } catch (error) {
      if (call.signal.aborted) await runs.end(run, 'cancelled');
      else await runs.end(run, 'failed', { error: storeError(error) });
      throw error;
    }
  }

  /** Checks a request and puts it into the queue. */
  async start(body: GenerateVideoRequest, call: Call): Promise<VideoRun> {
    const accepted = await this.#accept(body, call);
    const run = await this.#parts.runs.start({ ...accepted, progress: { step: 'queued', percent: 0 } }, call);
    return this.#toRun(run, call.origin);
  }

  async get(id: string, { workspaceId, origin }: Call): Promise<VideoRun> {
    return this.#toRun(await this.#parts.runs.get(workspaceId, id), origin);
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(id: string, { workspaceId, origin }: Call): Promise<VideoRun> {
    return this.#toRun(await this.#parts.runs.cancel(workspaceId, id), origin);
  }

  async #accept(body: GenerateVideoRequest, call: Call): Promise<{ id: string; request: AcceptedVideo }> {
    const { engines, gate, timeoutMs } = this.#parts;
    requireModel(call, engines.resolve(body.model).model.id);
    const safetyTolerance = body.safety_tolerance ?? 2;
    await withinLimit('video', { timeoutMs, signal: call.signal }, (signal) =>
      gate.check(body.prompt, safetyTolerance, { meter: call.meter, signal }),
    );
    const id = newId('video');
    const request: AcceptedVideo = {
      prompt: body.prompt,
      size: body.size ?? '1280x720',
      seed: body.seed ?? randomSeed(),
      safetyTolerance,
      model: body.model ?? null,
      referenceKey: await this.#keepReference(body.input_reference, id, call),
      requestId: call.requestId,
    };
    return { id, request };
  }

  async #keepReference(given: string | undefined, id: string, call: Call): Promise<string | null> {
    if (given === undefined) return null;
    const bytes = decodeReference(given);
    try {
      await this.#parts.fitter.measure(bytes, call.signal);
    } catch (error) {
      if (call.signal.aborted) throw error;
      throw invalidReference('is no image that can be read (PNG, JPEG, WebP, GIF)', error);
    }
    const kept = await this.#parts.store.keep({ workspaceId: call.workspaceId, id, name: 'reference', bytes });
    return kept.key;
  }

  #address({ key, expiresAt }: FinishedVideo, origin: string): string | null {
    return this.#parts.store.address({ key, expiresAt }, origin);
  }

  #toRun(
    { id, status, request, progress, result, error, createdAt, finishedAt }: VideoRecord,
    origin: string,
  ): VideoRun {
    const url = result && this.#address(result, origin);
    const failure = error && restoreError(error);
    return {
      success: status !== 'failed',
      video_id: id,
      status,
      prompt: request.prompt,
      progress: status === 'completed' ? { step: 'ended', percent: 100 } : progress,
      created_at: new Date(createdAt).toISOString(),
      finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
      seed: request.seed,
      ...(result && { duration: result.durationSeconds, model: result.model }),
      ...(url && { video_url: url }),
      ...(failure instanceof AppError && { error: failure.title, message: failure.message, code: failure.code }),
    };
  }
}

const toDataUri = (bytes: Uint8Array): string => `data:video/mp4;base64,${Buffer.from(bytes).toString('base64')}`;

function decodeReference(given: string): Buffer {
  const base64 = given.replace(/^data:[^,]*,/, '').replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) throw invalidReference('must be an image as base64 or data URI');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxReferenceBytes) throw invalidReference(`is larger than ${maxReferenceBytes} bytes`);
  return bytes;
}

function invalidReference(problem: string, cause?: unknown): AppError {
  const sentence = `input_reference ${problem}`;
  return new AppError('invalid_request', sentence, { details: sentence, cause });
}
