import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Lookup, lookupAll } from './guarded-connector.ts';
import { GuardedFetcher, type GuardedFetcherOptions } from './guarded-fetcher.ts';
import { isPublicAddress } from './public-address.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port: number;
let hits: { url: string; headers: IncomingMessage['headers']; method: string }[];
const routes = new Map<string, Handler>();
const closing: GuardedFetcher[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push({ url: request.url ?? '', headers: request.headers, method: request.method ?? '' });
    const handler = routes.get((request.url ?? '').split('?')[0] ?? '');
    if (handler) handler(request, response);
    else response.writeHead(404).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  routes.set('/plain', (_, response) => response.end('hello'));
  routes.set('/to', (request, response) => {
    const target = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? '';
    const status = Number(new URL(request.url ?? '', 'http://x').searchParams.get('status') ?? 302);
    response.writeHead(status, { location: target }).end();
  });
  routes.set('/echo', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          method: request.method,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
  });
  routes.set('/endless', (_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  routes.set('/slow', (_, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  routes.set('/silent', () => {});
  routes.set('/bomb', (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20 * 1024 * 1024)));
  });
  routes.set('/gzip', (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed text'));
  });
  routes.set('/declared', (_, response) => response.writeHead(200, { 'content-length': 10_000_000 }).end('x'));
  routes.set('/cut', (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half');
    setImmediate(() => response.destroy());
  });
});

beforeEach(() => {
  hits = [];
});

