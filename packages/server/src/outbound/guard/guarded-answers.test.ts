import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GuardedFetcher, type GuardedFetcherOptions } from './guarded-fetcher.ts';

let server: Server;
let port: number;
let asked: { url: string; method: string; headers: IncomingHttpHeaders }[] = [];
let active = 0;
let most = 0;
const closing: GuardedFetcher[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push({ url, method: request.method ?? '', headers: request.headers });
    if (url === '/silent') return;
    if (url === '/count') {
      active += 1;
      most = Math.max(most, active);
      setTimeout(() => {
        active -= 1;
        response.end('ok');
      }, 15);
      return;
    }
    const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
    const location = new URL(url, 'http://x').searchParams.get('to');
    response.writeHead(status, { 'set-cookie': ['a=1', 'b=2'], ...(location !== null && { location }) });
    response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
beforeEach(() => {
  asked = [];
  most = 0;
});
afterAll(async () => {
  await Promise.all(closing.map((fetcher) => fetcher.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function fetching(options: Partial<GuardedFetcherOptions> = {}) {
  const hosts = ['127.0.0.1', 'a.example', 'b.example'];
  const fetcher = new GuardedFetcher({
    userAgent: 'us/1',
    allowedAddresses: hosts.map((host) => `${host}:${port}`),
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    ...options,
  });
  closing.push(fetcher);
  return fetcher;
}
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;

describe('an answer', () => {
  it('comes with its status and its headers, repeated ones joined', async () => {
    const answer = await fetching().fetch(at('/'));
    expect(answer).toMatchObject({ status: 200, url: at('/'), headers: { 'set-cookie': 'a=1, b=2' } });
    expect(asked[0]).toMatchObject({
      method: 'GET',
      headers: { 'user-agent': 'us/1', 'accept-encoding': 'gzip, br', host: `127.0.0.1:${port}` },
    });
  });

  it('is asked for with the method and the headers of the request', async () => {
    await fetching().fetch(at('/'), { method: 'post', body: 'x', headers: { 'User-Agent': 'them' } });
    expect(asked[0]).toMatchObject({ method: 'POST', headers: { 'user-agent': 'them', 'content-length': '1' } });
    const head = await fetching().fetch(at('/'), { method: 'HEAD' });
    expect([head.body.length, asked[1]?.method]).toEqual([0, 'HEAD']);
  });

  it.each([300, 304, 305, 400, 500])('with status %i is an answer, wherever it points', async (status) => {
    const answer = await fetching().fetch(at(`/status/${status}?to=/elsewhere`));
    expect([answer.status, asked.length]).toEqual([status, 1]);
  });

  it.each([301, 302, 303, 307, 308])('with status %i leads on, unless it names no place', async (status) => {
    const answer = await fetching().fetch(at(`/status/${status}?to=/elsewhere`));
    expect([answer.status, answer.url]).toEqual([200, at('/elsewhere')]);
    expect((await fetching().fetch(at(`/status/${status}`))).status).toBe(status);
    const none = await fetching().fetch(at(`/status/${status}?to=/elsewhere`), { maxRedirects: 0 });
    expect(none.headers.location).toBe('/elsewhere');
  });

  it('that leads to no address is refused, and one that leads on too often', async () => {
    const fetcher = fetching({ concurrencyPerHost: 1 });
    await expect(fetcher.fetch(at('/status/302?to=http://'))).rejects.toMatchObject({ code: 'url_not_allowed' });
    const twice = at(`/status/302?to=${encodeURIComponent('/status/302?to=/end')}`);
    const limited = { maxRedirects: 1, timeoutMs: 5_000 };
    await expect(fetcher.fetch(twice, limited)).rejects.toMatchObject({ code: 'url_unreachable' });
    expect((await fetcher.fetch(twice, { maxRedirects: 2 })).url).toBe(at('/end'));
  });
});

describe('time', () => {
  it('is the whole call’s, and told in the refusal', async () => {
    await expect(fetching().fetch(at('/silent'), { timeoutMs: 80 })).rejects.toMatchObject({
      code: 'url_timeout',
      message: expect.stringContaining('80 ms'),
    });
  });

  it('for the head of an answer is the fetcher’s or the request’s', async () => {
    const late = { code: 'url_timeout', message: expect.not.stringContaining(' ms') };
    await expect(fetching({ headersTimeoutMs: 50 }).fetch(at('/silent'))).rejects.toMatchObject(late);
    const patient = fetching({ headersTimeoutMs: 60_000 });
    await expect(patient.fetch(at('/silent'), { headersTimeoutMs: 50 })).rejects.toMatchObject(late);
  });

  it('spent waiting for a place counts, and whoever leaves gets its own reason', async () => {
    const fetcher = fetching({ concurrencyPerHost: 1 });
    const left = new AbortController();
    const first = fetcher.fetch(at('/silent'), { signal: left.signal }).catch((error) => error);
    await expect.poll(() => asked.length).toBe(1);
    await expect(fetcher.fetch(at('/'), { timeoutMs: 60 })).rejects.toMatchObject({ code: 'url_timeout' });
    const waiting = fetcher.fetch(at('/'), { signal: AbortSignal.timeout(5_000) });
    left.abort(new Error('left'));
    expect((await first).message).toBe('left');
    expect((await waiting).status).toBe(200);
    expect(asked).toHaveLength(2);
  });
});

describe('places', () => {
  it('are two a host and sixteen in all, or what is set', async () => {
    const paths = Array.from({ length: 6 }, () => '/count');
    const fetcher = fetching();
    await Promise.all(['a.example', 'b.example'].flatMap((host) => paths.map((path) => fetcher.fetch(at(path, host)))));
    expect(most).toBe(4);
    most = 0;
    const one = fetching({ concurrencyPerHost: 3, concurrency: 1 });
    await Promise.all(['a.example', 'b.example'].map((host) => one.fetch(at('/count', host))));
    expect(most).toBe(1);
    const three = fetching({ concurrencyPerHost: 3 });
    await Promise.all(paths.map((path) => three.fetch(at(path))));
    expect(most).toBe(3);
  });
});

it('refuses an address without asking anybody', () => {
  const fetcher = fetching();
  for (const url of ['http://10.0.0.1/', 'ftp://a.example/', 'no address', `http://a.example:${port + 1}@b.example/`])
    expect(() => fetcher.check(url)).toThrow(expect.objectContaining({ code: 'url_not_allowed' }));
  expect(() => fetcher.check(at('/', 'a.example'))).not.toThrow();
  expect(() => fetcher.check(new URL('https://works.example/'))).not.toThrow();
});
