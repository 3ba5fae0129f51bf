import { expect, it } from 'vitest';
import { legalForm } from './name-words.ts';
import { findIssuer } from './parties.ts';
import { readSource } from './source-text.ts';

it.each([
  'Northgate Tools Ltd',
  'Bäckerei Huber GmbH',
  'Lindqvist & Son AB',
  'Kovács és Társa Kft.',
  'Stavby Dvořák s.r.o.',
  'Zakład Nowak Sp. z o.o.',
  'Aguas del Valle, S.A. de C.V.',
  'Bottega Neri S.p.A.',
  'Hoshino K.K.',
  'Quah Trading Sdn. Bhd.',
  'De Wit Bloemen B.V.',
  'Tamm Puit OÜ',
  '青木製作所 株式会社',
])('%s ends in a legal form, and its bearer is the issuer', (name) => {
  expect(legalForm.test(name)).toBe(true);
  expect(findIssuer(readSource(`Original 2\n${name}\nTotal 12.00`))).toBe(name);
});

it.each(['sold as seen', 'ab 12 Uhr', 'un kg de riz', 'the inches'])('%s holds no legal form', (text) => {
  expect(legalForm.test(text)).toBe(false);
});
