import { Redis } from 'ioredis';
import type { StoredEvents, StoredStream, StreamChange, StreamNews, StreamStore } from '../../ports/stream-store.ts';

const prefix = 'parley:stream:';
const workspacePrefix = 'parley:streams:';
/** No stream lasts longer, kept ones included. */
const longestMs = 2 * 24 * 60 * 60_000;
const readAtOnce = 50;

/** Adds events to a stream that is still there, unless they are. */
const appendScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local first, last = tonumber(ARGV[1]), tonumber(ARGV[2])
if last >= first and redis.call('ZCOUNT', KEYS[2], last, last) == 0 then
  redis.call('ZADD', KEYS[2], last, ARGV[1] .. ':' .. ARGV[2] .. ':' .. ARGV[3])
end
redis.call('HSET', KEYS[1], 'last_number', ARGV[2], 'beat_at', ARGV[5])
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], 'is_ended', '1') end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[7])
redis.call('PEXPIREAT', KEYS[1], ARGV[6])
redis.call('PEXPIREAT', KEYS[2], ARGV[6])
return 1
`;

const beatScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('HSET', KEYS[1], 'beat_at', ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
redis.call('PEXPIREAT', KEYS[2], ARGV[2])
return redis.call('HMGET', KEYS[1], 'reader_at', 'is_cancelled')
`;

/** Sets a field of a stream that is still there. */
const noteScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
`;

interface Sealing {
  sealText(text: string): string;
  openText(text: string): Promise<string>;
}

/** Streams in Redis, for all processes that share it. It forgets what has expired by itself. */
export class RedisStreams implements StreamStore {
  readonly #redis: Redis;
  readonly #sealing: Sealing | null;

  /** `sealing`: events are sealed where the operator seals what is stored. */
  constructor({ url, sealing = null }: { url: string; sealing?: Sealing | null }) {
    this.#sealing = sealing;
    this.#redis = new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 5000, commandTimeout: 2000 });
    // Commands carry their own failures; without a listener a lost connection would end the process.
    this.#redis.on('error', () => {});
  }

  async create(
    stream: StoredStream,
    { mostStreams, expiresAt }: { mostStreams: number; expiresAt: number },
  ): Promise<boolean> {
    const all = workspacePrefix + stream.workspaceId;
    if ((await this.#redis.zcard(all)) >= mostStreams && !(await this.#makeRoom(all, mostStreams))) return false;
    await this.#redis
      .multi()
      .hset(headOf(stream.id), {
        workspace_id: stream.workspaceId,
        owner: stream.owner,
        user_id: stream.userId ?? '',
        last_number: stream.lastNumber,
        is_ended: Number(stream.isEnded),
        is_cancelled: 0,
        beat_at: stream.beatAt,
        reader_at: '',
        ...(stream.lostBlock !== null && { lost_block: stream.lostBlock }),
      })
      .pexpireat(headOf(stream.id), expiresAt)
      .exec();
    await this.#redis.multi().zadd(all, stream.beatAt, stream.id).pexpire(all, longestMs).exec();
    return true;
  }

  async find(id: string, workspaceId: string): Promise<StoredStream | null> {
    const row = await this.#redis.hgetall(headOf(id));
    if (row.workspace_id !== workspaceId) return null;
    return {
      id,
      workspaceId,
      owner: row.owner ?? '',
      userId: row.user_id || null,
      lastNumber: Number(row.last_number),
      isEnded: row.is_ended === '1',
      beatAt: Number(row.beat_at),
      lostBlock: row.lost_block ?? null,
    };
  }

  async append(
    id: string,
    { first, last, text }: StoredEvents,
    { isEnded, at, expiresAt, keptFrom }: StreamChange,
  ): Promise<void> {
    const sealed = this.#sealing ? this.#sealing.sealText(text) : text;
    const flags = [isEnded ? '1' : '0', at, expiresAt, keptFrom].map(String);
    await this.#redis.eval(appendScript, 2, headOf(id), eventsOf(id), String(first), String(last), sealed, ...flags);
  }

  async eventsAfter(id: string, after: number): Promise<StoredEvents[]> {
    const rows = await this.#redis.zrangebyscore(eventsOf(id), `(${after}`, '+inf', 'LIMIT', 0, readAtOnce);
    return Promise.all(
      rows.map(async (row) => {
        const [, first, last, stored = ''] = /^(\d+):(\d+):([\s\S]*)$/.exec(row) ?? [];
        const text = this.#sealing ? await this.#sealing.openText(stored) : stored;
        return { first: Number(first), last: Number(last), text };
      }),
    );
  }

  async noteReader(id: string, at: number): Promise<void> {
    await this.#redis.eval(noteScript, 1, headOf(id), 'reader_at', String(at));
  }

  async askCancel(id: string): Promise<void> {
    await this.#redis.eval(noteScript, 1, headOf(id), 'is_cancelled', '1');
  }

  async beat(ids: readonly string[], { at, expiresAt }: { at: number; expiresAt: number }): Promise<StreamNews[]> {
    const news: StreamNews[] = [];
    for (const id of ids) {
      const found = await this.#redis.eval(beatScript, 2, headOf(id), eventsOf(id), String(at), String(expiresAt));
      if (!Array.isArray(found)) continue;
      news.push({ id, readerAt: found[0] ? Number(found[0]) : null, isCancelled: found[1] === '1' });
    }
    return news;
  }

  async delete(id: string): Promise<void> {
    await this.#redis.del(headOf(id), eventsOf(id));
  }

  async sweep(): Promise<void> {}

  async forgetWorkspace(workspaceId: string): Promise<void> {
    const all = workspacePrefix + workspaceId;
    for (const id of await this.#redis.zrange(all, '0', '-1')) await this.delete(id);
    await this.#redis.del(all);
  }

  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    for (const id of await this.#redis.zrange(workspacePrefix + workspaceId, '0', '-1'))
      if ((await this.#redis.hget(headOf(id), 'user_id')) === userId) await this.delete(id);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  /** Takes out what has expired, and of those that have ended the oldest. */
  async #makeRoom(all: string, mostStreams: number): Promise<boolean> {
    const ids = await this.#redis.zrange(all, '0', '-1');
    let count = ids.length;
    const ended: string[] = [];
    for (const id of ids) {
      const isEnded = await this.#redis.hget(headOf(id), 'is_ended');
      if (isEnded === '1') ended.push(id);
      if (isEnded !== null) continue;
      await this.#redis.zrem(all, id);
      count--;
    }
    for (const id of ended) {
      if (count < mostStreams) break;
      await this.delete(id);
      await this.#redis.zrem(all, id);
      count--;
    }
    return count < mostStreams;
  }
}

/** In braces, so that both parts lie on one node of a cluster. */
const headOf = (id: string): string => `${prefix}{${id}}`;
const eventsOf = (id: string): string => `${prefix}{${id}}:events`;
