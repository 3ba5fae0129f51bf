import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../src/adapters/system/system-clock.ts';
import { type Database, openDatabase } from '../src/db/open-database.ts';
import type { TokenSet } from '../src/features/integrations/connections/connection.ts';
import { callbackPath } from '../src/features/integrations/oauth/oauth-flow.ts';
import { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';
import { FakeClock } from './fake-clock.ts';
import { addWorkspace, caller, integrationParts } from './integration-parts.ts';
import { OAuthThirdParty } from './oauth-third-party.ts';
import type { RefreshOrder } from './refresh-process.ts';
import { RotatingVendor } from './rotating-vendor.ts';

const redirectUri = `http://parley.test${callbackPath}`;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A database that a second process can open, too. */
async function sharedDatabase(): Promise<{ database: Database; where: RefreshOrder['database'] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-refresh-'));
  closers.push(() => rmSync(dataDir, { recursive: true }));
  const base = process.env.TEST_DATABASE_URL;
  const where = { dataDir, ...(base && { url: await ownSchema(base) }) };
  const database = await openDatabase(where);
  closers.push(() => database.close());
  await addWorkspace(database.db);
  return { database, where };
}

async function ownSchema(base: string): Promise<string> {
  const { default: pg } = await import('pg');
  const admin = new pg.Client({ connectionString: base });
  const schema = `refresh_${process.pid}_${Date.now()}`;
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  closers.push(async () => {
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });
  const url = new URL(base);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

async function startProcess(order: RefreshOrder): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'refresh-process.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  closers.push(() => child.kill('SIGKILL'));
  child.send(order);
  await new Promise((resolve) => child.once('message', resolve));
  return child;
}

function go(child: ChildProcess): Promise<string[]> {
  const results = new Promise<string[]>((resolve) =>
    child.once('message', (message: { results: string[] }) => resolve(message.results)),
  );
  child.send('go');
  return results;
}

const openFetcher = (port: number) => {
  const allowedAddresses = [`127.0.0.1:${port}`];
  const fetcher = new GuardedFetcher({ userAgent: 'test', allowedAddresses, concurrencyPerHost: 64, concurrency: 128 });
  closers.push(() => fetcher.close());
  return fetcher;
};

/** A connection to the certified server, made by signing in. */
async function connected(database: Database, third: OAuthThirdParty) {
  const { clientId, clientSecret, port } = third;
  const client = { clientId, clientSecret };
  const parts = integrationParts({
    db: database.db,
    clock: systemClock,
    fetcher: openFetcher(port),
    manifests: [third.manifest()],
    settings: { items: client },
    leaseMs: 1500,
  });
  const none = {
    apiKey: undefined,
    username: undefined,
    password: undefined,
    callbackUrl: undefined,
    scopes: undefined,
  };
  const result = await parts.connect.connect(caller(), {
    integrationId: 'items',
    userId: 'user-1',
    fields: {},
    ...none,
  });
  if (result.kind !== 'redirect') throw new Error('expected a redirect');
  const back = new URL(await third.signIn(result.redirectUrl));
  const visit = { isBrowser: false, cookie: undefined, proof: undefined };
  await parts.flow.finish(Object.fromEntries(back.searchParams), visit, AbortSignal.timeout(10_000));
  return { parts, client };
}

const expire = (database: Database) =>
  database.db
    .updateTable('integration_connections')
    .set({ expires_at: Date.now() - 1, refreshed_at: Date.now() - 3_600_000 })
    .execute();

describe('refreshing from several processes', () => {
  it('refreshes once for 50 callers in two processes at the moment of expiry', async () => {
    const third = await new OAuthThirdParty().start(redirectUri);
    closers.push(() => third.close());
    const { database, where } = await sharedDatabase();
    const { client } = await connected(database, third);
    const order = {
      database: where,
      allowed: `127.0.0.1:${third.port}`,
      manifest: third.manifest(),
      client,
      leaseMs: 5000,
    };
    const processes = await Promise.all([1, 2].map(() => startProcess({ ...order, callers: 25 })));
    await expire(database);
    third.grants.length = 0;
    const results = (await Promise.all(processes.map(go))).flat();
    expect(results).toEqual(Array.from({ length: 50 }, () => 'ok'));
    expect(third.grants).toEqual(['refresh_token']);
    expect(new Set(third.shown).size).toBe(1);
  });

  it('survives 1,000 rotations of a single-use refresh token', async () => {
    const third = await new OAuthThirdParty().start(redirectUri);
    closers.push(() => third.close());
    const database = await openDatabase({ dataDir: ':memory:' });
    closers.push(() => database.close());
    await addWorkspace(database.db);
    const { parts } = await connected(database, third);
    third.grants.length = 0;
    const request = {
      integrationId: 'items',
      userId: 'user-1',
      featureName: 'LIST_ITEMS',
      inputs: {},
      chosenBy: 'caller',
    } as const;
    for (let round = 0; round < 1000; round++) {
      await expire(database);
      await parts.execute.execute(caller(), request);
    }
    expect(third.grants).toHaveLength(1000);
    expect(new Set(third.shown).size).toBe(1000);
    const row = await parts.rows.find({ workspaceId: 'w1', integrationId: 'items', userId: 'user-1' });
    expect(row).toMatchObject({ state: 'connected', version: 1001 });
  });
});

describe('a process killed while it refreshes', () => {
  it('leaves the connection alive when the third party had not handled the request', async () => {
    const third = await new OAuthThirdParty().start(redirectUri);
    closers.push(() => third.close());
    const { database, where } = await sharedDatabase();
    const { parts, client } = await connected(database, third);
    const order = {
      database: where,
      allowed: `127.0.0.1:${third.port}`,
      manifest: third.manifest(),
      client,
      leaseMs: 1500,
    };
    const child = await startProcess({ ...order, callers: 5 });
    await expire(database);
    let release = () => {};
    const before = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      third.trouble = () => {
        resolve();
        return { before };
      };
    });
    void go(child);
    await asked;
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    third.trouble = null;
    release();
    // The dead process still holds the lease; whoever comes next waits until it is over.
    const request = {
      integrationId: 'items',
      userId: 'user-1',
      featureName: 'LIST_ITEMS',
      inputs: {},
      chosenBy: 'caller',
    } as const;
    expect((await parts.execute.execute(caller(), request)).result).toMatchObject({ of: 'ada' });
  });

  it.each([0, 2, 8, 34])('leaves it alive when killed %i ms after the third party was asked', async (delayMs) => {
    const rotating = await new RotatingVendor().start();
    closers.push(() => rotating.vendor.close());
    const { database, where } = await sharedDatabase();
    const manifest = rotating.manifest();
    const allowed = `127.0.0.1:${rotating.vendor.port}`;
    const settings = { rotating: rotating.client };
    const fetcher = openFetcher(rotating.vendor.port);
    const parts = integrationParts({
      db: database.db,
      clock: systemClock,
      fetcher,
      manifests: [manifest],
      settings,
      leaseMs: 400,
    });
    await store(parts, rotating.first);
    const order = { database: where, allowed, manifest, client: rotating.client, leaseMs: 400, callers: 3 };
    const child = await startProcess(order);
    void go(child);
    while (rotating.refreshes === 0) await new Promise((resolve) => setImmediate(resolve));
    if (delayMs > 0) await systemClock.sleep(delayMs);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const request = {
      integrationId: 'rotating',
      userId: 'user-1',
      featureName: 'LIST_ITEMS',
      inputs: {},
      chosenBy: 'caller',
    } as const;
    expect((await parts.execute.execute(caller(), request)).result).toEqual({ items: [] });
  });

  it('says so when the answer was lost and the third party takes each refresh token only once', async () => {
    const third = await new OAuthThirdParty().start(redirectUri);
    closers.push(() => third.close());
    const { database } = await sharedDatabase();
    const { parts } = await connected(database, third);
    await expire(database);
    third.trouble = () => ({ loseAnswer: true });
    const request = {
      integrationId: 'items',
      userId: 'user-1',
      featureName: 'LIST_ITEMS',
      inputs: {},
      chosenBy: 'caller',
    } as const;
    await expect(parts.execute.execute(caller(), request)).rejects.toMatchObject({ code: 'feature_execution_failed' });
    third.trouble = null;
    await database.db.updateTable('integration_connections').set({ next_attempt_at: 0 }).execute();
    await expect(parts.execute.execute(caller(), request)).rejects.toMatchObject({ code: 'needs_reconnect' });
    expect(parts.events.at(-1)).toMatchObject({ state: 'needs_reconnect' });
  });
});

