import type { CallLabels } from '@parley/contract';
import { expect, it } from 'vitest';
import type { KeyRecord } from '../../people/keys/key-record.ts';
import { RunMeters } from './run-meters.ts';
import type { UsageService } from './usage-service.ts';

const run = { id: 'run_1', keyId: 'key_1', workspaceId: 'ws_1', request: { requestId: 'req_1' } };
const call = { requestId: 'req_1', endpoint: 'research', recordId: 'use_run_1' };

async function opened(key: Partial<KeyRecord> | null, labels?: CallLabels) {
  const calls: unknown[] = [];
  const record = (how: string) => (owner: object, of: object) => {
    calls.push([how, owner, of]);
    const label = (given: CallLabels) => void calls.push(['labelled', given]);
    return { reserve: async () => {}, add: () => {}, handOver: () => {}, settle: async () => {}, label };
  };
  const usage: Pick<UsageService, 'open' | 'openUnlimited'> = Object.assign(Object.create(null), {
    open: record('bounded'),
    openUnlimited: record('unlimited'),
  });
  const keys = { find: async (id: string) => (key && id === 'key_1' ? ({ id, ...key } as KeyRecord) : null) };
  await new RunMeters({ keys, usage }).open({ ...run, request: { ...run.request, labels } }, 'research');
  return calls;
}

it('bounds a run by its key and stores one record for it, however often it is taken up', async () => {
  expect(await opened({ workspaceId: 'ws_1' })).toEqual([['bounded', { id: 'key_1', workspaceId: 'ws_1' }, call]]);
});

it.each([null, { workspaceId: null }, { workspaceId: 'ws_2' }])('charges a run whose key is gone: %o', async (key) => {
  expect(await opened(key)).toEqual([['unlimited', { keyId: 'key_1', workspaceId: 'ws_1' }, call]]);
});

it.each([
  ['bounded', { workspaceId: 'ws_1' }],
  ['unlimited', null],
])('charges a run that is %s under the labels of its request', async (how, key) => {
  const labels = { user_id: 'u_1', tags: ['a'], metadata: {} };
  const [opening, ...then] = await opened(key, labels);
  expect(opening).toContain(how);
  expect(then).toEqual([['labelled', labels]]);
});
