import { mediaEndpoints as endpoints } from '@parley/contract';
import type { GalleryService } from '../../../features/media/gallery-service.ts';
import type { ImageService } from '../../../features/media/image-service.ts';
import type { MediaStore } from '../../../features/media/media-store.ts';
import type { VideoService } from '../../../features/media/video-service.ts';
import { oneHeader } from '../../request-headers.ts';
import { RawReply, type Route, route } from '../../route.ts';

export interface MediaParts {
  images: ImageService;
  videos: VideoService;
  store: MediaStore;
  gallery: GalleryService;
}

export function mediaRoutes({ images, videos, store, gallery }: MediaParts): Route[] {
  return [
    route(endpoints.generateImage, ({ body, call }) => images.generate(body, call)),
    route(endpoints.generateVideo, async ({ body, call }) =>
      body.background
        ? new RawReply({ status: 202, body: await videos.start(body, call) })
        : videos.generate(body, call),
    ),
    route(endpoints.getVideo, ({ params, call }) => videos.get(params.id, call)),
    route(endpoints.cancelVideo, ({ params, call }) => videos.cancel(params.id, call)),
    route(endpoints.listMedia, ({ query, call }) => gallery.list(query, call)),
    route(endpoints.getMediaItem, ({ params, call }) => gallery.get(params.id, call)),
    route(endpoints.getMedia, async ({ params, query, raw }) => {
      const media = await store.open(params.id, params.name, query.token, oneHeader(raw, 'range'));
      const { start, end } = media.range ?? { start: 0, end: media.sizeBytes - 1 };
      const status = media.range ? 206 : 200;
      return new RawReply<200 | 206>({
        status,
        headers: {
          'content-type': media.mediaType,
          'content-length': String(end - start + 1),
          'accept-ranges': 'bytes',
          'cache-control': 'private, max-age=3600, immutable',
          'x-content-type-options': 'nosniff',
          ...(media.range && { 'content-range': `bytes ${start}-${end}/${media.sizeBytes}` }),
        },
        body: media.body,
      });
    }),
  ];
}
