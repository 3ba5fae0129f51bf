import { APIError, ParleyError } from '../errors.ts';
import type {
  GeneratedImage,
  GeneratedVideo,
  GenerateImageRequest,
  GenerateVideoRequest,
  VideoProgress,
  VideoRun,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { pollUntil } from '../poll.ts';
import type { WaitOptions } from './research.ts';

/** Pictures from words. */
export class ImagesResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  generate(request: GenerateImageRequest, options?: RequestOptions): Promise<GeneratedImage> {
    return this.#client.request('generateImage', { body: request }, options);
  }
}

type Request = Omit<GenerateVideoRequest, 'background'>;

/** Videos from words. */
export class VideosResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Makes a video in one call, which takes as long as the making. */
  async create(request: Request, options?: RequestOptions): Promise<GeneratedVideo> {
    const video = await this.#client.request('generateVideo', { body: request }, options);
    if ('progress' in video) throw new ParleyError('invalid_reply', 'The service makes the video in the background');
    return video;
  }

  /** Begins in the background. */
  async start(request: Request, options?: RequestOptions): Promise<VideoRun> {
    const run = await this.#client.request('generateVideo', { body: { ...request, background: true } }, options);
    if ('progress' in run) return run;
    throw new ParleyError('invalid_reply', 'The service made the video at once');
  }

  /** Waits for a video. Throws `APIError` when it failed or was cancelled. */
  async wait(videoId: string, options: WaitOptions<VideoProgress> = {}): Promise<VideoRun & { video_url: string }> {
    const run = await pollUntil(
      (signal) => this.get(videoId, { ...options, signal }),
      ({ status }) => status !== 'queued' && status !== 'running',
      { ...options, wait: this.#client.settings.wait, onLook: ({ progress }) => options.onProgress?.(progress) },
    );
    const { video_url } = run;
    if (video_url === undefined) throw APIError.fromEvent({ ...run }, new Headers());
    return { ...run, video_url };
  }

  /** Begins in the background and waits. */
  async generate(
    request: Request,
    options: WaitOptions<VideoProgress> = {},
  ): Promise<VideoRun & { video_url: string }> {
    const { video_id } = await this.start(request, options);
    return this.wait(video_id, options);
  }

  get(videoId: string, options?: RequestOptions): Promise<VideoRun> {
    return this.#client.request('getVideo', { params: { id: videoId } }, options);
  }

  cancel(videoId: string, options?: RequestOptions): Promise<VideoRun> {
    return this.#client.request('cancelVideo', { params: { id: videoId } }, options);
  }
}
