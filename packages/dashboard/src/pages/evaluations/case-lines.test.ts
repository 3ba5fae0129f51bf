import { expect, it } from 'vitest';
import { readCaseLines } from './case-lines.ts';

it('reads one case a line, and names the first line that is none', () => {
  const one = { request: { query: 'When?' }, expected: 'nine' };
  expect(readCaseLines(`${JSON.stringify(one)}\n\n${JSON.stringify(one)}\n`)).toEqual({ cases: [one, one] });
  expect(readCaseLines(`${JSON.stringify(one)}\n{"query": 1}`)).toEqual({ wrong: 2 });
  expect(readCaseLines('nonsense')).toEqual({ wrong: 1 });
  expect(readCaseLines('')).toEqual({ cases: [] });
});
