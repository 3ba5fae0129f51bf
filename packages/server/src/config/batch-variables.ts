/** What `readBatchConfig` reads: name, what holds when it is not set, what it does. */
export const batchVariables: readonly [name: string, byDefault: string, meaning: string][] = [
  [
    'BATCH_CONCURRENCY',
    '4',
    'Lines of batches that this process calls at once, shared in turns by workspaces. See [batches](batches.md).',
  ],
];
