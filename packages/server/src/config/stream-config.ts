import { type ConfigSource, integer } from './config-source.ts';

/** Of streams that can be taken up again. */
export interface StreamConfig {
  /** A stream that nobody has read for so long is stopped. */
  readerlessMs: number;
  /** How long a stream is kept after its end. */
  keptMs: number;
  /** Most bytes of one that are kept: the newest. */
  maxBytes: number;
  /** Of one workspace: open ones, and with them those that are kept after their end. */
  perWorkspace: number;
}

export const readStreamConfig = (source: ConfigSource): StreamConfig => ({
  readerlessMs: integer(source, 'STREAM_READERLESS_SECONDS', { default: 60, min: 1, max: 86_400 }) * 1000,
  keptMs: integer(source, 'STREAM_KEEP_SECONDS', { default: 600, min: 10, max: 86_400 }) * 1000,
  maxBytes: integer(source, 'STREAM_MAX_KB', { default: 8192, min: 16, max: 1_048_576 }) * 1024,
  perWorkspace: integer(source, 'STREAMS_PER_WORKSPACE', { default: 200, min: 1, max: 100_000 }),
});
