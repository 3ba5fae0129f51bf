import { describe, expect, it, vi } from 'vitest';
import { onPostgres } from '../../../test/database.ts';
import { FakeClock } from '../../../test/fake-clock.ts';
import { MemoryCounters } from '../../adapters/memory/memory-counters.ts';
import { ReplyCache, type ReplyOwner } from './reply-cache.ts';
import { ReplyClearings } from './reply-clearings.ts';

const owner = (keyId: string): ReplyOwner => ({ workspaceId: 'w1', keyId, model: 'openai/m' });
const kept = { events: [], engine: 'openai/m', costUsd: 1 };
const keep = (cache: ReplyCache, key: string) => cache.begin(`prompt ${key}`, owner(key)).land(kept);

describe('clearing kept replies', () => {
  it('forgets also what is being written, which whoever asks from then on is not given', async () => {
    const cache = new ReplyCache({ maxBytes: 1e6, now: () => 0 });
    const flight = cache.begin('prompt', owner('k1'));
    const { signal } = new AbortController();
    const waiting = cache.find('prompt', 1000, signal);
    expect(cache.clear({ keyId: 'k1' })).toBe(0);
    expect(await cache.find('prompt', 1000, signal)).toBeNull();
    flight.land(kept);
    expect(await waiting).toBe(kept);
    expect(await cache.find('prompt', 1000, signal)).toBeNull();
    expect(cache.figures({}).entries).toBe(0);
  });

  onPostgres((open) => {
    it('reaches other processes of the database that no channel tells of it, and those that stood still', async () => {
      const database = await open();
      const clock = new FakeClock();
      const processOf = async () => {
        const replies = new ReplyCache({ maxBytes: 1e6, now: () => clock.now() });
        // Counters of its own: nothing is told from one to the other.
        const counters = new MemoryCounters({ clock });
        const onError = vi.fn();
        const clearings = new ReplyClearings({ db: database.db, counters, clock, replies, isShared: true, onError });
        await clearings.start();
        return { replies, clearings, onError };
      };
      const [one, other] = [await processOf(), await processOf()];
      for (const { replies } of [one, other]) for (const key of ['k1', 'k2']) keep(replies, key);
      expect(await one.clearings.clear({ keyId: 'k1' })).toBe(1);
      await vi.waitUntil(() => other.replies.figures({}).entries === 1, { timeout: 10_000 });
      expect(other.replies.figures({}).data.map(({ key_id }) => key_id)).toEqual(['k2']);
      // What comes after is kept: a clearing is done once.
      keep(other.replies, 'k1');
      await new Promise((resolve) => setTimeout(resolve, 1200));
      expect(other.replies.figures({}).entries).toBe(2);
      clock.advance(120_000);
      await vi.waitUntil(() => other.replies.figures({}).entries === 0, { timeout: 10_000 });
      expect(other.onError).not.toHaveBeenCalled();
      for (const { clearings } of [one, other]) clearings.close();
      await database.close();
    });
  });
});
