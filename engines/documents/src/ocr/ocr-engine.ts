import type { Script } from './scripts.ts';

/** Pixels in memory: three bytes (red, green, blue) a pixel, rows from the top. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Brightness in memory: one byte a pixel (0 black, 255 white), rows from the top. */
export interface GrayRaster {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface Point {
  x: number;
  y: number;
}

/** Four corners in reading direction of the text inside: top left, top right, bottom right, bottom left. Pixels. */
export type Quad = readonly [Point, Point, Point, Point];

/** Upright rectangle in pixels, origin top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One word (in scripts without spaces: one run of characters) as an engine read it. */
export interface ReadWord {
  text: string;
  box: Box;
  /** 0 to 1. */
  confidence: number;
}

/** One line of text as an engine read it, words in reading order. */
export interface ReadLine {
  words: ReadWord[];
  box: Box;
  /** 0 to 1. */
  confidence: number;
  /** The engine that read it. */
  engine: string;
}

/** Reads a whole upright page on this machine. Throws only `DocumentError`. */
export interface PageOcrEngine {
  /** Short name that appears in results, for example `tesseract`. */
  readonly id: string;
  /** Reads a page with the given languages (ISO 639-2 codes, as in `OCR_LANGUAGES`); the best-known one first. */
  read(page: GrayRaster, languages: readonly string[]): Promise<ReadLine[]>;
  close(): Promise<void>;
}

/** An engine that works line by line: it finds where text stands and reads single lines, in any direction. */
export interface LineOcrEngine {
  /** Short name that appears in results, for example `pp-ocr`. */
  readonly id: string;
  /** What it reads; letters of other scripts come out as those that look most like them, less surely. */
  readonly scripts: ReadonlySet<Script>;
  /** Where lines of text stand, in no particular order. */
  findLines(page: Raster): Promise<FoundLine[]>;
  /** By which quarter turn a whole page becomes upright, told by its looks; of a few lines it is not sure. Cheaper than `uprightness`. */
  pageTurns(page: Raster): Promise<PageTurns>;
  /** For each quad, how likely its text stands upright rather than on its head, 0 to 1. Far cheaper than reading. */
  uprightness(page: Raster, quads: readonly Quad[]): Promise<number[]>;
  /** Reads the text of each quad; the order of the answers is that of the quads. */
  readLines(page: Raster, quads: readonly Quad[]): Promise<ReadLine[]>;
  close(): Promise<void>;
}

export interface PageTurns {
  /** Quarter turns clockwise that make the page upright. */
  turns: 0 | 1 | 2 | 3;
  /** 0 to 1. */
  confidence: number;
}

export interface FoundLine {
  quad: Quad;
  /** How sure the engine is that this is text, 0 to 1. */
  score: number;
}

/** A reader elsewhere (a vision model, an OCR service) that answers a page as Markdown, without positions. */
export interface RemotePageReader {
  /** `vendor/model`, as it appears in results. */
  readonly id: string;
  /** Throws only errors with a code, `upstream_*` or `ocr_*`. */
  read(image: { bytes: Uint8Array; mediaType: string }, signal: AbortSignal): Promise<RemotePage>;
}

export interface RemotePage {
  markdown: string;
  /** False when the reader broke off before the end of the page, by a limit or a filter. */
  isWhole: boolean;
  usage: { inputTokens: number; outputTokens: number };
}
