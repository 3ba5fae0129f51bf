/** What `readStreamConfig` reads: name, what holds when it is not set, what it does. */
export const streamVariables: readonly [name: string, byDefault: string, meaning: string][] = [
  [
    'STREAM_READERLESS_SECONDS',
    '60',
    'A stream with `resumable: true` that nobody has read for so long is stopped, and what was made is paid. See [streaming](streaming.md).',
  ],
  ['STREAM_KEEP_SECONDS', '600', 'How long such a stream can be read after its end.'],
  ['STREAM_MAX_KB', '8192', 'Most KiB of one such stream that are kept: the newest events.'],
  [
    'STREAMS_PER_WORKSPACE',
    '200',
    'Such streams that a workspace may have open. Those that have ended are kept within the same number, the oldest go first.',
  ],
];
