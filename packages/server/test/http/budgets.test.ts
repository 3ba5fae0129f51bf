import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../src/ports/language-model.ts';
import { FakeClock } from '../fake-clock.ts';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../test-service.ts';

const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 50 };
const reply: ModelEvent[] = [
  { type: 'text-delta', text: 'Four.' },
  { type: 'finish', reason: 'stop', usage },
];
// Wednesday, 2026-11-25, noon.
const clock = new FakeClock(Date.UTC(2026, 10, 25, 12));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    replacements: { clock, models: routerOf(new ScriptedLanguageModel(() => reply)) },
  });
});
afterAll(() => service.close());

const dayMs = 24 * 60 * 60_000;
const path = '/v1/admin/budgets';
const manage = async (method: string, at: string, body?: object) => (await service.admin(method, at, body)).json;
/** A call costs 100 × 0.001 + 50 × 0.01 = 0.6; a workspace of its own keeps budgets of other tests away. */
async function setUp(keySettings: object = {}) {
  const workspace = await manage('POST', '/v1/admin/workspaces', { name: 'One' });
  const key = await manage('POST', '/v1/admin/keys', { workspace_id: workspace.id, ...keySettings });
  const ask = (more: object = {}, headers: Record<string, string> = {}) =>
    service.call(
      'POST',
      '/v1/answer',
      { query: 'Hi', max_tokens: 50, ...more },
      { authorization: `Bearer ${key.key}`, ...headers },
    );
  const make = (settings: object) => manage('POST', path, { workspace_id: workspace.id, ...settings });
  const look = (id: string, subject?: string) =>
    manage('GET', `${path}/${id}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`);
  return { workspace, key, ask, make, look };
}