describe('leases', () => {
  it('lets a process that lost its lease overwrite nothing', async () => {
    const rotating = await new RotatingVendor().start();
    closers.push(() => rotating.vendor.close());
    const database = await openDatabase({ dataDir: ':memory:' });
    closers.push(() => database.close());
    await addWorkspace(database.db);
    const clock = new FakeClock(Date.now());
    const fetcher = openFetcher(rotating.vendor.port);
    const common = {
      db: database.db,
      fetcher,
      manifests: [rotating.manifest()],
      settings: { rotating: rotating.client },
    };
    const slow = integrationParts({ ...common, clock });
    const quick = integrationParts({ ...common, clock });
    await store(slow, rotating.first);
    let release = () => {};
    rotating.hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const request = {
      integrationId: 'rotating',
      userId: 'user-1',
      featureName: 'LIST_ITEMS',
      inputs: {},
      chosenBy: 'caller',
    } as const;
    const held = slow.execute.execute(caller(), request);
    while (rotating.refreshes === 0) await new Promise((resolve) => setImmediate(resolve));
    rotating.hold = null;
    clock.advance(21_000);
    expect((await quick.execute.execute(caller(), request)).result).toEqual({ items: [] });
    release();
    expect((await held).result).toEqual({ items: [] });
    const row = await quick.rows.find({ workspaceId: 'w1', integrationId: 'rotating', userId: 'user-1' });
    expect(row).toMatchObject({ version: 2, state: 'connected' });
  });
});

async function store(parts: ReturnType<typeof integrationParts>, current: TokenSet) {
  const owner = { workspaceId: 'w1', integrationId: 'rotating', userId: 'user-1' };
  return parts.store.create(owner, await parts.catalogue.get('w1', 'rotating'), {
    credentials: { method: 'OAUTH2', current, previous: null },
    fields: {},
    scopes: [],
  });
}
