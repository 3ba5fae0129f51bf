import type { KnownLanguage } from '@parley/text';
import type { DataTable } from './data-table.ts';
import type { QuestionWord } from './question-words.ts';

/**
 * A question while it is read against a table: what it says, and how much of it is accounted for so far. Rules read it one after the
 * other; what one has accounted for, the next leaves alone.
 */
export interface ParseState {
  readonly question: string;
  readonly words: readonly QuestionWord[];
  readonly language: KnownLanguage | null;
  readonly table: DataTable;
  /** Stems of each heading. */
  readonly headings: readonly string[][];
  /** Stems of the names of the table and of its file. */
  readonly topics: ReadonlySet<string>;
  /** Columns that the question names; rules add those that are meant, and take away those that only share a word with it. */
  readonly named: Set<number>;
  /** Words that are accounted for. */
  readonly used: Set<QuestionWord>;
}

/** Marks the words of a question that a phrase of it holds as accounted for. */
export function useWords(match: RegExpExecArray, { words, used }: Pick<ParseState, 'words' | 'used'>): void {
  for (const word of words) if (word.start >= match.index && word.start < match.index + match[0].length) used.add(word);
}
