import { type ConfigSource, integer } from './config-source.ts';

export interface BatchConfig {
  /** Lines that are called at once in this process. */
  concurrency: number;
}

export const readBatchConfig = (source: ConfigSource): BatchConfig => ({
  concurrency: integer(source, 'BATCH_CONCURRENCY', { default: 4, min: 1, max: 1000 }),
});
