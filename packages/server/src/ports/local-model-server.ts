import type { LocalModel } from '@parley/contract';

export interface DownloadProgress {
  /** What the server does, in its words. */
  step: string;
  completedBytes: number;
  /** Null before the server has told it. */
  totalBytes: number | null;
}

/** A server of language models that fetches and deletes them. */
export interface LocalModelServer {
  /** First part of the names of its models. */
  provider: string;
  /** Null when what answers is no such server, or nothing answers where none was set up. Throws an `upstream_*` code. */
  list(signal: AbortSignal): Promise<LocalModel[] | null>;
  /** Ends when the model is there. Throws `not_found` for an unknown name, else an `upstream_*` code. */
  pull(name: string, onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<void>;
  /** Throws `not_found` when it is not there, else an `upstream_*` code. */
  remove(name: string, signal: AbortSignal): Promise<void>;
}
