import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openForService } from '../../database.ts';
import { UpstreamServer } from '../../upstream-server.ts';
import { says, startRoutingService, startServers } from './routing-service.ts';

vi.setConfig({ testTimeout: 120_000 });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const [old, next] = ['an-older-secret-0123456789', 'a-newer-secret-0123456789'];

it('seals keys of providers anew when the secret is turned over, so that the older one can be taken away', async () => {
  const servers = await startServers('one');
  const [server] = servers;
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-resealed-'));
  closers.push(
    async () => rmSync(dataDir, { recursive: true, force: true }),
    async () => server?.close(),
  );
  const start = (secret: string) => startRoutingService(servers, { DATA_DIR: dataDir, PARLEY_SECRET: secret });
  const first = await start(old);
  const keys = (value: string) => [{ name: 'first', value }];
  const address = `${server?.url}/v1`;
  await first.admin('POST', '/v1/admin/providers', {
    id: 'acme',
    type: 'openai',
    base_url: address,
    keys: keys('sk-one'),
  });
  await first.admin('PATCH', '/v1/admin/providers/acme', { keys: keys('sk-two') });
  await first.close();

  const database = await openForService('SQLite', dataDir);
  closers.push(() => database.close());
  const sealers = async () => {
    const rows = await database.rows("select secret from model_settings where kind = 'provider' order by sequence");
    return rows.map(({ secret }) => String(secret).split('.')[1]);
  };
  const before = await sealers();
  expect(before).toHaveLength(2);
  const between = await start(`${next},${old}`);
  try {
    await expect
      .poll(async () => (await sealers()).some((sealer) => before.includes(sealer)), { timeout: 30_000 })
      .toBe(false);
  } finally {
    await between.close();
  }
  expect(new Set(await sealers()).size).toBe(1);

  const after = await start(next);
  try {
    const ask = () => after.call('POST', '/v1/answer', { query: 'Who?', model: 'acme/small' });
    expect((await ask()).json).toMatchObject({ answer: 'one', engine: 'acme' });
    expect(server?.requests.at(-1)?.headers.authorization).toBe('Bearer sk-two');
    // One step back is one to a key that had been sealed before, too.
    expect((await after.admin('POST', '/v1/admin/providers/acme/revert', {})).status).toBe(200);
    expect((await ask()).json.answer).toBe('one');
    expect(server?.requests.at(-1)?.headers.authorization).toBe('Bearer sk-one');
  } finally {
    await after.close();
  }
});

it('says of models of providers that were set while it runs whether their price is known', async () => {
  const server = await UpstreamServer.start();
  server.answer = ({ body }) => says('one', body);
  // Somebody else's by its name, and here by its address.
  const parley = await startRoutingService([server]);
  closers.push(
    () => server.close(),
    () => parley.close(),
  );
  const make = (id: string, more: object) =>
    parley.admin('POST', '/v1/admin/providers', {
      id,
      type: 'openai',
      base_url: 'https://models.example.com/v1',
      keys: [{ name: 'first', value: 'k' }],
      ...more,
    });
  const prices = { '*': { input: 1, output: 2 } };
  for (const [id, more] of [
    ['dear', { upstream_prices: prices }],
    ['dark', {}],
    ['own', { base_url: `${server.url}/v1` }],
  ] as const) {
    expect((await make(id, more)).status).toBe(200);
    const route = { id: `by-${id}`, engines: [{ engine: `${id}/m` }] };
    expect((await parley.admin('POST', '/v1/admin/routes', route)).status).toBe(200);
  }
  const known = async () => {
    const { json } = await parley.call('GET', '/v1/models');
    return Object.fromEntries(
      json.data
        .filter(({ id }: { id: string }) => id.startsWith('by-'))
        .map(({ id, price_known }: { id: string; price_known: boolean }) => [id, price_known]),
    );
  };
  expect(await known()).toEqual({ 'by-dear': true, 'by-dark': false, 'by-own': true });
  const { text } = await parley.admin('GET', '/v1/admin/models');
  expect(text).toMatch(/"engine":"dark\/m"[^}]*\}?[^}]*"price":"unknown"/);
  expect(text).toMatch(/"engine":"dear\/m"[^}]*\}?[^}]*"price":"known"/);
  expect((await parley.admin('PATCH', '/v1/admin/providers/dark', { upstream_prices: prices })).status).toBe(200);
  expect(await known()).toEqual({ 'by-dear': true, 'by-dark': true, 'by-own': true });
});
