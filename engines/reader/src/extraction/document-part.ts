import type { LabelWord } from './label-words.ts';

/** A stretch of text: UTF-16 offsets, end exclusive. `text` is without marks of emphasis. */
export interface Span {
  text: string;
  start: number;
  end: number;
}

/** A label and the value that belongs to it. */
export interface Entry {
  label: LabelWord[];
  value: Span;
  /** Words of the headings, or keys, that it stands under. */
  context: LabelWord[];
  /** How surely the one belongs to the other: 1 for "label: value". */
  weight: number;
}

/** A table: columns by heading, cells by row and column; an empty cell is an empty text. */
export interface Grid {
  headings: Span[];
  rows: Span[][];
  context: LabelWord[];
  /** Rows above the headings. */
  above?: Span[][];
}

/** Things listed one below the other, and the words that introduce them. */
export interface ListBlock {
  label: LabelWord[];
  items: Span[];
}
