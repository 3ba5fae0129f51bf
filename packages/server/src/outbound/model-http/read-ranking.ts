import { isJsonObject } from '@parley/contract';
import type { Ranking } from '../../ports/reranker.ts';
import { readCount } from './read-vectors.ts';
import { invalidError } from './upstream-errors.ts';

/**
 * The scores of an answer in one of the shapes in use, by the place of their text: `results` (Cohere, Jina, vLLM, llama.cpp), `data`
 * (Voyage) or a bare list (TEI), each item with `index` and `relevance_score` or `score`. Every text must have exactly one.
 */
export function readRanking(body: unknown, count: number): Ranking {
  const holder = isJsonObject(body) ? body : {};
  const items = Array.isArray(body) ? body : (holder.results ?? holder.data);
  if (!Array.isArray(items)) throw invalidError(new Error('no results'));
  const scores: number[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) throw invalidError(new Error('a result is not an object'));
    const { index } = item;
    const score = item.relevance_score ?? item.score;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count) {
      throw invalidError(new Error('a result names no text'));
    }
    if (typeof score !== 'number' || !Number.isFinite(score)) throw invalidError(new Error('a score is no number'));
    if (scores[index] !== undefined) throw invalidError(new Error('a text has two scores'));
    scores[index] = score;
  }
  if (items.length !== count) throw invalidError(new Error(`${count} scores were expected`));
  const usage = isJsonObject(holder.usage) ? holder.usage : {};
  const meta = isJsonObject(holder.meta) ? holder.meta : {};
  const billed = isJsonObject(meta.billed_units) ? meta.billed_units : {};
  return {
    scores,
    inputTokens: readCount(usage.total_tokens ?? usage.prompt_tokens ?? billed.input_tokens),
    requests: readCount(billed.search_units) ?? 1,
  };
}
