import type { PageLayout } from './read-document.ts';

/** Reads the text of a picture. The OCR service is one; documents without OCR are read with none. */
export interface PageRecognizer {
  /** What the metadata names as the way a page was read. */
  readonly method: string;
  /** Pages of one document that it is given at once. Default 1. */
  readonly pagesAtOnce?: number;
  /**
   * Reads one encoded image, or the page `page` (from 0) of one that has several. A picture without text gives empty strings, never an error and
   * never invented text.
   */
  recognize(image: Uint8Array, options: { signal?: AbortSignal | undefined; page?: number }): Promise<RecognizedPage>;
}

/** Where a page's words stand, to be kept beside its text; absent where the recognizer does not tell. */
export function layoutOf({ width, height, confidence, blocks }: RecognizedPage): { layout?: PageLayout } {
  if (width === undefined || height === undefined || blocks === undefined) return {};
  return { layout: { width, height, confidence: confidence ?? 0, blocks } };
}

export interface RecognizedPage {
  markdown: string;
  /** The same without marks. */
  text: string;
  /** 0 to 1; null when nothing was recognised. */
  confidence: number | null;
  /** Where it stands on the upright page, in pixels, where the recognizer tells. */
  width?: number;
  height?: number;
  blocks?: readonly object[];
}
