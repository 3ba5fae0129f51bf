import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';
import { callbackPath } from '../src/features/integrations/oauth/oauth-flow.ts';
import { findFreePort } from '../src/lib/free-port.ts';
import { FakeVendor } from './fake-vendor.ts';
import { OAuthThirdParty } from './oauth-third-party.ts';

/*
 * The whole service as a process, every way of connecting, successes and failures, and then a search for every secret
 * that went through it: in its files, its log, and everything it answered.
 */
const port = await findFreePort('127.0.0.1', 0);
const base = `http://127.0.0.1:${port}`;
const secrets = {
  apiKey: 'vendor-api-key-5f1d9a7c3b',
  queryKey: 'vendor-query-key-77aa10ff',
  pathKey: '99887:vendor-path-key-abcdef',
  username: 'basic-user',
  password: 'basic-password-4c6e81',
  webhookToken: 'input-secret-token-31415926',
  addressToken: 'token-in-an-address-8d2f',
};
const dataDir = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
const answers: string[] = [];
let third: OAuthThirdParty;
let vendor: FakeVendor;
let service: ChildProcess;
let log = '';

const feature = (name: string, path: string, extra = {}) => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: {}, ...extra },
  request: { method: 'GET' as const, path },
});
const vendorManifests = (url: string): Manifest[] => [
  {
    id: 'by_header',
    name: 'Header',
    description: 'd',
    base_url: url,
    auth: {
      method: 'API_KEY',
      headers: { authorization: 'Bearer {{connection.api_key}}' },
      probe: { method: 'GET', path: '/ok' },
    },
    features: [feature('ECHO', '/echo'), feature('FAIL', '/fail'), feature('GONE', '/gone'), feature('CUT', '/cut')],
  },
  {
    id: 'by_query',
    name: 'Query',
    description: 'd',
    base_url: url,
    auth: { method: 'API_KEY', query: { appid: '{{connection.api_key}}' } },
    features: [feature('ECHO', '/echo'), feature('CUT', '/cut'), feature('UNAUTHORIZED', '/unauthorized')],
  },
  {
    id: 'by_path',
    name: 'Path',
    description: 'd',
    base_url: `${url}/bot{{connection.api_key}}`,
    auth: { method: 'API_KEY' },
    features: [feature('ECHO', '/echo'), feature('CUT', '/cut')],
  },
  {
    id: 'by_password',
    name: 'Password',
    description: 'd',
    base_url: url,
    auth: { method: 'BASIC_AUTH', basic: { username: '{{connection.username}}', password: '{{connection.password}}' } },
    features: [
      feature('ECHO', '/echo'),
      feature('HOOK', '/hook/{{input.token}}', { properties: { token: { type: 'string', writeOnly: true } } }),
    ],
  },
];

async function call(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: 'Bearer key-of-the-test-0123', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  answers.push(text, JSON.stringify([...response.headers]));
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}
const connect = (id: string, body: object) => call('POST', `/v1/integrations/${id}/connect`, { user_id: 'u', ...body });
const execute = (id: string, feature_name: string, inputs = {}) =>
  call('POST', `/v1/integrations/${id}/execute`, { user_id: 'u', feature_name, inputs });

beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url, headers }) => {
    if (url.includes('/unauthorized')) return { status: 401, body: { error: `bad key in ${url}` } };
    if (url.includes('/fail')) return { status: 500, body: { error: `trouble with ${headers.authorization}` } };
    if (url.includes('/gone')) return { status: 404, body: `<html>no page for ${headers.authorization}</html>` };
    if (url.includes('/cut')) return { cut: true };
    return { body: { url, authorization: headers.authorization ?? null, ok: true } };
  });
  third = await new OAuthThirdParty().start(`${base}${callbackPath}`);
  const directory = join(dataDir, 'integrations');
  mkdirSync(directory, { recursive: true });
  for (const manifest of [...vendorManifests(vendor.url), third.manifest()]) {
    writeFileSync(join(directory, `${manifest.id}.json`), JSON.stringify(manifest));
  }
  service = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', process.env.TEST_SERVICE || join(import.meta.dirname, '../src/main.ts')],
    {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'trace',
        PARLEY_API_KEY: 'key-of-the-test-0123',
        PARLEY_ADMIN_KEY: 'admin-of-the-test-0123',
        ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${vendor.port},127.0.0.1:${third.port}`,
        INTEGRATION_ITEMS_CLIENT_ID: third.clientId,
        INTEGRATION_ITEMS_CLIENT_SECRET: third.clientSecret,
      },
    },
  );
  service.stdout?.on('data', (chunk) => {
    log += chunk;
  });
  service.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  for (let attempt = 0; attempt < 200 && !log.includes('listens on'); attempt++) {
    await new Promise((resolve) => service.stdout?.once('data', resolve));
  }
});
afterAll(async () => {
  service.kill('SIGKILL');
  await vendor.close();
  await third.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('keeps every credential out of its files, its log and its answers', async () => {
  expect((await connect('by_header', { api_key: secrets.apiKey })).status).toBe(200);
  expect((await connect('by_query', { api_key: secrets.queryKey })).status).toBe(200);
  expect((await connect('by_path', { api_key: secrets.pathKey })).status).toBe(200);
  expect((await connect('by_password', { username: secrets.username, password: secrets.password })).status).toBe(200);
  const fields = { server_url: `${vendor.url}/mcp?token=${secrets.addressToken}` };
  expect((await connect('mcp', { fields })).status).toBe(200);
  expect((await execute('mcp', 'LIST_TOOLS')).status).toBe(502);
  const redirect = await connect('items', {});
  const back = await third.signIn(String(redirect.body.redirect_url));
  expect((await call('GET', back.slice(base.length))).status).toBe(200);
  expect((await call('GET', back.slice(base.length))).status).toBe(400);

  for (const id of ['by_header', 'by_query', 'by_path', 'by_password']) {
    const echo = await execute(id, 'ECHO');
    expect(echo).toMatchObject({ status: 200, body: { success: true, result: { ok: true } } });
    if (id !== 'by_password') expect(JSON.stringify(echo.body)).toContain('[redacted]');
  }
  expect((await execute('by_header', 'FAIL')).body).toMatchObject({
    error: 'Feature execution failed',
    code: 'feature_execution_failed',
  });
  expect((await execute('by_header', 'GONE')).status).toBe(502);
  expect((await execute('by_header', 'CUT')).status).toBe(502);
  expect((await execute('by_query', 'CUT')).status).toBe(502);
  expect((await execute('by_path', 'CUT')).status).toBe(502);
  expect((await execute('by_query', 'UNAUTHORIZED')).body.code).toBe('needs_reconnect');
  expect((await execute('by_password', 'HOOK', { token: secrets.webhookToken })).status).toBe(200);
  expect((await execute('items', 'LIST_ITEMS')).status).toBe(200);
  third.refused.add(third.shown.at(-1) ?? '');
  expect((await execute('items', 'LIST_ITEMS')).status).toBe(200);
  await call('GET', '/v1/integrations/items/connections?user_id=u');
  await call('DELETE', '/v1/integrations/by_header/connections/u');
  const audit = await fetch(`${base}/v1/admin/audit?limit=100`, {
    headers: { authorization: 'Bearer admin-of-the-test-0123' },
  });
  const auditText = await audit.text();
  expect(auditText).toContain('integration.execute');
  answers.push(auditText);

  const { code } = Object.fromEntries(new URL(back).searchParams);
  const looked = { ...secrets, clientSecret: third.clientSecret, code };
  const issued = [...new Set(third.shown)].map((token, index) => [`access token ${index}`, token]);
  expect(issued.length).toBeGreaterThan(1);
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  const files = everyFile(dataDir).map((path) => ({ path, bytes: readFileSync(path) }));
  expect(files.some(({ path }) => path.endsWith('parley.db'))).toBe(true);
  expect(log).toContain('executeIntegration');
  for (const [name, secret] of [...Object.entries(looked), ...issued]) {
    if (name === 'username' || !secret) continue;
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]) {
      for (const { path, bytes } of files) expect(bytes.includes(form), `${name} in ${path}`).toBe(false);
      expect(log.includes(form), `${name} in the log`).toBe(false);
      expect(
        answers.some((answer) => answer.includes(form)),
        `${name} in an answer`,
      ).toBe(false);
    }
  }
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  const rows = database.prepare('select credentials from integration_connections').all();
  database.close();
  expect(rows.length).toBe(5);
  for (const { credentials } of rows) expect(String(credentials)).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+\.[\w-]+$/);
});

function everyFile(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}
