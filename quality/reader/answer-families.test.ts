import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answerFamilies } from './answer-families.ts';

it.each(answerFamilies)('the rules of the family "$name" are still in the reader', ({ rules }) => {
  for (const { file, name } of rules) {
    const source = readFileSync(new URL(`../../engines/reader/src/${file}`, import.meta.url), 'utf8');
    expect(source).toMatch(new RegExp(`^(?:export )?(?:async function|function|const) ${name}\\b`, 'm'));
  }
});