afterAll(async () => {
  await Promise.all(closing.map((fetcher) => fetcher.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function fetcher(options: Partial<GuardedFetcherOptions> = {}): GuardedFetcher {
  const made = new GuardedFetcher({ userAgent: 'test/1 (+mailto:a@b.example)', connectTimeoutMs: 300, ...options });
  closing.push(made);
  return made;
}

const open = () => fetcher({ allowedAddresses: [`127.0.0.1:${port}`] });
const here = (path: string) => `http://127.0.0.1:${port}${path}`;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fetched',
    (error) => error.code ?? error.name,
  );

describe('addresses', () => {
  const hostile = [
    ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '0.0.0.0', '0', '127.1', '2130706433'],
    ...['0x7f.1', '0177.0.0.1', '①②⑦.⓪.⓪.①', '169.254.169.254', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1'],
    ...['192.0.0.192', '192.88.99.1', '198.51.100.7', '203.0.113.9', '[::]', '[::1]', '[::ffff:127.0.0.1]'],
    ...['[::ffff:7f00:1]', '[::7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[fe80::1]'],
    ...['[fec0::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[2001::1]', '[100::1]', '[5f00::1]'],
    ...['metadata', 'instance-data', 'metadata.google.internal', 'printer.local', 'nas.lan', 'x.home.arpa'],
  ];
  test.each(hostile)('%s is refused without a connection or a lookup', async (host) => {
    let lookups = 0;
    const lookup: Lookup = async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    expect(await code(fetcher({ lookup }).fetch(`http://${host}:${port}/plain`))).toBe('url_not_allowed');
    expect(lookups).toBe(0);
    expect(hits).toEqual([]);
  });

  const refused = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'nonsense',
  ];
  test.each([
    ...refused,
    '',
    'http://',
    'http://user:pw@example.com/',
    'http://user@example.com/',
    'http://example.com:25/',
  ])('%s is refused', async (url) => expect(await code(fetcher().fetch(url))).toBe('url_not_allowed'));

  test('public addresses are public', () => {
    const addresses = ['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:2800:220:1::1', '2a00:1450::1'];
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  test('a name is refused when any of its addresses is private', async () => {
    const lookup: Lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await code(fetcher({ lookup }).fetch(`http://mixed.example:${port}/plain`))).toBe('url_not_allowed');
    expect(hits).toEqual([]);
  });

  test('a name that changes its address between calls never reaches the private one', async () => {
    let calls = 0;
    const lookup: Lookup = async () => [{ address: calls++ % 2 ? '127.0.0.1' : '93.184.216.34', family: 4 }];
    const guarded = fetcher({ lookup, connectTimeoutMs: 100 });
    const codes: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      codes.push(await code(guarded.fetch(`http://rebind.example:${port}/plain`)));
    }
    expect(codes.filter((value) => value === 'url_not_allowed')).toHaveLength(3);
    expect(codes).not.toContain('fetched');
    expect(calls).toBe(6);
    expect(hits).toEqual([]);
  });

  test('what the operator opened is reached, and nothing beside it', async () => {
    expect((await open().fetch(here('/plain'))).body.toString()).toBe('hello');
    const named = fetcher({ allowedAddresses: [`LOCALHOST:${port}`] });
    expect((await named.fetch(`http://localhost:${port}/plain`)).status).toBe(200);
    expect(await code(named.fetch(here('/plain')))).toBe('url_not_allowed');
    expect(await code(open().fetch(`http://127.0.0.1:${port + 1}/`))).toBe('url_not_allowed');
  });

  test('an unknown name is unreachable, a slow resolver is a timeout', async () => {
    const unknown: Lookup = async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    };
    expect(await code(fetcher({ lookup: unknown }).fetch('http://nowhere.example/'))).toBe('url_unreachable');
    const slow: Lookup = () => new Promise(() => {});
    expect(await code(fetcher({ lookup: slow }).fetch('http://slow.example/'))).toBe('url_timeout');
    expect(typeof lookupAll).toBe('function');
  });
});

describe('redirects', () => {
  const elsewhere = [
    'http://127.0.0.2/',
    'http://localhost/',
    'file:///etc/passwd',
    'http://[::1]/',
    '//169.254.169.254/',
  ];
  test.each(elsewhere)('to %s is refused', async (target) => {
    expect(await code(open().fetch(here(`/to?url=${encodeURIComponent(target)}`)))).toBe('url_not_allowed');
  });

  test('are followed, relative ones too, and the last address is told', async () => {
    const answer = await open().fetch(here('/to?url=/to%3Furl=/plain'));
    expect(answer).toMatchObject({ status: 200, url: here('/plain') });
  });

  test('are bounded', async () => {
    const loop = here('/loop');
    routes.set('/loop', (_, response) => response.writeHead(302, { location: '/loop' }).end());
    expect(await code(open().fetch(loop))).toBe('url_unreachable');
    expect(hits.filter((hit) => hit.url === '/loop')).toHaveLength(6);
    expect((await open().fetch(loop, { maxRedirects: 0 })).status).toBe(302);
  });

  test('to another origin leave secrets behind', async () => {
    const both = fetcher({ allowedAddresses: [`127.0.0.1:${port}`, `localhost:${port}`] });
    const headers = { authorization: 'Bearer s', 'x-api-key': 's', cookie: 's', accept: 'text/html' };
    const other = here(`/to?url=${encodeURIComponent(`http://localhost:${port}/echo`)}`);
    const away = JSON.parse((await both.fetch(other, { headers })).body.toString());
    expect(away.headers).toMatchObject({ accept: 'text/html' });
    expect(JSON.stringify(away.headers)).not.toMatch(/authorization|x-api-key|cookie/);
    const same = JSON.parse((await both.fetch(here('/to?url=/echo'), { headers })).body.toString());
    expect(same.headers).toMatchObject(headers);
  });

  test('keep or drop the method and body as HTTP says, and never carry a body to another origin', async () => {
    const both = fetcher({ allowedAddresses: [`127.0.0.1:${port}`, `localhost:${port}`] });
    const post = { method: 'POST', body: 'secret', headers: { 'content-type': 'text/plain' } };
    const kept = JSON.parse((await both.fetch(here('/to?status=307&url=/echo'), post)).body.toString());
    expect(kept).toMatchObject({ method: 'POST', body: 'secret' });
    const dropped = JSON.parse((await both.fetch(here('/to?status=303&url=/echo'), post)).body.toString());
    expect(dropped).toMatchObject({ method: 'GET', body: '' });
    const away = here(`/to?status=307&url=${encodeURIComponent(`http://localhost:${port}/echo`)}`);
    expect(await code(both.fetch(away, post))).toBe('url_not_allowed');
  });
});

describe('bounds', () => {
  test('an endless body ends at the limit', async () => {
    expect(await code(open().fetch(here('/endless'), { maxBytes: 100_000 }))).toBe('url_too_large');
  });

  test('a body is counted after decompression', async () => {
    expect(await code(open().fetch(here('/bomb'), { maxBytes: 1_000_000 }))).toBe('url_too_large');
    expect((await open().fetch(here('/gzip'))).body.toString()).toBe('packed text');
  });

  test('a declared size over the limit is refused before the body is read', async () => {
    expect(await code(open().fetch(here('/declared')))).toBe('url_too_large');
  });

  test('slow and silent servers end at the time limit', async () => {
    const started = Date.now();
    expect(await code(open().fetch(here('/slow'), { timeoutMs: 150 }))).toBe('url_timeout');
    expect(await code(open().fetch(here('/silent'), { timeoutMs: 150 }))).toBe('url_timeout');
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  test('an answer that breaks off is unreachable, not a short page', async () => {
    expect(await code(open().fetch(here('/cut')))).toBe('url_unreachable');
  });

  test('the caller can stop, and gets its own reason', async () => {
    const controller = new AbortController();
    const running = open().fetch(here('/slow'), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('left')), 30);
    await expect(running).rejects.toThrow('left');
  });

  test('two requests at once to a host, also after failures', async () => {
    const guarded = open();
    let active = 0;
    let most = 0;
    routes.set('/count', (_, response) => {
      active += 1;
      most = Math.max(most, active);
      setTimeout(() => {
        active -= 1;
        response.end('ok');
      }, 10);
    });
    await Promise.allSettled([here('/cut'), here('/endless')].map((url) => guarded.fetch(url, { maxBytes: 1000 })));
    const answers = await Promise.all(Array.from({ length: 8 }, () => guarded.fetch(here('/count'))));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(most).toBe(2);
  });

  test('a stream can be left early and frees its place', async () => {
    const guarded = fetcher({ allowedAddresses: [`127.0.0.1:${port}`], concurrencyPerHost: 1 });
    const { body } = await guarded.stream(here('/endless'), { maxBytes: 1e9 });
    for await (const _ of body) break;
    await guarded.stream(here('/slow'), { timeoutMs: 2_000 });
    expect((await guarded.fetch(here('/plain'))).status).toBe(200);
  });
});
