import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { type Database, openDatabase } from '../../../db/open-database.ts';
import { type Claim, IdempotencyService, type IdempotentRequest, type KeptReply } from './idempotency-service.ts';

const day = 24 * 60 * 60_000;
const reply: KeptReply = { status: 201, contentType: 'text/plain', body: 'first' };
let database: Database;
let clock: FakeClock;
let service: IdempotencyService;
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
  await database.db
    .insertInto('workspaces')
    .values({ id: 'ws_1', name: 'x', budget_nanos: null, created_at: 0 })
    .execute();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('idempotency_records').execute();
  clock = new FakeClock();
  service = new IdempotencyService({
    db: database.db,
    clock,
    onError: (error) => {
      throw error;
    },
  });
});

const request = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  keyId: 'key_1',
  workspaceId: 'ws_1',
  userId: null,
  idempotencyKey: 'one',
  target: 'POST /v1/answer',
  body: 'hash',
  readBody: () => Promise.reject(new Error('the body is known')),
  ...more,
});
const begin = (more?: Partial<IdempotentRequest>) => service.begin(request(more));
/** The claim of a request that nobody sent before. */
async function claim(more?: Partial<IdempotentRequest>): Promise<Claim> {
  const begun = await begin(more);
  if ('status' in begun) throw new Error('it was answered before');
  return begun;
}
const finished = async (more?: Partial<IdempotentRequest>) => (await claim(more)).finish(reply, more?.body ?? 'hash');
const inProgress = { code: 'idempotency_in_progress', retryAfterMs: 1000 };
const mismatch = { code: 'idempotency_mismatch' };

describe('a request that was answered', () => {
  it('is given its first answer for a day', async () => {
    await finished();
    expect(await begin()).toEqual(reply);
    clock.advance(day - 1);
    expect(await begin()).toEqual(reply);
    clock.advance(1);
    await claim();
  });

  it('is kept for a day after its end, not after its beginning', async () => {
    const open = await claim();
    clock.advance(80 * 60_000);
    await open.finish(reply, 'hash');
    clock.advance(day - 1);
    expect(await begin()).toEqual(reply);
  });

  it.each([{ target: 'POST /v1/answer?a=1' }, { body: 'other' }, { body: null, readBody: async () => 'other' }])(
    'is another request with %o',
    async (other) => {
      await finished();
      await expect(begin(other)).rejects.toMatchObject(mismatch);
    },
  );

  it('is the same request when its body, read only now, is the same', async () => {
    await finished();
    expect(await begin({ body: null, readBody: async () => 'hash' })).toEqual(reply);
  });

  it('is known under each API key and each idempotency key apart', async () => {
    await finished();
    await claim({ keyId: 'key_2' });
    await claim({ idempotencyKey: 'two' });
    await claim({ keyId: 'key_1","one' });
  });
});

describe('a request that still runs', () => {
  it('has its twin wait', async () => {
    await claim();
    await expect(begin()).rejects.toMatchObject(inProgress);
  });

  it('is told from another request where the bodies can be compared', async () => {
    await claim();
    await expect(begin({ body: 'other' })).rejects.toMatchObject(mismatch);
    await expect(begin({ target: 'POST /v1/chat' })).rejects.toMatchObject(mismatch);
    await expect(begin({ body: null })).rejects.toMatchObject(inProgress);
  });

  it('is not compared before its own body was read', async () => {
    const open = await claim({ body: null });
    await expect(begin({ body: 'any' })).rejects.toMatchObject(inProgress);
    await expect(begin({ target: 'POST /v1/chat' })).rejects.toMatchObject(mismatch);
    await open.finish(reply, 'hash');
    expect(await begin()).toEqual(reply);
    await expect(begin({ body: 'any' })).rejects.toMatchObject(mismatch);
  });

  it('is believed for 90 minutes', async () => {
    await claim();
    clock.advance(90 * 60_000 - 1);
    await expect(begin()).rejects.toMatchObject(inProgress);
    clock.advance(1);
    await claim();
  });

  it('may be sent again once it was dropped', async () => {
    await (await claim()).drop();
    await claim();
  });
});

it.each(['', 'k'.repeat(256)])('refuses the idempotency key %j', async (idempotencyKey) => {
  const title = 'Idempotency-Key is not valid';
  await expect(begin({ idempotencyKey })).rejects.toMatchObject({ code: 'invalid_request', title });
});

it('takes idempotency keys of 1 and of 255 characters', async () => {
  await claim({ idempotencyKey: 'k' });
  await claim({ idempotencyKey: 'k'.repeat(255) });
});

describe('the sweep', () => {
  const rows = async () => (await database.db.selectFrom('idempotency_records').select('state').execute()).length;

  it('removes what is too old', async () => {
    await finished();
    clock.advance(day - 1);
    await service.sweep({ dropRunning: false });
    expect(await rows()).toBe(1);
    clock.advance(1);
    await service.sweep({ dropRunning: false });
    expect(await rows()).toBe(0);
  });

  it('removes the claims of a process that died only where no other can be alive', async () => {
    await finished();
    await claim({ idempotencyKey: 'two' });
    await service.sweep({ dropRunning: false });
    expect(await rows()).toBe(2);
    await service.sweep({ dropRunning: true });
    expect(await begin()).toEqual(reply);
    await claim({ idempotencyKey: 'two' });
  });
});

it('forgets what belongs to one user, and what belongs to a workspace', async () => {
  const ann = { userId: 'ann', idempotencyKey: 'ann' };
  const bob = { userId: 'bob', idempotencyKey: 'bob' };
  const admin = { workspaceId: '', idempotencyKey: 'admin' };
  for (const each of [ann, bob, admin]) await finished(each);
  await service.forgetUser({ workspaceId: 'ws_2', userId: 'ann' });
  expect(await begin(ann)).toEqual(reply);
  await service.forgetUser({ workspaceId: 'ws_1', userId: 'ann' });
  await (await claim(ann)).drop();
  expect(await begin(bob)).toEqual(reply);
  await service.forgetWorkspace('ws_1');
  await claim(bob);
  // Calls that manage belong to no workspace.
  expect(await begin(admin)).toEqual(reply);
});
