import type { OcrBlock } from './ocr-block.ts';

/** What a worker process is asked to read. */
export interface ReadingTask {
  /** An encoded image. */
  image: Uint8Array;
  languages: readonly string[];
  /** Where language data is unpacked to. */
  dataFolder: string;
  /** Page of an image that has several, from 0. Default 0. */
  page?: number;
  /** Whether the upright page is wanted as a JPEG. */
  withImage: boolean;
}

/** One page as read on this machine. */
export interface PageReading {
  /** Pages of the image: of a TIFF that has several. */
  pages: number;
  markdown: string;
  text: string;
  /** 0 to 1; 0 when nothing was read. */
  confidence: number;
  /** Of the upright page, in pixels. */
  width: number;
  height: number;
  blocks: OcrBlock[];
  /** Lines with their confidence, for checks against other readings. */
  lines: { text: string; confidence: number }[];
  /** Nothing is drawn on the page. */
  isBlank: boolean;
  /** The engine that read the page: `pp-ocr`, or `tesseract` for scripts that it does not know. */
  model: string;
  jpeg: Uint8Array | null;
}
