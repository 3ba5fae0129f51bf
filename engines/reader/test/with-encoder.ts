import { AnswerJudge } from '@parley/weights';
import type { JudgedPair, read as Read, Reading, Unasked } from '../src/index.ts';

/** Reads as the service does: once more with what the encoder says of the passages that the first reading would have had it judge. */
export async function withEncoder(): Promise<(read: typeof Read) => typeof Read> {
  const encoder = await AnswerJudge.open();
  const known = new Map<string, number>();
  const judge = async (pairs: Unasked['unjudged'] = []): Promise<JudgedPair[]> => {
    const keyOf = ({ question, passage }: (typeof pairs)[number]): string => `${question}\n${passage}`;
    const fresh = pairs.filter((pair) => !known.has(keyOf(pair)));
    const odds = await encoder.judge(fresh);
    for (const [at, pair] of fresh.entries()) known.set(keyOf(pair), odds[at] ?? 0);
    return pairs.map((pair) => ({ ...pair, odds: known.get(keyOf(pair)) ?? 0 }));
  };
  return (read) => async (prompt, options) => {
    const first: Reading | Error = await read(prompt, options).catch((error: unknown) => {
      if (error instanceof Error && 'unasked' in error) return error;
      throw error;
    });
    const { unjudged }: Unasked = first instanceof Error ? unaskedOf(first) : first;
    if (unjudged) return await read(prompt, { ...options, judged: await judge(unjudged) });
    if (first instanceof Error) throw first;
    return first;
  };
}

const unaskedOf = (error: Error): Unasked => ('unasked' in error && (error.unasked as Unasked)) || {};
