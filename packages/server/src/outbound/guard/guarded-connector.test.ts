import net, { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkUrl, guardedConnector, hostAndPort, type Lookup } from './guarded-connector.ts';
import { GuardedFetcher } from './guarded-fetcher.ts';

/** Takes whatever comes and keeps its first bytes; answers as a web server does when it is asked in the clear. */
let server: Server;
let port: number;
let greetings: Buffer[] = [];
const sockets = new Set<Socket>();
const closing: GuardedFetcher[] = [];
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      greetings.push(bytes);
      if (bytes.toString('latin1').startsWith('GET')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
beforeEach(() => {
  greetings = [];
});
afterAll(async () => {
  await Promise.all(closing.map((fetcher) => fetcher.close()));
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function fetching(addresses: string[], { name = 'works.example', isOpen = true, lookupDelayMs = 0 } = {}) {
  const asked: string[] = [];
  const lookup: Lookup = async (hostname) => {
    asked.push(hostname);
    if (lookupDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, lookupDelayMs));
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const allowedAddresses = isOpen ? [` ${name.toUpperCase()}:${port} `] : [];
  const fetcher = new GuardedFetcher({ userAgent: 'test', lookup, allowedAddresses, connectTimeoutMs: 2_000 });
  closing.push(fetcher);
  const get = (scheme = 'http') => fetcher.fetch(`${scheme}://${name}:${port}/`);
  return { get, asked, fetcher };
}

describe('the addresses of a name', () => {
  it('are tried in turn until one answers', async () => {
    const { get, asked } = fetching(['127.0.0.9', '127.0.0.8', '127.0.0.1']);
    expect((await get()).body.toString()).toBe('ok');
    expect(asked).toEqual(['works.example']);
  });

  it('are tried three at most, and the last failure is told', async () => {
    const { get } = fetching(['127.0.0.9', '127.0.0.8', '127.0.0.7', '127.0.0.1']);
    await expect(get()).rejects.toMatchObject({
      code: 'url_unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(greetings).toEqual([]);
  });

  it('must be some', async () => {
    await expect(fetching([]).get()).rejects.toMatchObject({
      code: 'url_unreachable',
      message: expect.stringContaining('works.example'),
    });
  });

  it('must all be public where the operator did not open the name', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      ['8.8.8.8', '::1'],
      ['8.8.8.8', '::ffff:8.8.8.8'],
    ])
      await expect(fetching(addresses, { isOpen: false }).get()).rejects.toMatchObject({ code: 'url_not_allowed' });
    expect(greetings).toEqual([]);
  });

  it('are not looked up for an address', async () => {
    const { get, asked } = fetching(['127.0.0.9'], { name: '127.0.0.1' });
    expect((await get()).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it('are those of the name without the dot at its end', async () => {
    const { fetcher, asked } = fetching(['127.0.0.1']);
    expect((await fetcher.fetch(`http://works.example.:${port}/`)).status).toBe(200);
    expect(asked).toEqual(['works.example']);
    expect(greetings.join()).toContain(`host: works.example.:${port}`);
  });
});

describe('a connection', () => {
  it('is dropped when it led somewhere else than to the public address that was looked up', async () => {
    const { connect } = net;
    const diverted: Socket[] = [];
    const spy = vi.spyOn(net, 'connect').mockImplementation(() => {
      const socket = connect({ port, host: '127.0.0.1' });
      diverted.push(socket);
      return socket;
    });
    try {
      const refusal = { code: 'url_not_allowed', message: expect.stringContaining('works.example leads to') };
      await expect(fetching(['8.8.8.8'], { isOpen: false }).get()).rejects.toMatchObject(refusal);
    } finally {
      spy.mockRestore();
    }
    expect(diverted.map(({ destroyed }) => destroyed)).toEqual([true]);
    expect(greetings).toEqual([]);
  });

  it('is refused by its own check, whoever asks for it', async () => {
    const lookup: Lookup = async () => [];
    const rules = { lookup, allowed: new Set<string>(), connectTimeoutMs: 2_000 };
    const options = { protocol: 'http:', hostname: '127.0.0.1', host: `127.0.0.1:${port}`, port: String(port) };
    const failure = await new Promise((resolve) => guardedConnector(rules)(options, (...[error]) => resolve(error)));
    expect(failure).toMatchObject({
      code: 'url_not_allowed',
      message: expect.stringContaining('not a public address'),
    });
  });
});

describe('a secure connection', () => {
  it('names the host whose certificate is wanted, and none for an address', async () => {
    await expect(fetching(['127.0.0.1']).get('https')).rejects.toMatchObject({ code: 'url_unreachable' });
    expect(greetings.at(-1)?.toString('latin1')).toContain('works.example');
    await expect(fetching([], { name: '127.0.0.1' }).get('https')).rejects.toMatchObject({ code: 'url_unreachable' });
    expect(greetings).toHaveLength(2);
    expect(greetings.at(-1)?.toString('latin1')).not.toContain('127.0.0.1');
    // The older protocol alone is offered: what is read here has no other.
    expect(greetings[0]?.toString('latin1')).not.toContain('\u0002h2');
  });
});

describe('an address', () => {
  it('is known by its host and port, as the operator writes them', () => {
    const known = (url: string) => hostAndPort(new URL(url));
    expect(known('http://Works.Example/a')).toBe('works.example:80');
    expect(known('https://works.example..')).toBe('works.example:443');
    expect(known('https://works.example:8443')).toBe('works.example:8443');
    expect(known('http://[::1]:80/')).toBe('[::1]:80');
  });

  it('may be reached when the operator opened exactly it, whatever it is', () => {
    const allowed = new Set(['works.local:80', '[::1]:443', '10.0.0.1:25']);
    for (const url of ['http://works.local/', 'https://[::1]/', 'http://10.0.0.1:25/', 'http://WORKS.local.:80'])
      expect(() => checkUrl(new URL(url), allowed)).not.toThrow();
    for (const url of [
      'https://works.local/',
      'http://[::1]/',
      'http://10.0.0.1/',
      'ftp://works.local:80/',
      'http://a@works.local/',
      'http://:b@works.local/',
    ])
      expect(() => checkUrl(new URL(url), allowed)).toThrow(expect.objectContaining({ code: 'url_not_allowed' }));
  });

  it.each([
    ['gopher://works.example/', 'gopher:'],
    ['http://me@works.example/', 'user name'],
    ['http://[::1]/', '[::1]:80 is not a public address'],
    ['https://printer.local/', 'printer.local:443 is not a public address'],
    ['http://works.example:25/', 'works.example:25 is not a port'],
    ['data:text/plain,x', '(none)'],
  ])('%s is refused with the reason', (url, reason) => {
    expect(() => checkUrl(new URL(url), new Set())).toThrow(reason);
  });

  it('of the public is not refused before it is looked up', () => {
    for (const url of [
      'http://works.example/',
      'https://8.8.8.8/',
      'http://[2a00:1450::1]:8080/',
      'http://works.example.:443/',
    ])
      expect(() => checkUrl(new URL(url), new Set())).not.toThrow();
  });
});
