import { type MediaItem, videoSizes } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../lib/page.ts';
import { restoreError } from '../../lib/stored-error.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Runs } from '../runs/background/runs.ts';
import type { MediaStore } from './media-store.ts';
import type { PictureRepository, PictureRow } from './picture-repository.ts';
import type { VideoRecord, VideoTypes } from './video-types.ts';

export interface GalleryServiceParts {
  pictures: PictureRepository;
  videos: Pick<Runs<VideoTypes>, 'find' | 'list'>;
  store: Pick<MediaStore, 'address'>;
  clock: Clock;
}

type Asker = Pick<Call, 'workspaceId' | 'origin'>;

/** Pictures and videos are listed for so long. */
export const listedMs = 30 * 24 * 60 * 60_000;

/** What was made in a workspace, and what from. */
export class GalleryService {
  readonly #parts: GalleryServiceParts;

  constructor(parts: GalleryServiceParts) {
    this.#parts = parts;
  }

  /** Both kinds in one order: each is read as far as the page may need it. */
  async list(
    { limit = 20, after, kind }: { limit?: number; after?: string; kind?: MediaItem['kind'] },
    call: Asker,
  ): Promise<Page<MediaItem>> {
    const { pictures, videos, clock } = this.#parts;
    const asked = { after: parseCursor(after), limit: limit + 1, since: clock.now() - listedMs };
    const [drawn, filmed] = await Promise.all([
      kind === 'video' ? [] : pictures.list(call.workspaceId, asked),
      kind === 'image' ? [] : videos.list(call.workspaceId, asked),
    ]);
    const items = [
      ...drawn.map((row) => this.#ofPicture(row, call)),
      ...filmed.map((record) => this.#ofVideo(record, call)),
    ].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1));
    return toPage(
      items,
      limit,
      (item) => item,
      ({ created_at, id }) => cursorOf(Date.parse(created_at), id),
    );
  }

  /** Throws `not_found`. */
  async get(id: string, call: Asker): Promise<MediaItem> {
    const { pictures, videos } = this.#parts;
    const picture = await pictures.find(call.workspaceId, id);
    if (picture) return this.#ofPicture(picture, call);
    const video = await videos.find(call.workspaceId, id);
    if (video) return this.#ofVideo(video, call);
    throw new AppError('not_found', `There is no picture or video ${id}; they are listed for 30 days`);
  }

  /** Forgets pictures that are not listed any more; videos go with their runs. */
  async sweep(): Promise<void> {
    const { pictures, clock } = this.#parts;
    await pictures.deleteOlderThan(clock.now() - listedMs);
  }

  #ofPicture(row: PictureRow, { origin }: Asker): MediaItem {
    return {
      id: row.id,
      kind: 'image',
      status: 'completed',
      prompt: row.prompt,
      revised_prompt: row.revised_prompt,
      model: row.model,
      seed: row.seed,
      width: row.width,
      height: row.height,
      format: row.format,
      duration: null,
      progress: 100,
      cost_usd: row.cost_nanos / 1e9,
      request_id: row.request_id,
      url: this.#parts.store.address({ key: row.blob_key, expiresAt: row.expires_at }, origin),
      expires_at: new Date(row.expires_at).toISOString(),
      error: null,
      created_at: new Date(row.created_at).toISOString(),
    };
  }

  #ofVideo({ id, status, request, progress, result, error, createdAt }: VideoRecord, { origin }: Asker): MediaItem {
    return {
      id,
      kind: 'video',
      status,
      prompt: request.prompt,
      revised_prompt: null,
      model: result?.model ?? request.model,
      seed: request.seed,
      ...videoSizes[request.size],
      format: 'mp4',
      duration: result?.durationSeconds ?? null,
      progress: status === 'completed' ? 100 : progress.percent,
      cost_usd: result?.costUsd ?? null,
      request_id: request.requestId,
      url: result && this.#parts.store.address(result, origin),
      expires_at: result && new Date(result.expiresAt).toISOString(),
      error: error && restoreError(error).message,
      created_at: new Date(createdAt).toISOString(),
    };
  }
}
