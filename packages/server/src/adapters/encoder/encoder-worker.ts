import type { AnswerPair } from '@parley/reader';
import { AnswerJudge } from '@parley/weights';
import { serveTasks } from '../../lib/serve-tasks.ts';
import { Encoder } from './encoder.ts';

let encoder: Promise<Encoder> | null = null;
let judge: Promise<AnswerJudge> | null = null;

serveTasks({
  async encode({ texts, purpose }: { texts: string[]; purpose: 'document' | 'query' }) {
    encoder ??= Encoder.open();
    return (await encoder).encode(texts, purpose);
  },
  async judge(pairs: AnswerPair[]) {
    judge ??= AnswerJudge.open();
    return (await judge).judge(pairs);
  },
});
