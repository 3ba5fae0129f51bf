import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeAt, secretOf } from '../../src/lib/one-time-code.ts';
import { Browser, claim, password } from '../accounts/browser.ts';
import { keyAuth } from '../crm-manifest.ts';
import { adminKey, startTestService } from '../test-service.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-lost-'));
  mkdirSync(join(directory, 'integrations'));
  const manifest = {
    id: 'shop',
    name: 'Shop',
    description: 'A shop.',
    base_url: 'https://shop.example/api',
    auth: keyAuth,
    features: [
      {
        name: 'LIST',
        description: 'List orders.',
        input_schema: { type: 'object', properties: {}, additionalProperties: false },
        request: { method: 'GET', path: '/orders' },
      },
    ],
  };
  writeFileSync(join(directory, 'integrations', 'shop.json'), JSON.stringify(manifest));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) => startTestService({ env: { DATA_DIR: directory, ...env } });

it('stops the start, until it is put back or given up; then what it sealed says so', async () => {
  const file = join(directory, 'secret');
  const first = await start();
  const given = { user_id: 'ada', api_key: 'the key of ada' };
  const connected = await first.call('POST', '/v1/integrations/shop/connect', given);
  expect([connected.status, connected.text]).toEqual([200, expect.any(String)]);
  const owner = await claim(first, adminKey);
  const { json: factor } = await owner.call('POST', '/v1/account/second-factor', { current_password: password });
  const code = () => codeAt(secretOf(factor.secret), Math.floor(Date.now() / 30_000));
  const on = await owner.call('POST', '/v1/account/second-factor/confirm', { code: code() });
  const [recovery] = on.json.recovery_codes;
  await first.close();
  const kept = readFileSync(file, 'utf8');
  rmSync(file);
  await expect(start()).rejects.toThrow(
    /parley\.db is sealed with another secret than the new one.*ACCEPT_NEW_SECRET/s,
  );
  expect(existsSync(file)).toBe(false);
  const other = { PARLEY_SECRET: 'another secret 0123456789' };
  await expect(start(other)).rejects.toThrow('than PARLEY_SECRET');
  writeFileSync(file, kept);
  await (await start()).close();
  rmSync(file);
  const anew = await start({ ACCEPT_NEW_SECRET: 'true' });
  await expect
    .poll(async () => (await anew.call('GET', '/v1/connections?user_id=ada')).json)
    .toMatchObject({
      data: [{ status: 'needs_reconnect', reason: 'The secret that sealed the credentials is gone.' }],
    });
  const executed = await anew.call('POST', '/v1/integrations/shop/execute', { user_id: 'ada', feature_name: 'LIST' });
  expect([executed.status, executed.json.code]).toEqual([409, 'needs_reconnect']);
  const signIn = (shown: string) =>
    new Browser(anew).call('POST', '/v1/session', { email: 'owner@example.com', password, code: shown });
  expect((await signIn(code())).json.error).toBe('code cannot be checked');
  expect((await signIn(recovery)).status).toBe(200);
  await anew.close();
});
