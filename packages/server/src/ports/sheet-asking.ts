import type { SheetSource } from '@parley/documents';

/** What all rows of a table say to a question. */
export interface SheetFigure {
  /** A sentence that says how it was found. */
  text: string;
  /** The value by itself, when the question asks for one. */
  value?: string;
}

/** Reads a question in words and answers it from all rows of a table, outside the main process. */
export interface SheetAsking {
  /** Null when a word of the question stands for nothing in the table, and when it takes too long. */
  ask(sheet: SheetSource, request: SheetQuestionInWords): Promise<SheetFigure | null>;
}

/** What was said before a question. */
export interface EarlierTurn {
  role: 'user' | 'assistant';
  text: string;
}

export interface SheetQuestionInWords {
  question: string;
  /** What was said before it, newest first; a question that does not stand alone is made whole by it. */
  earlier: readonly EarlierTurn[];
  filename: string;
  /** The file has no other table. */
  isOnly: boolean;
  /** Of two questions in one, what is said to one of them will do. */
  inParts: boolean;
  signal: AbortSignal;
}
