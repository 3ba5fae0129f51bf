import type { ModelSource, PromptDocument } from '../../../ports/language-model.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { EarlierTurn } from '../../../ports/sheet-asking.ts';

export type { EarlierTurn };

/** A text of the request itself. */
export interface TextOfRequest {
  filename: string;
  text: string;
  /** Offsets at which each page begins; absent where pages have no meaning. */
  pageStarts?: number[];
}

export interface FileContextRequest {
  workspaceId: string;
  /** In the order of the request; repeated ids count once. */
  fileIds: readonly string[];
  /** What is asked of the files (the last user message); it ranks the passages. May be empty. */
  query: string;
  /** What was said before it, newest first; it counts less and less. */
  earlier?: readonly EarlierTurn[];
  /**
   * The question that a conversation began with. What is chosen for it is the same in every turn, so that what vendors cache is found
   * again; what `query` needs besides comes as `added`. Absent: all is chosen for `query`.
   */
  opening?: string;
  /** Those of the files that `query` alone needs, in a conversation that began without them: they come last, and all of them as `added`. */
  lateIds?: ReadonlySet<string>;
  /** Texts to answer from besides the files; they are the last documents. */
  texts?: readonly TextOfRequest[];
  /** Tokens for all documents together: whole texts, outlines, facts and passages. */
  budgetTokens: number;
  /**
   * For an engine of this process: it finds passages itself, is shown as much as the budget holds, and gets `texts` as they
   * stand. Default: false.
   */
  isEmbedded?: boolean;
  /** Everything may matter, as for an extraction: the budget is used up with what the question does not name, too. Default: false. */
  isWholeAsked?: boolean;
  /** Pays for a model that puts passages in order, where there is one; without it none is asked. */
  meter?: Meter;
  signal: AbortSignal;
}

/** Turns uploaded files into material for a model. */
export interface FileContext {
  /**
   * Waits up to 30 s for files that are being processed. Smaller files come whole as far as the budget goes; of others
   * the outline and the best passages do, neighbours merged, under one budget for all documents.
   *
   * Throws `file_not_found`, `file_not_ready` or `file_failed`, each with the `file_id` in its fields.
   */
  load(request: FileContextRequest): Promise<PromptDocument[]>;
  /**
   * The passages that carry an answer, best first. What the model named itself comes first, followed by passages of files
   * that speak as much to the question; a model that named nothing found nothing, so the result is `[]`. Without `named`
   * the passages are found by the words of the answer; `[]` when it has none in common with the documents.
   */
  sources(request: FileSourcesRequest): Promise<ModelSource[]>;
}

export interface FileSourcesRequest {
  documents: readonly PromptDocument[];
  query: string;
  answer: string;
  /** The sources that the model named; absent when it names none ever. */
  named?: readonly ModelSource[];
}
