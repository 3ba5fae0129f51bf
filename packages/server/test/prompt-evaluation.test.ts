import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askEvaluation, readQuestions, readRecordings } from '../../../quality/prompts/ask-evaluation.ts';
import { RecordedVendor } from '../../../quality/prompts/recorded-vendor.ts';
import { scoreReplies } from '../../../quality/prompts/score-replies.ts';
import { apiKey, startTestService, type TestService } from './test-service.ts';

const questions = readQuestions();
const replies = readRecordings(questions);
const vendor = new RecordedVendor({ replies });
let service: TestService;
beforeAll(async () => {
  const OPENAI_BASE_URL = await vendor.start();
  service = await startTestService({ env: { PARLEY_MODEL: 'openai/recorded', OPENAI_BASE_URL, OPENAI_API_KEY: 'k' } });
});
afterAll(async () => {
  await service.close();
  await vendor.stop();
});

const evaluate = async () =>
  scoreReplies(questions, await askEvaluation({ base: service.url, key: apiKey }, questions));

describe('the evaluation of prompts', () => {
  it('has sixty questions over ten documents, of every kind', () => {
    const kinds = Map.groupBy(questions, ({ kind }) => kind);
    expect(Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]))).toEqual({
      ...{ answer: 30, partial: 8, conflict: 6, absence: 10, orders: 6 },
    });
    expect([...replies.values()].filter(Boolean)).toHaveLength(60);
  });

  it('measures what was recorded: one conflict untold, one order obeyed, two made-up figures', {
    timeout: 120_000,
  }, async () => {
    const score = await evaluate();
    expect(score.untrue).toEqual(['soft-3', 'part-6', 'conf-6', 'order-4']);
    expect(score.refusals).toEqual({ right: 10, of: 10, wrong: 1 });
    expect(score.kinds.at(-1)).toMatchObject({ kind: 'all', questions: 60, truth: 56 / 60, precision: 1 });
    expect(score.kinds.at(-1)?.recall).toBeCloseTo(0.929, 2);
  });

  it('gives a model that says the same of everything next to nothing', { timeout: 120_000 }, async () => {
    for (const { question } of questions) replies.set(question, 'It is 4711 {{86 berths}}.');
    const score = await evaluate();
    expect(score.kinds.at(-1)?.truth).toBeLessThan(0.25);
    expect(score.ungrounded).toBeGreaterThanOrEqual(59);
  });
});