describe('a budget', () => {
  it('is made, shown with its figures, changed and deleted', async () => {
    const { ask, make, look, workspace } = await setUp();
    const made = await make({ scope: 'tag', target: 'support', amount_usd: 1.3, period: 'week', name: 'Helpdesk' });
    expect(made).toMatchObject({
      workspace_id: workspace.id,
      scope: 'tag',
      target: 'support',
      amount_usd: 1.3,
      period: 'week',
      action: 'stop',
      warn_at: [0.5, 0.8, 1],
      spent_usd: 0,
      held_usd: 0,
      remaining_usd: 1.3,
      // Monday.
      resets_at: '2026-11-30T00:00:00.000Z',
    });
    const first = await ask({ tags: ['support'] });
    expect(first.status).toBe(200);
    expect(first.headers.get('x-parley-budget')).toBe(made.id);
    expect(first.headers.get('x-parley-budget-remaining')).toBe('0.7');
    expect(first.headers.get('x-parley-budget-reset')).toBe(String((4.5 * dayMs) / 1000));
    expect(await look(made.id)).toMatchObject({ spent_usd: 0.6, held_usd: 0, remaining_usd: 0.7 });
    expect((await ask({ tags: ['support', 'eu'] })).headers.get('x-parley-budget-remaining')).toBe('0.1');
    const refused = await ask({ tags: ['support'] });
    expect(refused.status).toBe(402);
    expect(refused.json.message).toContain('The budget "Helpdesk" of this tag ($1.30 per week)');
    expect(refused.headers.get('x-parley-budget-remaining')).toBe('0.1');
    const other = await ask();
    expect([other.status, other.headers.get('x-parley-budget')]).toEqual([200, null]);
    const raised = await manage('PATCH', `${path}/${made.id}`, { amount_usd: 2 });
    expect(raised).toMatchObject({ spent_usd: 1.2, remaining_usd: 0.8 });
    expect((await ask({ tags: ['support'] })).status).toBe(200);
    const listed = await manage('GET', `${path}?workspace_id=${workspace.id}&scope=tag`);
    expect(listed.data).toEqual([await look(made.id)]);
    expect(await manage('DELETE', `${path}/${made.id}`)).toEqual({ id: made.id, deleted: true });
    expect((await service.admin('GET', `${path}/${made.id}`)).status).toBe(404);
    expect((await ask({ tags: ['support'] })).status).toBe(200);
    const actions = (await manage('GET', `/v1/admin/audit?workspace_id=${workspace.id}`)).data.map(
      (event: { action: string }) => event.action,
    );
    expect(actions.filter((action: string) => action.startsWith('budget.'))).toEqual([
      'budget.delete',
      'budget.update',
      'budget.create',
    ]);
  });

  it.each([
    [{ scope: 'workspace' }, {}, null],
    [{ scope: 'user', target: 'ann' }, { user_id: 'ann' }, { user_id: 'bob' }],
    [{ scope: 'user' }, { user_id: 'ann' }, { user_id: 'bob' }],
    [{ scope: 'tag', target: 'night' }, { tags: ['x', 'night'] }, { tags: ['x'] }],
    [{ scope: 'tag' }, { tags: ['night'] }, { tags: ['day'] }],
    [{ scope: 'model', target: 'vendor/big' }, { model: 'vendor/big' }, { model: 'vendor/small' }],
    [{ scope: 'model', target: 'vendor/*' }, { model: 'vendor/big' }, { model: 'other/big' }],
    [{ scope: 'model' }, { model: 'vendor/big' }, { model: 'vendor/small' }],
  ])('%j stops the calls that it counts, and no others', async (settings, meant, others) => {
    const { ask, make } = await setUp();
    await make({ ...settings, amount_usd: 0.7, period: 'day' });
    expect([(await ask(meant)).status, (await ask(meant)).status]).toEqual([200, 402]);
    if (others !== null) expect((await ask(others)).status).toBe(200);
    // The next day begins anew.
    clock.advance(dayMs);
    expect((await ask(meant)).status).toBe(200);
  });

  it('is that of a key, or of each key', async () => {
    const { ask, make, key, workspace } = await setUp();
    const second = await manage('POST', '/v1/admin/keys', { workspace_id: workspace.id });
    const asSecond = { authorization: `Bearer ${second.key}` };
    const own = await make({ scope: 'key', target: key.id, amount_usd: 0.7 });
    expect([(await ask()).status, (await ask()).status, (await ask({}, asSecond)).status]).toEqual([200, 402, 200]);
    await manage('DELETE', `${path}/${own.id}`);
    const each = await make({ scope: 'key', amount_usd: 1.3 });
    // What both spent before counts.
    expect(each).toMatchObject({ spent_usd: null, held_usd: null, remaining_usd: null });
    expect(await manage('GET', `${path}/${each.id}?subject=${key.id}`)).toMatchObject({ remaining_usd: 0.7 });
    expect([(await ask()).status, (await ask()).status, (await ask({}, asSecond)).status]).toEqual([200, 402, 200]);
  });

  it('of a key goes on with its successor', async () => {
    const { ask, make, key } = await setUp();
    await make({ scope: 'key', target: key.id, amount_usd: 1.3, period: 'total' });
    expect((await ask()).status).toBe(200);
    const successor = await manage('POST', `/v1/admin/keys/${key.id}/roll`, {});
    const asSuccessor = { authorization: `Bearer ${successor.key}` };
    expect((await ask({}, asSuccessor)).headers.get('x-parley-budget-remaining')).toBe('0.1');
    expect((await ask({}, asSuccessor)).status).toBe(402);
  });

  it('counts the tags of a key, which every call of it carries', async () => {
    const { ask, make, key } = await setUp({ tags: ['shop'] });
    expect(key.tags).toEqual(['shop']);
    const budget = await make({ scope: 'tag', target: 'shop', amount_usd: 0.7 });
    const first = await ask({ tags: ['eu'] });
    expect(first.headers.get('x-parley-budget')).toBe(budget.id);
    const records = await manage('GET', `/v1/admin/usage/records?request_id=${first.headers.get('x-request-id')}`);
    expect(records.data[0].tags).toEqual(['shop', 'eu']);
    expect((await ask()).status).toBe(402);
    expect((await manage('PATCH', `/v1/admin/keys/${key.id}`, { tags: null })).tags).toEqual([]);
    expect((await ask()).status).toBe(200);
  });

  it('holds in all that a call meets or in none', async () => {
    const { ask, make, look } = await setUp();
    const wide = await make({ scope: 'user', target: 'ann', amount_usd: 10 });
    const narrow = await make({ scope: 'tag', target: 'x', amount_usd: 0.1 });
    const refused = await ask({ user_id: 'ann', tags: ['x'] });
    expect(refused.status).toBe(402);
    expect(refused.headers.get('x-parley-budget')).toBe(narrow.id);
    expect(await look(wide.id)).toMatchObject({ spent_usd: 0, held_usd: 0, remaining_usd: 10 });
    expect((await ask({ user_id: 'ann' })).headers.get('x-parley-budget-remaining')).toBe('9.4');
  });

  it('that warns lets calls go on and says so', async () => {
    const { ask, make, look } = await setUp();
    const budget = await make({ scope: 'workspace', amount_usd: 0.7, action: 'warn', name: 'Soft' });
    const replies = [await ask(), await ask()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies.map(({ headers }) => headers.get('x-parley-warnings'))).toEqual([
      null,
      'the budget Soft (0.7 USD) is used up',
    ]);
    expect(await look(budget.id)).toMatchObject({ spent_usd: 1.2, remaining_usd: 0 });
  });

  it('begins with what was spent in its period before, by user, tag and model', async () => {
    const { ask, make, look } = await setUp();
    await ask({ user_id: 'ann', tags: ['a', 'b'], model: 'vendor/big' });
    clock.advance(dayMs);
    await ask({ user_id: 'bob', tags: ['b'], model: 'vendor/small' });
    const spent = async (settings: object, subject?: string) => {
      const { id } = await make({ amount_usd: 9, ...settings });
      return (await look(id, subject)).spent_usd;
    };
    expect(await spent({ scope: 'workspace', period: 'total' })).toBe(1.2);
    expect(await spent({ scope: 'workspace', period: 'day' })).toBe(0.6);
    expect(await spent({ scope: 'user', target: 'ann', period: 'total' })).toBe(0.6);
    expect(await spent({ scope: 'user', target: 'ann', period: 'day' })).toBe(0);
    expect(await spent({ scope: 'user', period: 'total' }, 'bob')).toBe(0.6);
    expect(await spent({ scope: 'tag', period: 'total', target: 'b' })).toBe(1.2);
    expect(await spent({ scope: 'tag', period: 'total' }, 'a')).toBe(0.6);
    expect(await spent({ scope: 'model', period: 'total', target: 'vendor/*' })).toBe(1.2);
    const { id } = await make({ amount_usd: 9, scope: 'workspace', period: 'day' });
    expect(await manage('PATCH', `${path}/${id}`, { period: 'total' })).toMatchObject({ spent_usd: 1.2 });
  });

  it('counts the pages of a stream, and names what is left in its head', async () => {
    const { ask, make, look } = await setUp();
    const budget = await make({ scope: 'user', target: 'ann', amount_usd: 5 });
    const streamed = await ask({ user_id: 'ann', stream: true });
    expect(streamed.headers.get('x-parley-budget')).toBe(budget.id);
    // Its own reservation is taken off: 5 less 50 tokens of output and what the question may have.
    expect(Number(streamed.headers.get('x-parley-budget-remaining'))).toBeLessThan(4.5);
    expect(await look(budget.id)).toMatchObject({ spent_usd: 0.6, held_usd: 0, remaining_usd: 4.4 });
  });

  it('counts a run in the background under the labels of its call', async () => {
    // Work in the queue waits for a clock that goes.
    const own = await startTestService({ replacements: { models: routerOf(new ScriptedLanguageModel(() => reply)) } });
    const budget = (await own.admin('POST', path, { scope: 'user', target: 'ann', amount_usd: 500 })).json;
    const body = { model: 'small-1', input: 'What is 2+2?', background: true, user: 'ann' };
    expect((await own.call('POST', '/v1/responses', body)).status).toBe(200);
    const look = async () => (await own.admin('GET', `${path}/${budget.id}`)).json;
    await expect.poll(async () => (await look()).spent_usd).toBe(0.6);
    await expect.poll(async () => (await look()).held_usd).toBe(0);
    await own.close();
  });

  it.each([
    [{ scope: 'workspace', target: 'x', amount_usd: 1 }, 'target'],
    [{ scope: 'key', target: 'key_none', amount_usd: 1 }, 'target'],
    [{ scope: 'user', target: 'a*', amount_usd: 1 }, 'target'],
    [{ scope: 'user', amount_usd: -1 }, 'amount_usd'],
    [{ scope: 'user', amount_usd: 1, emails: ['ann@example.com'] }, 'emails'],
  ])('is refused where it means nothing: %j', async (settings, field) => {
    const refused = await service.admin('POST', path, settings);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.json.message).toContain(field);
  });

  it('is managed by the admin key alone', async () => {
    expect((await service.call('GET', path)).status).toBe(403);
    expect((await service.call('POST', path, { scope: 'user', amount_usd: 1 })).status).toBe(403);
    expect(apiKey).not.toBe('');
  });

  it('of a user is forgotten with the user', async () => {
    const { ask, make, look, key } = await setUp();
    const budget = await make({ scope: 'user', amount_usd: 5, period: 'total' });
    await ask({ user_id: 'ann' });
    expect((await look(budget.id, 'ann')).spent_usd).toBe(0.6);
    const auth = { authorization: `Bearer ${key.key}` };
    expect((await service.call('DELETE', '/v1/integrations/users/ann', undefined, auth)).status).toBe(200);
    expect((await look(budget.id, 'ann')).spent_usd).toBe(0);
  });
});

