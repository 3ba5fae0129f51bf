import { expect, it, vi } from 'vitest';
import { MemoryCounters } from '../src/adapters/memory/memory-counters.ts';
import { UsageRepository } from '../src/features/money/billing/usage-repository.ts';
import { AuditLog } from '../src/features/people/audit/audit-log.ts';
import { generateApiKey } from '../src/features/people/keys/api-key.ts';
import { Authenticator } from '../src/features/people/keys/authenticator.ts';
import { KeyRepository } from '../src/features/people/keys/key-repository.ts';
import { KeyService } from '../src/features/people/keys/key-service.ts';
import { WorkspaceService } from '../src/features/people/workspaces/workspace-service.ts';
import { IdempotencyService } from '../src/features/runs/idempotency/idempotency-service.ts';
import { toAppError } from '../src/http/error-reply.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { storedRows } from './stored-rows.ts';
import { usageRow } from './usage-row.ts';

const defaultLimits = { requestsPerMinute: 1, tokensPerMinute: 2, openStreams: 3, groundingTokens: 10 };

onBothDatabases('usage', (open) => {
  it('stores many records at once, keeps their sums, and adds none twice', async () => {
    const { db, dialect, close } = await open();
    const usage = new UsageRepository({ db, dialect });
    const rows = Array.from({ length: 77 }, (_, index) => usageRow(`a${index}`));
    await usage.insert(rows);
    await usage.insert([usageRow('b', { created_at: Date.UTC(2026, 10, 22), model: null, cost_nanos: 0 })]);
    await usage.insert([...rows.slice(0, 3), usageRow('c', { created_at: Date.UTC(2026, 11, 1) + 12 })]);
    expect(await usage.spent([{ ownerId: 'k', period: '2026-11-21' }])).toEqual([77n * 1_000_000_007n]);
    expect(await usage.spent([{ ownerId: 'k', period: '2026-11' }])).toEqual([77n * 1_000_000_007n]);
    expect(await usage.spent([{ ownerId: 'k', period: 'total' }])).toEqual([78n * 1_000_000_007n]);
    expect(await usage.spent([{ ownerId: 'w', period: '2026-12' }])).toEqual([1_000_000_007n]);
    const days = await usage.sum({}, 'day');
    expect(days.map(({ group, requests }) => [group, requests])).toEqual([
      ['2026-11-21', 77],
      ['2026-11-22', 1],
      ['2026-12-01', 1],
    ]);
    expect(days[0]).toMatchObject({ input_tokens: 770, cached_tokens: 154, cost_nanos: 77n * 1_000_000_007n });
    const models = await usage.sum({ to: Date.UTC(2026, 11, 1) }, 'model');
    expect(new Map(models.map(({ group, requests }) => [group, requests]))).toEqual(
      new Map([
        ['small-2', 77],
        [null, 1],
      ]),
    );
    const [first, second, ...rest] = await usage.list({ limit: 3 });
    expect([first?.id, second?.id, rest.length]).toEqual(['c', 'b', 1]);
    const after = { createdAt: first?.created_at ?? 0, id: first?.id ?? '' };
    expect((await usage.list({ limit: 1, after }))[0]?.id).toBe('b');
    expect(await usage.list({ limit: 9, requestId: 'request-a7' })).toEqual([usageRow('a7')]);
    await close();
  });
});

