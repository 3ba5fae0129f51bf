import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, ourVariables, readConfig } from '../../src/config.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

const page = 'https://app.example.com';
let test: TestService | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

async function start(origins?: string): Promise<TestService> {
  test = await startTestService({ env: origins === undefined ? {} : { CORS_ORIGINS: origins } });
  return test;
}

const preflight = (url: string, origin: string, method: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  });

describe('calls from browsers', () => {
  it('are off unless origins are set', async () => {
    const { url } = await start();
    const answer = await preflight(`${url}/v1/answer`, page, 'POST');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    const models = await fetch(`${url}/v1/models`, { headers: { origin: page } });
    expect(models.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('preflights are answered for listed origins, without a key', async () => {
    const { url } = await start(`${page}, http://localhost:5173`);
    const answer = await preflight(`${url}/v1/answer`, page, 'POST');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(page);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin');
    const other = await preflight(`${url}/v1/answer`, 'https://evil.example', 'POST');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    expect((await preflight(`${url}/v1/nothing`, page, 'POST')).status).toBe(404);
  });

  it('answers, errors and streams can be read by the page', async () => {
    const { url } = await start(page);
    const headers = { origin: page, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    for (const [body, status] of [
      [{ query: 'What is 2 + 2?' }, 200],
      [{ query: 'What is 2 + 2?', stream: true }, 200],
      [{}, 400],
    ] as const) {
      const reply = await fetch(`${url}/v1/answer`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([status, page]);
      expect(reply.headers.get('access-control-expose-headers')).toContain('x-request-id');
      await reply.text();
    }
    const unkeyed = await fetch(`${url}/v1/answer`, { method: 'POST', headers: { origin: page }, body: '{}' });
    expect([unkeyed.status, unkeyed.headers.get('access-control-allow-origin')]).toEqual([401, page]);
  });

  it('a file goes to its signed address from a page', async () => {
    const { url, call } = await start('*');
    const { json } = await call('POST', '/v1/files/upload-url', { filename: 'a.txt' });
    expect(json.upload_url.startsWith(url)).toBe(true);
    const asked = await preflight(json.upload_url, page, 'PUT');
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'PUT']);
    const put = await fetch(json.upload_url, { method: 'PUT', headers: { origin: page }, body: 'Some text.' });
    expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  it('come from the pages that a key names, and from nowhere else', async () => {
    const { url, admin } = await start();
    const { json } = await admin('POST', '/v1/admin/keys', {
      name: 'Widget',
      origins: ['https://APP.example.com:443'],
    });
    expect(json.origins).toEqual([page]);
    const answer = await preflight(`${url}/v1/answer`, page, 'POST');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, page]);
    const ask = async (key: string, origin?: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...(origin && { origin }) };
      const body = JSON.stringify({ query: 'What is 2 + 2?' });
      const reply = await fetch(`${url}/v1/answer`, { method: 'POST', headers, body });
      return [reply.status, reply.headers.get('access-control-allow-origin'), await reply.text()];
    };
    expect(await ask(json.key, page)).toEqual([200, page, expect.stringContaining('4')]);
    // Another key from the same page, and the page's key from elsewhere or from a program.
    expect(await ask(apiKey, page)).toEqual([200, page, expect.anything()]);
    expect(await ask(json.key, 'https://evil.example')).toEqual([
      403,
      null,
      expect.stringContaining('pages of https://evil.example'),
    ]);
    expect(await ask(json.key)).toEqual([403, null, expect.stringContaining('pages of a browser')]);
    expect((await preflight(`${url}/v1/answer`, 'https://evil.example', 'POST')).status).toBe(405);
  });

  it('are over when the key is', async () => {
    const { url, admin } = await start();
    const { json } = await admin('POST', '/v1/admin/keys', { origins: [page] });
    await admin('DELETE', `/v1/admin/keys/${json.id}`);
    expect((await preflight(`${url}/v1/answer`, page, 'POST')).status).toBe(405);
  });

  it('what is no origin stops the start', () => {
    const read = () => readConfig({ CORS_ORIGINS: 'https://app.example.com/path, app.example.com' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow('"https://app.example.com/path" is not an origin');
    expect(read).toThrow('"app.example.com" is not an origin');
  });
});

describe('variables that nothing reads', () => {
  it('are named with the nearest known one', () => {
    const env = {
      PARLEY_APIKEY: 'x',
      PARLEY_MODLE: 'reader',
      PARLEY_ADMIN_KEY: 'admin-key-0123456789',
      PARLEY_QQ: '1',
    };
    expect(readConfig(env).notices).toEqual([
      'PARLEY_APIKEY is not a setting and does nothing; did you mean PARLEY_API_KEY?',
      'PARLEY_MODLE is not a setting and does nothing; did you mean PARLEY_MODEL?',
      'PARLEY_QQ is not a setting and does nothing',
    ]);
  });

  it('are told from every one that the source names', () => {
    const folder = join(import.meta.dirname, '../../src/config');
    const named = readdirSync(folder)
      .filter((name) => !name.endsWith('.test.ts'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/'PARLEY_[A-Z_]+'/g) ?? [])
      .map((name) => name.slice(1, -1));
    expect([...new Set([...named, 'PARLEY_CONFIG'])].sort()).toEqual([...ourVariables]);
  });

  it('set by Kubernetes for a service of our name are let be', () => {
    const env = {
      PARLEY_SERVICE_HOST: '10.0.0.1',
      PARLEY_PORT: 'tcp://10.0.0.1',
      PARLEY_PORT_8484_TCP_ADDR: '10.0.0.1',
    };
    expect(readConfig(env).notices).toEqual([]);
  });
});
