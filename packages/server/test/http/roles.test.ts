import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { lendProcesses } from '../lend-processes.ts';
import { apiKey } from '../test-service.ts';

it('answers nothing but health in a process that only takes jobs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-worker-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PARLEY_MODEL: 'reader', PARLEY_API_KEY: apiKey });
  // Otherwise on PostgreSQL only, where others leave it their jobs.
  const worker = { ...config, storage: { ...config.storage, role: 'worker' as const } };
  const service = await compose(worker, { openProcesses: lendProcesses });
  const statusOf = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await service.app.inject({ url, method, headers, ...(method === 'POST' && { payload: {} }) })).statusCode;
  };
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  expect([await statusOf('/v1/answer', 'POST'), await statusOf('/v1/files'), await statusOf('/playground')]).toEqual([
    404, 404, 404,
  ]);
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});
