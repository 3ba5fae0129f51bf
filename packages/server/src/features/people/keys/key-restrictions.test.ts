import { expect, it } from 'vitest';
import { mayUseModel } from '../../../lib/require-model.ts';
import {
  looserRestriction,
  requireAddress,
  requireCollections,
  requireEndpoint,
  requireNoFiles,
  requireOrigin,
  unrestricted,
} from './key-restrictions.ts';

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
  const own = {
    models: ['openai/*'],
    endpoints: ['/v1/files*'],
    addresses: ['10.0.0.0/8'],
    origins: ['https://a.example', 'https://b.example'],
    collections: ['col_1'],
  };
  const within = {
    origins: ['https://a.example'],
    collections: ['col_1'],
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
  expect(looserRestriction({ ...own, origins: ['https://c.example'] }, own)).toBe('origins');
  expect(looserRestriction({ ...own, collections: null }, own)).toBe('collections');
});

it('takes pages of the origins that it names, and no program', () => {
  const website = { ...unrestricted, origins: ['https://www.example.com'] };
  requireOrigin(website, 'https://www.example.com');
  requireOrigin(unrestricted, undefined);
  for (const origin of ['https://example.com', 'http://www.example.com', 'null', undefined])
    expect(() => requireOrigin(website, origin)).toThrow('may not be used by');
});

it('asks the collections that it names, and no other files', () => {
  const one = { ...unrestricted, collections: ['col_1', 'col_2'] };
  const paths = [
    { path: ['collection_ids'], scope: 'files' },
    { path: ['messages', '*', 'file_id'], scope: 'files' },
    { path: ['integrations'], scope: 'integrations' },
  ] as const;
  const [named, file] = [paths.slice(0, 1), paths.slice(1, 2)];
  requireCollections(one, named, { collection_ids: ['col_2', 'col_1'] });
  requireCollections(one, paths.slice(2), { integrations: ['slack'] });
  requireCollections(unrestricted, paths, { collection_ids: ['col_3'] });
  expect(() => requireCollections(one, named, { collection_ids: ['col_1', 'col_3'] })).toThrow('col_1, col_2');
  expect(() => requireCollections(one, file, { messages: [{ file_id: 'col_1' }] })).toThrow('messages[].file_id');
  requireNoFiles(one, { auth: 'text', method: 'POST', path: '/v1/answer' });
  for (const [auth, path] of [
    ['files', '/v1/files/{file_id}'],
    ['key', '/mcp'],
  ] as const)
    expect(() => requireNoFiles(one, { auth, method: 'GET', path })).toThrow('limited to the collections');
});

it('takes models by name and beginning', () => {
  const some = ['small-2', 'openai/*'];
  const known = ['small-2', 'small-20', 'openai/gpt-5', 'openai'];
  expect(known.map((name) => mayUseModel(some, name))).toEqual([true, false, true, false]);
  expect(mayUseModel(null, 'anything')).toBe(true);
});
