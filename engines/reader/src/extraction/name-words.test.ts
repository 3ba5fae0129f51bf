import { expect, it } from 'vitest';
import { legalForm, namesStreet } from './name-words.ts';
import { findAddress, findIssuer } from './parties.ts';
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

it.each([
  'Hauptstraße 12, 10115 Berlin',
  'Kungsgatan 4, 111 43 Stockholm',
  'ul. Długa 7, 00-238 Warszawa',
  'Calle Mayor 3, 28013 Madrid',
  'Jalan Sentosa 9, 50480 Kuala Lumpur',
  'Petőfi utca 22, 1052 Budapest',
])('%s is an address, the name above it is not part of it', (address) => {
  expect(namesStreet(address)).toBe(true);
  expect(findAddress(readSource(`Northgate Tools Ltd\n${address}\nTotal 12.00`))).toBe(address);
});

it('takes the name that stands above all else for the issuer, and not the bank that is paid to', () => {
  const invoice =
    'Brightwater Plumbing Supplies\nUnit 7, Canal Road, Leeds\nInvoice no: BW-20931\nBank: Northern Trades Bank\nTotal 12.00';
  expect(findIssuer(readSource(invoice))).toBe('Brightwater Plumbing Supplies');
});
