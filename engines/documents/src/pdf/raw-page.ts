import type { LetterCounts } from './lost-letters.ts';

/** A rectangle in points from the top left corner of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run of text as the page draws it: one or more words of one font on one line, without a wide gap. */
export interface TextRun extends Box {
  text: string;
  fontSize: number;
  isBold: boolean;
  isItalic: boolean;
  isMonospaced: boolean;
  /** The name of its font; absent where it is not known. */
  font?: string;
  /** The boxes of its words; absent where they were not asked for. */
  words?: Box[];
  /** Clockwise, in degrees. */
  rotation: number;
}

/** A straight horizontal or vertical line, or the thin filled rectangle that looks like one. */
export interface Rule {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** What one page draws, before it is understood. */
export interface RawPage {
  number: number;
  width: number;
  height: number;
  runs: TextRun[];
  /** Characters of the text layer as LiteParse counts them, with or without its spaces; 0 when it did not count. */
  textLength: number;
  /** The letters of the text layer as PDFium gives them; absent where they were not compared with the runs. */
  letters?: LetterCounts;
  rules: Rule[];
  /** Filled areas: table cells with a ground colour, bars of charts. */
  fills: Box[];
  links: { box: Box; address: string }[];
  hasFullPageImage: boolean;
  /** Share of the page under images, 0 to 1. */
  imageCoverage: number;
  isGarbled: boolean;
  /** Nothing at all is drawn. */
  isBlank: boolean;
}
