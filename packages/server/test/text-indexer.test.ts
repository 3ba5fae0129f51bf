import { afterEach, expect, it } from 'vitest';
import { TextIndexer } from '../src/features/knowledge/retrieval/text-indexer.ts';

let indexer: TextIndexer;
afterEach(() => indexer.close());

const never = new AbortController().signal;

it('calls a text final that takes too long to index, so that no job tries it again', async () => {
  indexer = new TextIndexer({ processes: 1, timeoutMs: 1 });
  const long = 'Some words of a long text. '.repeat(5000);
  await expect(indexer.build(long, never)).rejects.toMatchObject({ name: 'AppError', code: 'file_timeout' });
});

it('indexes eleven million characters without a space within its limit', { timeout: 60_000 }, async () => {
  indexer = new TextIndexer({ processes: 1 });
  expect((await indexer.build('x'.repeat(11_000_000), never)).length).toBeGreaterThan(1);
});
