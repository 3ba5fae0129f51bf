import { type ConfigSource, integer, text } from './config-source.ts';

export interface BatchConfig {
  /** Lines that are called at once in this process. */
  concurrency: number;
  /** Providers whose own batches are used, where their vendor has them. */
  vendors: readonly string[];
  /** How often a vendor is asked whether its batch has ended. */
  lookMs: number;
}

export const readBatchConfig = (source: ConfigSource): BatchConfig => ({
  concurrency: integer(source, 'BATCH_CONCURRENCY', { default: 4, min: 1, max: 1000 }),
  vendors: (text(source, 'VENDOR_BATCHES') ?? 'openai,anthropic')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none'),
  lookMs: integer(source, 'VENDOR_BATCH_LOOK_MS', { default: 30_000, min: 50, max: 3_600_000 }),
});
