import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

describe('a request that does not come in whole', () => {
  /** With the usual five minutes for a request to come in, so that nothing but the refusal closes the connection. */
  let service: TestService;
  let hasty: TestService;
  beforeAll(async () => {
    service = await startTestService();
    hasty = await startTestService({ env: { REQUEST_ARRIVAL_SECONDS: '2' } });
  });
  afterAll(async () => {
    await service.close();
    await hasty.close();
  });

  /** Sends the head and a first byte; resolves with the answer once the service has closed the connection. */
  const halfway = ({ url }: TestService, head: string[], body = '{') =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      socket.write(
        `${head.join('\r\n')}\r\nhost: parley\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n${body}`,
      );
    });

  it.each([
    ['without a key', ['POST /v1/answer HTTP/1.1'], '401'],
    ['with a wrong key', ['POST /v1/answer HTTP/1.1', 'authorization: Bearer wrong-wrong-wrong'], '503'],
    ['to no address', ['POST /v1/nothing HTTP/1.1'], '404'],
  ])(
    'is closed when it is refused %s',
    async (_name, head, status) => {
      expect(await halfway(service, head)).toContain(`HTTP/1.1 ${status}`);
    },
    5000,
  );

  it('ends when it takes too long', async () => {
    const answer = await halfway(hasty, ['POST /v1/answer HTTP/1.1', `authorization: Bearer ${apiKey}`]);
    expect(answer).toContain('HTTP/1.1 408');
  });
});

it('keeps everything in the data directory to its owner, whatever it was before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-modes-'));
  mkdirSync(join(dataDir, 'blobs', 'files'), { recursive: true });
  writeFileSync(join(dataDir, 'blobs', 'files', 'old'), 'x');
  writeFileSync(join(dataDir, 'secret'), 'a secret that lay open 0123456789\n');
  // Whatever the mask of this process is: a service that ran in it before has closed it.
  for (const name of ['', 'blobs', 'blobs/files']) chmodSync(join(dataDir, name), 0o755);
  for (const name of ['secret', 'blobs/files/old']) chmodSync(join(dataDir, name), 0o644);
  const service = await startTestService({ env: { DATA_DIR: dataDir } });
  const form = new FormData();
  form.append('file', new Blob(['text']), 'a.txt');
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await fetch(`${service.url}/v1/files/upload`, { method: 'POST', body: form, headers })).status).toBe(200);
  const open = ['', ...readdirSync(dataDir, { recursive: true }).map(String)].filter(
    (name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0,
  );
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(open).toEqual([]);
});

describe('TRUST_PROXY', () => {
  const addressSeen = async (trust: string, forwarded: string) => {
    const service = await startTestService({ env: { TRUST_PROXY: trust } });
    const headers = { authorization: 'Bearer admin-key-0123456789', 'x-forwarded-for': forwarded };
    await service.call('POST', '/v1/admin/workspaces', { name: 'A' }, headers);
    const { json } = await service.admin('GET', '/v1/admin/audit?action=workspace.create');
    await service.close();
    return json.data[0].address;
  };

  it('believes as many hops, or such networks, as it names, so that nobody writes their own address', async () => {
    expect(await addressSeen('false', '6.6.6.6')).toBe('127.0.0.1');
    expect(await addressSeen('1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
    expect(await addressSeen('true', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
    expect(await addressSeen('2', '6.6.6.6, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
    expect(await addressSeen('127.0.0.0/8, 10.0.0.0/8', '6.6.6.6, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
  });

  it('is refused when it is neither', () => {
    expect(() => readConfig({ TRUST_PROXY: 'everybody' })).toThrow('TRUST_PROXY');
    expect(() => readConfig({ TRUST_PROXY: '10.0.0.0/99' })).toThrow('TRUST_PROXY');
  });
});

describe('the audit log', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('has deleted files and refused management calls', async () => {
    const { file_id } = (await service.call('POST', '/v1/files/upload-url', { filename: 'a.txt' })).json;
    await service.call('DELETE', `/v1/files/${file_id}`);
    await service.call('GET', '/v1/admin/keys');
    await service.call('GET', '/v1/admin/keys', undefined, { 'x-api-key': 'wrong-wrong-wrong' });
    const { json } = await service.admin('GET', '/v1/admin/audit?limit=10');
    const entries = json.data.map(({ action, target }: { action: string; target: string }) => `${action} ${target}`);
    expect(entries).toEqual(
      expect.arrayContaining([`file.delete ${file_id}`, 'management.refuse listKeys', 'management.refuse listKeys']),
    );
    expect(json.data.filter(({ action }: { action: string }) => action === 'management.refuse')).toHaveLength(2);
  });
});
