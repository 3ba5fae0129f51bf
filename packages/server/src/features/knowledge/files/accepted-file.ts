import type { CallLabels } from '@parley/contract';

/** A file whose bytes are stored and whose processing has not begun. */
export interface AcceptedFile {
  workspaceId: string;
  id: string;
  sizeBytes: number;
}

export interface BeginOptions {
  filename?: string;
  expiresInSeconds?: number;
  waitMs?: number;
  /** The caller's own user whom the upload names. */
  userId?: string;
}

/** Who pays for what reading a file costs, and the call that brought it. */
export interface BroughtBy {
  keyId: string;
  requestId: string;
  labels?: CallLabels | undefined;
}
