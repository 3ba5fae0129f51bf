import { Redis } from 'ioredis';
import type { Counters, Taken } from '../../ports/counters.ts';

const prefix = 'parley:';

/** One atomic step of the token bucket; the server's own clock, so that processes with other clocks agree. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local cost, limit, window, force = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local state = redis.call('HMGET', KEYS[1], 'tokens', 'at', 'limit')
local perMs = limit / window
local level = limit
if state[1] then
  local raised = math.max(0, limit - tonumber(state[3] or limit))
  level = math.min(limit, tonumber(state[1]) + raised + math.max(0, now - tonumber(state[2])) * perMs)
end
local allowed = force or level >= cost
local tokens = level
if allowed then tokens = math.min(limit, level - cost) end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', now, 'limit', limit)
redis.call('PEXPIRE', KEYS[1], window * 2)
local retry = 0
if not allowed then retry = math.ceil((math.min(cost, limit) - level) / perMs) end
return { allowed and 1 or 0, math.max(0, math.floor(tokens)), math.ceil((limit - tokens) / perMs), retry }
`;

const addScript = `
local value = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return value
`;

/** Counters that all processes share. */
export class RedisCounters implements Counters {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #listeners = new Map<string, ((message: string) => void)[]>();

  constructor({ url }: { url: string }) {
    this.#redis = new Redis(url, { maxRetriesPerRequest: 2, connectTimeout: 5000, commandTimeout: 2000 });
    // Waits for the server to come back and subscribes again, however long that takes.
    this.#subscriber = new Redis(url, { maxRetriesPerRequest: null, connectTimeout: 5000 });
    // Commands carry their own failures; without a listener a lost connection would end the process.
    this.#redis.on('error', () => {});
    this.#subscriber.on('error', () => {});
    this.#subscriber.on('message', (channel: string, message: string) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(message);
    });
  }

  async take(key: string, cost: number, limit: number, windowMs: number, force = false): Promise<Taken> {
    const reply = await this.#redis.eval(takeScript, 1, prefix + key, cost, limit, windowMs, force ? '1' : '0');
    const [allowed, remaining, resetMs, retryAfterMs] = Array.isArray(reply) ? reply.map(Number) : [];
    return {
      allowed: allowed === 1,
      remaining: remaining ?? 0,
      resetMs: resetMs ?? 0,
      retryAfterMs: retryAfterMs ?? 0,
    };
  }

  async add(key: string, by: number, ttlMs: number): Promise<number> {
    return Number(await this.#redis.eval(addScript, 1, prefix + key, by, ttlMs));
  }

  async acquire(key: string, value: string, ttlMs: number): Promise<boolean> {
    return (await this.#redis.set(prefix + key, value, 'PX', ttlMs, 'NX')) === 'OK';
  }

  get(key: string): Promise<string | null> {
    return this.#redis.get(prefix + key);
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#redis.set(prefix + key, value, 'PX', ttlMs);
  }

  async delete(key: string): Promise<void> {
    await this.#redis.del(prefix + key);
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#redis.publish(prefix + channel, message);
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    const name = prefix + channel;
    const known = this.#listeners.get(name);
    this.#listeners.set(name, [...(known ?? []), listener]);
    if (!known) await this.#subscriber.subscribe(name);
  }

  async check(): Promise<void> {
    await this.#redis.ping();
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
    this.#subscriber.disconnect();
  }
}
