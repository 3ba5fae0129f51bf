import type { JsonObject } from '@parley/contract';

/** Names the file of a job. */
export interface FileJob extends JsonObject {
  workspace_id: string;
  file_id: string;
}

export const processFileKind = 'process-file';

export const fileJobId = (fileId: string): string => `file-${fileId}`;
