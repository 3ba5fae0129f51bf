import { expect, it } from 'vitest';
import { dateTimeOf, parseDateTime } from './date-time.ts';

it('reads date-times with a zone', () => {
  expect(parseDateTime('2027-01-31T23:59:59Z')).toBe(Date.UTC(2027, 0, 31, 23, 59, 59));
  expect(parseDateTime('2028-02-29t00:00:00.123456z')).toBe(Date.UTC(2028, 1, 29, 0, 0, 0, 123));
  expect(parseDateTime('2027-01-31T23:59:59+02:30')).toBe(Date.UTC(2027, 0, 31, 21, 29, 59));
});

it.each([
  '2027-12-31T23:59:60Z',
  '2027-12-31T15:59:60-08:00',
  '2027-12-31T23:59:59',
  '2027-12-31',
  '0000-01-01T00:00:00Z',
  '2027-02-29T00:00:00Z',
  '2027-04-31T00:00:00Z',
  '2027-13-01T00:00:00Z',
  '2027-01-00T00:00:00Z',
  '2027-01-01T24:00:00Z',
  '2027-01-01T00:60:00Z',
  '2027-01-01T00:00:00+24:00',
  '2027-01-01T00:00:00+0100',
  '2027-01-01 00:00:00Z',
  '+002027-01-01T00:00:00Z',
  '',
])('refuses %s', (text) => {
  expect(parseDateTime(text)).toBeNull();
  expect(() => dateTimeOf(text, 'expires_at')).toThrow('expires_at must be a date and time with a zone');
});
