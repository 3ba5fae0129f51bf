import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countersContract } from '../../../test/contracts/counters-contract.ts';
import { adminKey, apiKey, startTestService } from '../../../test/test-service.ts';
import { MemoryCounters } from '../memory/memory-counters.ts';
import { systemClock } from '../system/system-clock.ts';
import { RedisCounters } from './redis-counters.ts';

const url = process.env.TEST_REDIS_URL;
if (!url && process.env.CI_REQUIRES_SERVERS) throw new Error('TEST_REDIS_URL is not set');
if (!url) console.info('RedisCounters: skipped, TEST_REDIS_URL is not set');

describe('MemoryCounters', () => countersContract(async () => new MemoryCounters({ clock: systemClock })));

describe.skipIf(!url)('RedisCounters', () => {
  countersContract(async () => new RedisCounters({ url: url ?? '' }));

  it('forgets what a process that was killed still held, and keeps what one that lives holds', async () => {
    const address = url ?? '';
    const killed = new RedisCounters({ url: address, holdMs: 400 });
    const living = new RedisCounters({ url: address, holdMs: 400 });
    const key = `test-${randomBytes(6).toString('hex')}`;
    for (let stream = 0; stream < 100; stream++) await killed.hold(key, `lost-${stream}`, 1);
    expect(await living.hold(key, 'kept', 1)).toBe(101);
    // Its connection ends as that of a killed process does: nothing is released.
    await killed.close();
    await expect.poll(() => living.hold(key, 'other', 1)).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await living.hold(key, 'other', 1)).toBe(2);
    await living.close();
  });

  it('shares rate limits and revocations between processes', async () => {
    const env = { REDIS_URL: url ?? '' };
    const first = await startTestService({ env });
    const { key, id } = (await first.admin('POST', '/v1/admin/keys', { limits: { requests_per_minute: 2 } })).json;
    const ask = () => first.call('POST', '/v1/answer', { query: 'x' }, { authorization: `Bearer ${key}` });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
    await first.admin('DELETE', `/v1/admin/keys/${id}`);
    expect((await ask()).status).toBe(503);
    expect([apiKey, adminKey]).not.toContain(key);
    await first.close();
  });
});
