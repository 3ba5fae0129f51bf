import { expect, it } from 'vitest';
import { ordinaryTexts, type Trial, trials } from '../test/ordinary-texts.ts';
import { read } from './read.ts';

type Outcome = 'right' | 'wrong' | 'missed' | 'declined';

async function outcomeOf({ text, question, holds }: Trial): Promise<Outcome> {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: `${text}.md`, text: ordinaryTexts[text] }],
    },
    { now: Date.UTC(2026, 2, 4) },
  );
  if (sources.length === 0) return holds === null ? 'declined' : 'missed';
  return holds !== null && parts.join('').includes(holds) ? 'right' : 'wrong';
}

it('answers questions about ordinary texts rightly or not at all', async () => {
  const counts: Record<Outcome, number> = { right: 0, wrong: 0, missed: 0, declined: 0 };
  const wrong: string[] = [];
  for (const trial of trials) {
    const outcome = await outcomeOf(trial);
    counts[outcome]++;
    if (outcome === 'wrong') wrong.push(`${trial.text}: ${trial.question}`);
  }
  expect(wrong.length / trials.length, wrong.join('; ')).toBeLessThanOrEqual(0.05);
  expect(counts.right / trials.filter(({ holds }) => holds !== null).length).toBeGreaterThanOrEqual(0.75);
});
