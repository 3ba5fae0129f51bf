import { type ErrorCode, type ErrorFamily, errorCatalogue, familyOf } from '@parley/contract';
import { expect, it } from 'vitest';
import { AppError, isOfFamily } from './app-error.ts';

/** How the codes of a family begin; whoever adds a code is reminded of its family. */
const beginnings: Record<ErrorFamily, string> = { upstream: 'upstream_', address: 'url_', search: 'search_' };
/** What a vendor says of the caller's request is told in words of its own, and still is the vendor's. */
const others = new Set<string>(['request_refused', 'content_filter', 'insufficient_quota']);
const codes = Object.keys(errorCatalogue) as ErrorCode[];

it.each(Object.entries(beginnings) as [ErrorFamily, string][])(
  'counts a code among %s when it begins with %s, but for those that are named',
  (family, beginning) => {
    const members = codes.filter((code) => familyOf(code) === family);
    expect(members.length).toBeGreaterThan(2);
    const isOther = (code: string) => family === 'upstream' && others.has(code);
    expect(members).toEqual(codes.filter((code) => code.startsWith(beginning) || isOther(code)));
  },
);

it('finds the family of an error, and none of what the service did not throw', () => {
  const timeout = new AppError('url_timeout', 'It took too long.');
  expect(isOfFamily(timeout, 'address')).toBe(true);
  expect(isOfFamily(timeout, 'upstream')).toBe(false);
  expect(isOfFamily(new AppError('conflict', 'It is there.'), 'address')).toBe(false);
  expect(isOfFamily(new Error('url_timeout'), 'address')).toBe(false);
});
