import { AppError } from '../../../lib/app-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { LoadImage } from './message-blocks.ts';

const maxBytes = 20 * 1024 * 1024;
const timeoutMs = 20_000;
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Loads images that requests name by address, through the guarded fetcher. */
export function imageLoader(fetcher: GuardedFetcher): LoadImage {
  return async (url, signal) => {
    const response = await fetcher.fetch(url, { maxBytes, timeoutMs, signal });
    const mediaType =
      String(response.headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim()
        .toLowerCase() ?? '';
    if (response.status !== 200 || !imageTypes.has(mediaType)) {
      throw new AppError('invalid_request', `The address ${url} gave no PNG, JPEG, GIF or WebP image`, {
        title: 'Image could not be loaded',
      });
    }
    return { mediaType, base64: response.body.toString('base64') };
  };
}
