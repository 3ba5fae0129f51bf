import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Manifest, ManifestFeature } from '../src/features/integrations/definitions/manifest.ts';
import { ManifestError, readManifest } from '../src/features/integrations/definitions/read-manifest.ts';
import { FeatureExecutor } from '../src/features/integrations/vendor-calls/feature-executor.ts';
import { Redactor } from '../src/features/integrations/vendor-calls/redactor.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeVendor, type VendorReply } from './fake-vendor.ts';
import { longestWaitOf } from './growth.ts';

const vendor = new FakeVendor();
let clock: FakeClock;
beforeAll(() => vendor.start());
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.requests.length = 0;
  clock = new FakeClock();
});

const feature = (extra: Partial<ManifestFeature> = {}): ManifestFeature => ({
  name: 'DO',
  description: 'Do.',
  input_schema: { type: 'object', properties: { page: {}, id: {} } },
  request: { method: 'GET', path: '/items', query: { page: '{{input.page}}' } },
  ...extra,
});
const manifest = (extra: Partial<Manifest> = {}): Manifest => ({
  id: 'thing',
  name: 'Thing',
  description: 'A thing.',
  base_url: 'https://thing.example',
  auth: { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } },
  features: [],
  ...extra,
});
const run = (done: ManifestFeature, inputs = {}, about: Partial<Manifest> = {}) => {
  const whole = manifest(about);
  const executor = new FeatureExecutor({ fetcher: vendor.fetcher, clock });
  const connection = { api_key: 'the-secret-key-0123' };
  const secrets = Object.values(connection);
  const signal = AbortSignal.timeout(5000);
  return executor.run({
    manifest: whole,
    auth: whole.auth,
    feature: done,
    inputs,
    connection,
    secrets,
    callId: 'c',
    signal,
  });
};
const inTurn = (...replies: VendorReply[]) => {
  let turn = 0;
  vendor.answer(() => replies[Math.min(turn++, replies.length - 1)] ?? {});
};

describe('what becomes part of an address', () => {
  it.each(['http://elsewhere.example/{{connection.api_key}}', '.evil.example/x', '@evil.example/x'])(
    'never leads a credential off the base address, as %s would',
    async (path) => {
      const led = feature({ request: { method: 'GET', path } });
      await expect(run(led)).rejects.toMatchObject({ code: 'invalid_inputs' });
      expect(vendor.requests).toEqual([]);
      vendor.answer(() => ({ body: {} }));
      const { origin } = new URL('http://elsewhere.example');
      const named = run(led, {}, { other_origins: [origin] });
      await (path.startsWith('http') ? named : expect(named).rejects.toThrow());
      expect(vendor.requests.map(({ url }) => new URL(url).origin)).toEqual(path.startsWith('http') ? [origin] : []);
    },
  );

  const told = { code: 'invalid_inputs', message: expect.stringMatching(/^\/page must have at most 32000 characters/) };
  const inPath = feature({ request: { method: 'GET', path: '/items/{{input.page | path}}' } });
  const inHeader = feature({ request: { method: 'GET', path: '/items', headers: { 'x-page': '{{input.page}}' } } });

  it.each([
    ['a parameter', feature(), '🦊[("'.repeat(1_000_000)],
    ['many parameters', feature(), Array.from({ length: 200_000 }, () => 'a/b')],
    ['an object', feature(), { a: 'x'.repeat(4_000_000) }],
    ['a segment', inPath, 'a/'.repeat(2_000_000)],
    ['a header', inHeader, 'a'.repeat(4_000_000)],
  ])('is refused by name when it is too long: %s', async (_, asked, page) => {
    inTurn({ body: {} });
    expect(await longestWaitOf(() => expect(run(asked, { page })).rejects.toMatchObject(told))).toBeLessThan(50);
    expect(vendor.requests).toHaveLength(0);
  });

  it('is added to what an address has already, a list as several', async () => {
    inTurn({ body: {} });
    const request = { method: 'GET' as const, path: '/items?of=a%20b', query: { page: '{{input.page}}' } };
    await run(feature({ request }), { page: ['x y', 'ä&'] });
    expect(vendor.requests[0]?.url).toBe('https://thing.example/items?of=a%20b&page=x+y&page=%C3%A4%26');
  });
});

