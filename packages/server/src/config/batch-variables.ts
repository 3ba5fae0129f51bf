/** What `readBatchConfig` reads: name, what holds when it is not set, what it does. */
export const batchVariables: readonly [name: string, byDefault: string, meaning: string][] = [
  [
    'BATCH_CONCURRENCY',
    '4',
    'Lines of batches that this process calls at once, shared in turns by workspaces. See [batches](batches.md).',
  ],
  [
    'VENDOR_BATCHES',
    '`openai,anthropic`',
    'Providers that are handed batches with a window of 24 hours as batches of their own, at half price; of type `openai` or `anthropic`. `none` switches it off. See [batches](batches.md).',
  ],
  ['VENDOR_BATCH_LOOK_MS', '30000', 'How often such a provider is asked whether its batch has ended.'],
];