onBothDatabases('accounts', (open) => {
  it('keeps workspaces and keys, pages through them, and deletes all that belongs to one', async () => {
    const { db, dialect, close } = await open();
    const clock = new FakeClock();
    const workspaces = new WorkspaceService({ db, clock, cleaners: [] });
    const repository = new KeyRepository({ db, defaultLimits });
    const counters = new MemoryCounters({ clock });
    const authenticator = new Authenticator({ keys: repository, counters, clock });
    const keys = new KeyService({ keys: repository, authenticator, clock });
    const first = await workspaces.first();
    clock.advance(1);
    const second = await workspaces.create({ name: 'Second', budget_usd: 1.5 });
    expect((await workspaces.first()).id).toBe(first.id);
    expect(await workspaces.update(second.id, { budget_usd: null })).toMatchObject({
      name: 'Second',
      budget_usd: null,
    });
    const made = [];
    for (const name of ['A', 'B', 'C']) {
      clock.advance(1);
      const settings = { name, budget_usd: 2, limits: { open_streams: 9 } };
      made.push(await keys.create(settings, { kind: 'key', workspaceId: second.id }));
    }
    await new UsageRepository({ db, dialect }).insert([
      { ...usageRow('y', { workspace_id: second.id, key_id: made[2]?.id ?? '' }), shares_with: made[0]?.id ?? '' },
    ]);
    const successor = await keys.roll(made[2]?.id ?? '', 0);
    expect(await new UsageRepository({ db, dialect }).spent([{ ownerId: successor.id, period: 'total' }])).toEqual([
      1_000_000_007n,
    ]);
    expect(await new UsageRepository({ db, dialect }).spent([{ ownerId: made[0]?.id ?? '', period: 'total' }])).toEqual(
      [1_000_000_007n],
    );
    await db.deleteFrom('api_keys').where('id', '=', successor.id).execute();
    await db.deleteFrom('spend').where('owner_id', '=', successor.id).execute();
    const page = await keys.list({ workspace_id: second.id, limit: 2 });
    expect(page.data.map((key) => key.name)).toEqual(['C', 'B']);
    const rest = await keys.list({ workspace_id: second.id, limit: 2, after: page.next ?? '' });
    expect([rest.data.map((key) => key.name), rest.has_more]).toEqual([['A'], false]);
    expect(page.data[0]?.limits).toEqual({
      requests_per_minute: 1,
      tokens_per_minute: 2,
      open_streams: 9,
      grounding_tokens: 10,
      max_call_usd: null,
      cache_seconds: null,
      cache_by: null,
    });
    const caller = await authenticator.authenticate({ apiKey: made[0]?.key }, '127.0.0.1');
    expect(caller).toMatchObject({ workspaceId: second.id, budgetNanos: 2_000_000_000, workspaceBudgetNanos: null });
    await new UsageRepository({ db, dialect }).insert([usageRow('x', { workspace_id: second.id, key_id: caller.id })]);
    await workspaces.delete(second.id);
    expect(await repository.find(caller.id)).toBeNull();
    expect(await db.selectFrom('spend').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('usage_records').selectAll().execute()).toEqual([]);
    await close();
  });

  it('finds right keys among a flood of wrong ones from their address, with few queries', async () => {
    const { db, close } = await open();
    const clock = new FakeClock();
    const repository = new KeyRepository({ db, defaultLimits });
    const authenticator = new Authenticator({ keys: repository, counters: new MemoryCounters({ clock }), clock });
    const keys = new KeyService({ keys: repository, authenticator, clock });
    const made: { id: string; key: string }[] = [];
    for (let count = 0; count < 20; count++) made.push(await keys.create({}, { kind: 'admin' }));
    const [one, many] = [vi.spyOn(repository, 'findByHash'), vi.spyOn(repository, 'findByHashes')];
    const outcome = async (key: string) => {
      try {
        return (await authenticator.authenticate({ apiKey: key }, '192.0.2.1')).id;
      } catch (error) {
        return toAppError(error).code;
      }
    };
    const flood = Array.from({ length: 2000 }, (_, index) => outcome((made[index / 100] ?? generateApiKey()).key));
    const got = Map.groupBy(await Promise.all(flood), (outcome) => outcome);
    expect(made.map(({ id }) => got.get(id)?.length)).toEqual(made.map(() => 1));
    expect([got.get('invalid_api_key')?.length, got.get('rate_limit_exceeded')?.length]).toEqual([30, 1950]);
    expect(one.mock.calls.length + many.mock.calls.length).toBeLessThan(30);
    await close();
  });

  it('keeps the audit log and the first answers', async () => {
    const { db, close } = await open();
    const clock = new FakeClock();
    const audit = new AuditLog({ db, clock });
    for (const target of ['one', 'two', 'three']) {
      clock.advance(1);
      await audit.record({ workspaceId: null, actor: 'system', action: 'test.do', target, details: { n: 1 } });
    }
    const page = await audit.list({ limit: 2 });
    expect(page.data.map((event) => event.target)).toEqual(['three', 'two']);
    expect((await audit.list({ after: page.next ?? '' })).data).toMatchObject([{ target: 'one', details: { n: 1 } }]);
    await storedRows.users(db, 'ada');
    await storedRows.key(db, 'key_of_ada');
    clock.advance(1);
    await audit.record({ workspaceId: null, actor: 'ada', action: 'key.create', target: 'key_of_ada' });
    expect((await audit.list({ limit: 2 })).data).toMatchObject([
      { actor: 'ada', actor_name: 'Name of ada', target: 'key_of_ada', target_name: 'Key key_of_ada' },
      { actor: 'system', actor_name: null, target: 'three', target_name: null },
    ]);

    const idempotency = new IdempotencyService({ db, clock, onError: () => {} });
    const request = {
      keyId: 'k',
      workspaceId: 'w',
      userId: null,
      idempotencyKey: 'once',
      target: 'POST /x',
      body: 'b',
      readBody: async () => 'b',
    };
    const claim = await idempotency.begin(request);
    await expect(idempotency.begin(request)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    if ('finish' in claim) await claim.finish({ status: 200, contentType: 'application/json', body: '{}' }, 'b');
    expect(await idempotency.begin(request)).toEqual({ status: 200, contentType: 'application/json', body: '{}' });
    const twins = await Promise.allSettled(
      Array.from({ length: 5 }, () => idempotency.begin({ ...request, idempotencyKey: 'raced' })),
    );
    expect(twins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await close();
  });
});

onBothDatabases('a start', (open) => {
  it('notes a key of the environment that another process notes at the same moment', async () => {
    const { db, close } = await open();
    const clock = new FakeClock();
    const keys = new KeyRepository({ db, defaultLimits });
    const authenticator = new Authenticator({ keys, counters: new MemoryCounters({ clock }), clock });
    const service = new KeyService({ keys, authenticator, clock });
    // Both have looked before either writes.
    vi.spyOn(keys, 'findByHash').mockResolvedValueOnce(null).mockResolvedValueOnce(null);
    const ensured = () => service.ensure('own-key-0123456789', { kind: 'admin' });
    expect(await Promise.all([ensured(), ensured()])).toEqual([true, true]);
    expect(await keys.list({ limit: 9 })).toHaveLength(1);
    await close();
  });
});
