import type { ModelSource, PromptDocument } from '../../ports/language-model.ts';

export interface FileContextRequest {
  workspaceId: string;
  /** In the order of the request; repeated ids count once. */
  fileIds: readonly string[];
  /** What is asked of the files (the last user message); it ranks the passages. May be empty. */
  query: string;
  /** Tokens for all files together. */
  budgetTokens: number;
  signal: AbortSignal;
}

/** Turns uploaded files into material for a model. */
export interface FileContext {
  /**
   * Waits up to 30 s for files that are being processed. A file whose whole text fits the budget comes whole; otherwise
   * its outline and its best passages do, neighbours merged, under one budget for all files.
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
