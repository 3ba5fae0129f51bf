import { expect, it } from 'vitest';
import { mayUseModel } from '../../../lib/require-model.ts';
import { looserRestriction, requireAddress, requireEndpoint, unrestricted } from './key-restrictions.ts';

it('takes addresses of either family, also mapped ones', () => {
  const office = { ...unrestricted, addresses: ['10.0.0.0/8', '2001:db8::/32'] };
  for (const address of ['10.200.3.4', '::ffff:10.200.3.4', '2001:db8::9']) requireAddress(office, address);
  for (const address of ['11.0.0.1', '::ffff:11.0.0.1', '2001:db9::1', '']) {
    expect(() => requireAddress(office, address)).toThrow('may not be used from');
  }
});

it('takes endpoints by method, path and beginning', () => {
  const some = { ...unrestricted, endpoints: ['POST /v1/answer', '/v1/files*'] };
  requireEndpoint(some, { method: 'POST', path: '/v1/answer' });
  requireEndpoint(some, { method: 'DELETE', path: '/v1/files/{file_id}' });
  for (const [method = '', path = ''] of [
    ['GET', '/v1/answer'],
    ['POST', '/v1/answers'],
    ['GET', '/v1/media'],
  ]) {
    expect(() => requireEndpoint(some, { method, path })).toThrow(`may not call ${method} ${path}`);
  }
});

it('finds what is wider than a limit', () => {
  const own = { models: ['openai/*'], endpoints: ['/v1/files*'], addresses: ['10.0.0.0/8'] };
  const within = {
    models: ['openai/gpt-5', 'openai/o*'],
    endpoints: ['GET /v1/files/{file_id}'],
    addresses: ['10.2.0.0/16'],
  };
  expect(looserRestriction(own, own)).toBeNull();
  expect(looserRestriction(within, own)).toBeNull();
  expect(looserRestriction(within, unrestricted)).toBeNull();
  expect(looserRestriction(unrestricted, own)).toBe('models');
  expect(looserRestriction({ ...own, models: ['open*'] }, own)).toBe('models');
  expect(looserRestriction({ ...own, endpoints: ['/v1/*'] }, own)).toBe('endpoints');
  expect(looserRestriction({ ...own, addresses: ['0.0.0.0/0'] }, own)).toBe('addresses');
});

it('takes models by name and beginning', () => {
  const some = ['small-2', 'openai/*'];
  const known = ['small-2', 'small-20', 'openai/gpt-5', 'openai'];
  expect(known.map((name) => mayUseModel(some, name))).toEqual([true, false, true, false]);
  expect(mayUseModel(null, 'anything')).toBe(true);
});
