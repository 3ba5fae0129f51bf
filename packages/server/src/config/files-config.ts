import { availableParallelism } from 'node:os';
import { type ConfigSource, integer } from './config-source.ts';

export interface FilesConfig {
  /** Worker processes that read documents, and files processed at once. */
  processes: number;
  /** From confirmation until a file must be `ready` or `failed`. */
  deadlineMs: number;
}

export function readFilesConfig(source: ConfigSource): FilesConfig {
  const processes = Math.min(4, Math.max(2, availableParallelism() - 1));
  return {
    processes: integer(source, 'FILE_PROCESSES', { default: processes, min: 1, max: 64 }),
    deadlineMs: 1000 * integer(source, 'FILE_DEADLINE_SECONDS', { default: 600, min: 10, max: 86_400 }),
  };
}
