import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextPieces } from './text-pieces.ts';
import { TokenTable } from './token-table.ts';

const sliceMs = 5;
let table: Promise<TokenTable> | null = null;

/**
 * Tokens of a text as `o200k_base` splits it, the encoding of OpenAI's current models and a fair measure for others. Names of
 * special tokens such as `<|endoftext|>` count as the text that they are. Other work goes on meanwhile: it gives way every
 * 5 ms. Exact but for unbroken runs longer than 4,096 characters, which are cut there: at most one token more for each cut.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function countTokens(text: string, signal?: AbortSignal): Promise<number> {
  table ??= TokenTable.load();
  const tokens = await table;
  let count = 0;
  let until = performance.now() + sliceMs;
  for (const piece of new TextPieces(text)) {
    count += tokens.count(piece);
    if (performance.now() < until) continue;
    await nextTurn();
    signal?.throwIfAborted();
    until = performance.now() + sliceMs;
  }
  return count;
}
