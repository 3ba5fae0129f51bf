import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APIError } from '@parley/sdk';
import { expect, it } from 'vitest';
import { errors } from '../messages/served/errors-de.ts';
import { errorWordsOf } from './error-words.ts';

const generated = readFileSync(join(import.meta.dirname, '../../../sdk/src/generated/errors.ts'), 'utf8');
const codes = [...generated.matchAll(/^ {2}\| '(\w+)'/gm)].flatMap(([, code]) => code ?? []);

it('has a title and a remedy for every code of the service, and for no other', () => {
  expect(codes.length).toBeGreaterThan(100);
  expect(Object.keys(errors).sort()).toEqual(codes.toSorted());
  const short = Object.entries(errors).filter(([, { title, remedy }]) => title.length < 8 || !remedy.endsWith('.'));
  expect(short).toEqual([]);
});

it('says it in German, in words of its own for each', () => {
  const english = /\b(?:the|was|is not|could|failed|request|of|must|your)\b/i;
  const texts = Object.values(errors).flatMap(({ title, remedy }) => [title, remedy]);
  // "was" is a word of both.
  expect(texts.filter((text) => english.test(text.replaceAll(/\bwas\b/gi, '')))).toEqual([]);
  const titles = Object.values(errors).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

it('finds the words of an error by its code alone', () => {
  const headers = new Headers();
  const made = (code: string) =>
    APIError.from({ status: 409, headers, body: { code, error: 'Conflict', message: 'It is not so.' } });
  expect(errorWordsOf(made('conflict'), errors)).toBe(errors.conflict);
  expect(errorWordsOf(made('constructor'), errors)).toBeUndefined();
  expect(errorWordsOf(new Error('conflict'), errors)).toBeUndefined();
});