describe('a large answer', () => {
  const items = Array.from({ length: 150_000 }, (_, id) => ({ id, name: `thing ${id}`, tags: [id, { at: `${id}` }] }));
  const hidden = { name: 'the-secret-key-0123', 'the-secret-key-0123': 1 };

  it('is parsed and freed of credentials with the event loop free', async () => {
    const body = JSON.stringify([...items, hidden]);
    vendor.answer(() => ({ body, headers: { 'content-type': 'application/json' } }));
    let result: unknown;
    const wait = await longestWaitOf(async () => {
      result = (await run(feature())) as unknown;
    });
    const list = (result as { result: unknown[] }).result;
    expect([list.length, list[7]]).toEqual([150_001, { id: 7, name: 'thing 7', tags: [7, { at: '7' }] }]);
    expect(list.at(-1)).toEqual({ name: '[redacted]', '[redacted]': 1 });
    expect(wait).toBeLessThan(50);
  });

  it('that says no is told by its beginning', async () => {
    const body = JSON.stringify({ rows: items });
    vendor.answer(() => ({ status: 400, body, headers: { 'content-type': 'application/json' } }));
    const details = expect.stringMatching(/^HTTP 400: \{"rows":\[\{"id":0,"name":"thing 0"/);
    const refused = () => expect(run(feature())).rejects.toMatchObject({ details });
    expect(await longestWaitOf(refused)).toBeLessThan(50);
  });
});

describe('trouble', () => {
  it('waits as long as it is asked to, for a POST too, because 429 did nothing', async () => {
    inTurn({ status: 429, headers: { 'retry-after': '3' } }, { body: { ok: 1 } });
    const started = clock.now();
    const post = feature({ request: { method: 'POST', path: '/items', body: {} } });
    expect(await run(post)).toEqual({ kind: 'done', result: { ok: 1 } });
    expect(clock.now() - started).toBe(3000);
  });

  it.each([
    ['the header', { status: 429, headers: { 'retry-after': '60' } }, {}, 60_000],
    [
      'the body',
      { status: 429, body: { parameters: { retry_after: 30 } } },
      { retry_after_path: '/parameters/retry_after' },
      30_000,
    ],
    [
      'a used-up window',
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795262460' } },
      {},
      undefined,
    ],
  ])('hands on a long wait from %s', async (_, reply, about, retryAfterMs) => {
    inTurn(reply);
    const failure = { code: 'feature_execution_failed', ...(retryAfterMs !== undefined && { retryAfterMs }) };
    await expect(run(feature(), {}, about)).rejects.toMatchObject(failure);
    expect(vendor.requests).toHaveLength(1);
  });

  it('repeats reading after 503 and a lost connection, and writing never', async () => {
    inTurn({ status: 503 }, { cut: true }, { body: { ok: 1 } });
    expect(await run(feature())).toEqual({ kind: 'done', result: { ok: 1 } });
    expect(vendor.requests).toHaveLength(3);
    vendor.requests.length = 0;
    inTurn({ status: 503, body: 'down' }, { body: { ok: 1 } });
    const post = feature({ request: { method: 'POST', path: '/items', body: {} } });
    await expect(run(post)).rejects.toMatchObject({ details: 'HTTP 503: down' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('knows failures that come with status 200', async () => {
    const about = {
      failure: {
        path: '/ok',
        equals: false,
        message_path: '/error',
        unauthorized: ['token_revoked'],
        rate_limited: ['ratelimited'],
      },
    };
    inTurn({ body: { ok: false, error: 'channel_not_found' } });
    await expect(run(feature(), {}, about)).rejects.toMatchObject({ details: 'HTTP 200: channel_not_found' });
    inTurn({ body: { ok: false, error: 'token_revoked' } });
    expect(await run(feature(), {}, about)).toMatchObject({ kind: 'unauthorized' });
    inTurn({ body: { ok: false, error: 'ratelimited' } }, { body: { ok: true } });
    expect(await run(feature(), {}, about)).toMatchObject({ kind: 'done' });
  });

  it('keeps credentials out of what it says', async () => {
    vendor.answer(({ headers }) => ({ status: 400, body: `<p>bad header ${headers.authorization}</p>` }));
    await expect(run(feature())).rejects.toMatchObject({ details: 'HTTP 400: bad header Bearer [redacted]' });
    const redactor = new Redactor(['p&ss word1']);
    expect(redactor.text(`${encodeURIComponent('p&ss word1')} ${Buffer.from('p&ss word1').toString('base64')}`)).toBe(
      '[redacted] [redacted]',
    );
  });

  it('reads answers that are not JSON, whatever they claim', async () => {
    inTurn({ headers: { 'content-type': 'application/json' }, body: 'not json' });
    expect(await run(feature())).toMatchObject({ result: { text: 'not json' } });
    inTurn({ status: 204 });
    expect(await run(feature())).toEqual({ kind: 'done', result: { status: 204 } });
  });
});

describe('pages', () => {
  const paged = (pagination: ManifestFeature['pagination'], request?: ManifestFeature['request']) =>
    feature({ ...(pagination && { pagination }), ...(request && { request }) });

  it('reads one page unless more items are wanted, then as many as it takes', async () => {
    vendor.answer(({ url }) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1);
      return { body: { items: [page * 2 - 1, page * 2], next: page < 4 ? page + 1 : null } };
    });
    const cursor = paged({ items: '/items', kind: 'cursor', input: 'page', next: '/next' });
    expect(await run(cursor)).toEqual({ kind: 'done', result: { items: [1, 2], next: 2 } });
    expect(await run(cursor, { max_items: 5 })).toEqual({ kind: 'done', result: { items: [1, 2, 3, 4, 5], next: 4 } });
    expect(await run(cursor, { max_items: 100 })).toEqual({
      kind: 'done',
      result: { items: [1, 2, 3, 4, 5, 6, 7, 8], next: null },
    });
  });

  it('follows Link headers and addresses in the answer, but not to another host', async () => {
    inTurn(
      {
        headers: {
          link: '<https://thing.example/items?page=2>; rel="next", <https://thing.example/items?page=9>; rel="last"',
        },
        body: [1],
      },
      { body: [2] },
    );
    expect(await run(paged({ items: '', kind: 'link' }), { max_items: 9 })).toEqual({ kind: 'done', result: [1, 2] });
    expect(vendor.requests[1]?.url).toBe('https://thing.example/items?page=2');
    vendor.requests.length = 0;
    inTurn({ body: { value: [1], '@odata.nextLink': 'https://evil.example/items' } });
    const odata = paged({ items: '/value', kind: 'url', next: '/@odata.nextLink' });
    expect(await run(odata, { max_items: 9 })).toMatchObject({ result: { value: [1] } });
    expect(vendor.requests).toHaveLength(1);
  });

  it('counts up, and goes on after the last item', async () => {
    inTurn({ body: { rows: [1] } }, { body: { rows: [2] } }, { body: { rows: [] } });
    expect(await run(paged({ items: '/rows', kind: 'page', input: 'page' }), { max_items: 9 })).toEqual({
      kind: 'done',
      result: { rows: [1, 2] },
    });
    vendor.requests.length = 0;
    inTurn({ body: { data: [{ id: 'a' }], has_more: true } }, { body: { data: [{ id: 'b' }], has_more: false } });
    const last = paged({ items: '/data', kind: 'last_item', input: 'page', next: '/id' });
    expect(await run(last, { max_items: 9 })).toMatchObject({ result: { data: [{ id: 'a' }, { id: 'b' }] } });
    expect(vendor.requests[1]?.url).toContain('page=a');
  });

  it('stops after 20 pages of a third party that never ends', async () => {
    vendor.answer(() => ({ body: { items: [1], next: 'again' } }));
    await run(paged({ items: '/items', kind: 'cursor', input: 'page', next: '/next' }), { max_items: 1000 });
    expect(vendor.requests).toHaveLength(20);
  });
});

describe('addresses', () => {
  const byPath = feature({ request: { method: 'GET', path: '/users/{{input.id}}/files/{{input.page | path}}' } });

  it.each(['..', '.', ''])('refuses %j as a part of the path', async (id) => {
    await expect(run(byPath, { id, page: 'a' })).rejects.toMatchObject({ code: 'invalid_inputs' });
    await expect(run(byPath, { id: 'a', page: `x/${id}/y` })).rejects.toMatchObject({ code: 'invalid_inputs' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('encodes everything else', async () => {
    vendor.answer(() => ({ body: {} }));
    await run(byPath, { id: 'a/../b?x=1#y', page: 'd e/f' });
    expect(vendor.requests[0]?.url).toBe('https://thing.example/users/a%2F..%2Fb%3Fx%3D1%23y/files/d%20e/f');
  });

  it('lets no line break into a header', async () => {
    const header = feature({ request: { method: 'GET', path: '/', headers: { 'x-id': '{{input.id}}' } } });
    await expect(run(header, { id: 'a\r\nx-evil: 1' })).rejects.toMatchObject({ code: 'invalid_inputs' });
  });
});

describe('reading manifests', () => {
  it('names every problem at once', () => {
    const bad = {
      ...manifest(),
      id: 'Not An Id',
      surprise: 1,
      features: [{ name: 'lower', description: '', input_schema: {}, request: { method: 'FETCH', path: '/' } }],
    };
    const problems = problemsOf(bad);
    for (const place of ['/id', '/features/0/name', '/features/0/description']) {
      expect(
        problems.some((problem) => problem.startsWith(place)),
        place,
      ).toBe(true);
    }
    const twice = {
      ...manifest(),
      features: [
        feature(),
        feature({ request: { method: 'GET', path: '/{{input.nothing}}/{{env.HOME}}/{{input.id | shell}}' } }),
      ],
    };
    expect(problemsOf(twice)).toEqual([
      'a placeholder names env, which does not exist',
      'there is no filter shell',
      'the feature DO is there twice',
      'DO uses the input nothing, which its schema does not have',
    ]);
  });
});

function problemsOf(value: unknown): string[] {
  try {
    readManifest(value, 'test');
    return [];
  } catch (error) {
    if (error instanceof ManifestError) return error.problems;
    throw error;
  }
}
