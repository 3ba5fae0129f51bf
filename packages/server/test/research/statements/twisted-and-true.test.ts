import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeStatement } from '../../../src/features/research/verification/verify-statement.ts';

interface Quoted {
  quote: string;
  true: string[];
  twisted: string[];
}

const read = (half: string): Quoted[] => JSON.parse(readFileSync(join(import.meta.dirname, `${half}.json`), 'utf8'));

/** What code alone says of each statement: proven, refuted, or left to a judge. */
function counts(half: string, kind: 'true' | 'twisted') {
  const told = { proven: 0, refuted: 0, undecided: 0 };
  for (const quoted of read(half)) {
    for (const statement of quoted[kind]) {
      const { facts, wording } = judgeStatement(statement, { quotes: [quoted.quote], surroundings: [] });
      told[facts.length > 0 ? 'refuted' : wording.length > 0 ? 'undecided' : 'proven']++;
    }
  }
  return told;
}

// Of the frozen half only these counts are looked at, never which statement was judged how.
it.each(['open', 'frozen'])(
  'of 32 twisted statements few are called proven, and of 32 true ones few refused (%s)',
  (half) => {
    const [twisted, same] = [counts(half, 'twisted'), counts(half, 'true')];
    console.log(`${half}: twisted ${JSON.stringify(twisted)}, true ${JSON.stringify(same)}`);
    expect(twisted.proven).toBeLessThanOrEqual(2);
    expect(same.refuted).toBeLessThanOrEqual(3);
  },
);
