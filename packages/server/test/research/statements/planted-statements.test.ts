import { expect, it } from 'vitest';
import { statementProblems } from '../../../src/features/research/verification/verify-statement.ts';
import { type Planted, plantedStatements } from './planted-statements.ts';

const count = 300;
const mostTwisted = 0.1;
const leastTrue = 0.85;

const stands = ({ quote, statement }: Planted) =>
  statementProblems(statement, { quotes: [quote], surroundings: ['A page about the region'] }).length === 0;

function byKind(all: Planted[], wrong: (planted: Planted) => boolean): string {
  const kinds = new Map<string, [number, number]>();
  for (const planted of all) {
    const [bad, whole] = kinds.get(planted.kind) ?? [0, 0];
    kinds.set(planted.kind, [bad + (wrong(planted) ? 1 : 0), whole + 1]);
  }
  return [...kinds].map(([kind, [bad, whole]]) => `${kind} ${bad}/${whole}`).join(', ');
}

it.each([1, 2, 3])('few twisted statements pass and most paraphrases stay (seed %i)', (seed) => {
  const { twisted, same } = plantedStatements(seed, count);
  expect([twisted.length, same.length]).toEqual([count, count]);
  const passed = twisted.filter(stands);
  const lost = same.filter((planted) => !stands(planted));
  console.log(`passed: ${byKind(twisted, stands)}`);
  console.log(`lost: ${byKind(same, (planted) => !stands(planted))}`);
  for (const { kind, quote, statement } of [...passed.slice(0, 12), ...lost.slice(0, 20)])
    console.log(`${kind}: ${statement} ← ${quote}`);
  expect(passed.length / count).toBeLessThanOrEqual(mostTwisted);
  expect(lost.length / count).toBeLessThanOrEqual(1 - leastTrue);
});
