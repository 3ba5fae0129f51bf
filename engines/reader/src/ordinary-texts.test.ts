import { expect, it } from 'vitest';
import { ordinaryTexts, type Trial, trials } from '../test/ordinary-texts.ts';
import { read } from '../test/read-as-served.ts';

/** `shown`: nothing is claimed, and what is asked stands among the nearest passages. */
type Outcome = 'right' | 'shown' | 'wrong' | 'missed' | 'declined';

async function outcomeOf({ text, question, holds }: Trial): Promise<Outcome> {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: `${text}.md`, text: ordinaryTexts[text] }],
    },
    { now: Date.UTC(2026, 2, 4) },
  );
  const isThere = holds !== null && parts.join('').includes(holds);
  if (sources.length > 0) return isThere ? 'right' : 'wrong';
  if (holds === null) return 'declined';
  return isThere ? 'shown' : 'missed';
}

it('answers questions about ordinary texts rightly or not at all', async () => {
  const counts: Record<Outcome, number> = { right: 0, shown: 0, wrong: 0, missed: 0, declined: 0 };
  const wrong: string[] = [];
  for (const trial of trials) {
    const outcome = await outcomeOf(trial);
    counts[outcome]++;
    if (outcome === 'wrong') wrong.push(`${trial.text}: ${trial.question}`);
  }
  expect(wrong.length / trials.length, wrong.join('; ')).toBeLessThanOrEqual(0.05);
  const answerable = trials.filter(({ holds }) => holds !== null).length;
  expect(counts.right / answerable).toBeGreaterThanOrEqual(0.65);
  expect((counts.right + counts.shown) / answerable).toBeGreaterThanOrEqual(0.9);
});
