import type { JsonObject } from '@parley/contract';

/** Names the file of a job. */
export interface FileJob extends JsonObject {
  workspace_id: string;
  file_id: string;
}

export const processFileKind = 'process-file';
/** Of sound, which takes minutes of a vendor and nothing of this machine: it holds up no documents. */
export const hearFileKind = 'hear-file';

export const fileJobId = (fileId: string): string => `file-${fileId}`;
export const hearJobId = (fileId: string): string => `hear-${fileId}`;

/** How long an accepted file may wait for its turn; its time for being read begins with the first try. */
export const queueMs = 24 * 60 * 60_000;