describe('the change of a period', () => {
  it.each([
    ['day', Date.UTC(2027, 0, 6) - 1],
    ['week', Date.UTC(2027, 0, 11) - 1],
    ['month', Date.UTC(2027, 1, 1) - 1],
  ])('of a %s is exact to the millisecond', async (period, lastMoment) => {
    const { ask, make, look } = await setUp();
    clock.advance(lastMoment - clock.now());
    const budget = await make({ scope: 'user', target: 'ann', amount_usd: 0.7, period });
    expect(budget.resets_at).toBe(new Date(lastMoment + 1).toISOString());
    expect([(await ask({ user_id: 'ann' })).status, (await ask({ user_id: 'ann' })).status]).toEqual([200, 402]);
    clock.advance(1);
    expect(await look(budget.id)).toMatchObject({ spent_usd: 0, remaining_usd: 0.7 });
    expect([(await ask({ user_id: 'ann' })).status, (await ask({ user_id: 'ann' })).status]).toEqual([200, 402]);
  });

  it('leaves a call that runs across it in the period in which it began', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = {
      id: 'slow',
      embedded: false,
      async *stream() {
        yield reply[0] as ModelEvent;
        await gate;
        yield reply[1] as ModelEvent;
      },
    };
    const own = await startTestService({ replacements: { clock, models: routerOf(slow) } });
    const budget = (await own.admin('POST', path, { scope: 'tag', target: 'x', amount_usd: 5, period: 'day' })).json;
    const asked = own.call('POST', '/v1/answer', { query: 'Hi', max_tokens: 50, tags: ['x'] });
    const look = async () => (await own.admin('GET', `${path}/${budget.id}`)).json;
    await expect.poll(async () => (await look()).held_usd).toBeGreaterThan(0);
    clock.advance(dayMs);
    expect(await look()).toMatchObject({ spent_usd: 0, held_usd: 0 });
    finish();
    expect((await asked).status).toBe(200);
    expect(await look()).toMatchObject({ spent_usd: 0, held_usd: 0, remaining_usd: 5 });
    clock.advance(-dayMs);
    expect(await look()).toMatchObject({ spent_usd: 0.6, held_usd: 0, remaining_usd: 4.4 });
    await own.close();
  });
});
