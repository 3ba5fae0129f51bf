import { SketchImageModel, sketchId } from '../adapters/sketch/sketch-image-model.ts';
import { SketchVideoModel } from '../adapters/sketch/sketch-video-model.ts';
import { GalleryService } from '../features/media/gallery-service.ts';
import { ImageService, type ImageServiceParts } from '../features/media/image-service.ts';
import {
  engineNames,
  type ImageEngine,
  MediaEngines,
  mediaPriceOf,
  type VideoEngine,
} from '../features/media/media-engines.ts';
import { MediaStore } from '../features/media/media-store.ts';
import { PictureRepository } from '../features/media/picture-repository.ts';
import { PoolImageFitter } from '../features/media/pool-image-fitter.ts';
import { PromptGate } from '../features/media/prompt-gate.ts';
import { blockedTermLists } from '../features/media/term-list.ts';
import { videoKind } from '../features/media/video-kind.ts';
import { VideoMaker } from '../features/media/video-maker.ts';
import { VideoService } from '../features/media/video-service.ts';
import { costOf } from '../features/money/billing/cost.ts';
import { enginePrices } from '../features/money/billing/engine-prices.ts';
import { mediaRoutes } from '../http/routes/media/media-routes.ts';
import { UrlSigner } from '../lib/signed-url.ts';
import { openMediaPools } from './media-pools.ts';
import { createMediaVendors } from './media-vendors.ts';
import type { NamedEngines } from './named-engines.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

const sweepMs = 15 * 60_000;
const forgottenAtOnce = 200;

/** Pictures and video. Nothing heavy is loaded before the first of them. */
export function composeMedia(
  platform: Platform,
  { runs, engines, permit }: { runs: RunRoom; engines: NamedEngines; permit: ImageServiceParts['permit'] },
) {
  const { blobs, clock, config, database, logger, secrets } = platform;
  const settings = config.media;
  const { pictures, films } = openMediaPools(settings, platform.openProcesses);
  const vendors = createMediaVendors(platform);
  const images = new MediaEngines<ImageEngine>(
    'image',
    engineNames(settings.image, settings.moreImages, sketchId).map((id) => ({
      model: id === sketchId ? new SketchImageModel(pictures) : vendors.image(id),
      price: mediaPriceOf(settings.prices, id),
    })),
    settings.image,
    (name) => {
      const model = engines.image(name);
      return model && { model, ...livePrice(model.id, engines) };
    },
  );
  const videos = new MediaEngines<VideoEngine>(
    'video',
    engineNames(settings.video, settings.moreVideos, sketchId).map((id) => ({
      model: id === sketchId ? new SketchVideoModel(films.pool) : vendors.video(id),
      price: mediaPriceOf(settings.prices, id),
    })),
    settings.video,
  );
  const store = new MediaStore({ blobs, clock, signer: new UrlSigner(secrets, 'media') });
  const gate = new PromptGate(blockedTermLists(settings.moderation), vendors.moderators());
  const fitter = new PoolImageFitter(pictures);
  const drawn = new PictureRepository({ db: database.db });
  const timeoutMs = settings.videoTimeoutMs;
  const maker = new VideoMaker({ engines: videos, store, blobs, timeoutMs, seconds: settings.videoSeconds });
  const videoRuns = runs.open(videoKind({ maker, store, timeoutMs }));
  const gallery = new GalleryService({ pictures: drawn, videos: videoRuns, store, clock });
  const sweep = async () => {
    await gallery.sweep().catch((error: unknown) => logger.error({ error }, 'the gallery could not be swept'));
    await store.sweep().catch((error: unknown) => logger.error({ error }, 'old media could not be removed'));
  };
  const timer = setInterval(() => void sweep(), sweepMs).unref();
  const imageService = new ImageService({
    engines: images,
    gate,
    fitter,
    store,
    pictures: {
      // A picture that was paid for goes out whether it can be listed or not.
      insert: (row) =>
        drawn.insert(row).catch((error: unknown) => logger.error({ error }, 'a picture could not be listed')),
    },
    clock,
    timeoutMs: settings.imageTimeoutMs,
    permit,
    inTurn: engines.inTurn,
    embeddedId: sketchId,
  });
  return {
    images: imageService,
    routes: mediaRoutes({
      images: imageService,
      videos: new VideoService({ runs: videoRuns, maker, engines: videos, gate, fitter, store, timeoutMs }),
      store,
      gallery,
    }),
    /** Begins the sweeps. */
    start: () => void sweep(),
    async remove({ workspaceId, id }: { workspaceId: string; id: string }) {
      await store.forget({ workspaceId, id });
      await drawn.delete(workspaceId, [id]);
    },
    async forgetUser(user: { workspaceId: string; userId: string }) {
      for (;;) {
        const found = await drawn.ofUser(user, forgottenAtOnce);
        for (const { id, workspace_id: workspaceId } of found) await store.forget({ workspaceId, id });
        if (found.length === 0) return;
        const ids = found.map(({ id }) => id);
        await drawn.delete(user.workspaceId, ids);
      }
    },
    async forgetWorkspace(workspaceId: string) {
      await drawn.deleteWorkspace(workspaceId);
      await store.forgetWorkspace(workspaceId);
    },
    async close() {
      clearInterval(timer);
      await Promise.all([pictures.close(), films.close(), vendors.close()]);
    },
  };
}

/** As the provider's `upstream_prices` say: `request` for a picture, and the tokens that its vendor counts. */
function livePrice(id: string, engines: NamedEngines): Pick<ImageEngine, 'price' | 'costOfTokens'> {
  const { request, ...prices } = enginePrices(id, engines.priced);
  return {
    price: { costUsd: request, upstreamCostUsd: request },
    costOfTokens: (usage) => costOf({ ...prices, request: 0 }, { ...usage, cachedTokens: 0 }),
  };
}
