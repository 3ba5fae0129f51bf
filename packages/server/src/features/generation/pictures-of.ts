import type { GenerationRequest } from './generation-request.ts';

/** What a request says of pictures, in our words. */
export function picturesOf(request: {
  page_images?: number[] | undefined;
  image_detail?: 'low' | 'high' | 'auto' | undefined;
}): Pick<GenerationRequest, 'pageImages' | 'imageDetail'> {
  return { pageImages: request.page_images, imageDetail: request.image_detail };
}
