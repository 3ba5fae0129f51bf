import { Redis } from 'ioredis';
import type { BucketStep, Counters, Taken } from '../../ports/counters.ts';

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

/** Holds of one key: when each ends (a sorted set) and how much it is (a hash). What has ended is cleared away first. */
const holdScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
local sum = 0
for _, amount in ipairs(redis.call('HVALS', KEYS[2])) do sum = sum + tonumber(amount) end
return string.format('%.0f', sum)
`;

const releaseScript = `
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
`;

/** A hold ends so long after the last word of its process, which speaks up well before. */
const defaultHoldMs = 45_000;
const renewalsPerHold = 3;

/** Counters that all processes share. */
export class RedisCounters implements Counters {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #listeners = new Map<string, ((message: string) => void)[]>();
  readonly #holdMs: number;
  /** What this process holds, by key and id. */
  readonly #held = new Map<string, Map<string, number>>();
  #renewal: NodeJS.Timeout | null = null;
  #lastProblem: string | null = null;

  /** `holdMs`: how long the holds of a process that was killed outlive it. Default: 45 s. */
  constructor({ url, holdMs = defaultHoldMs }: { url: string; holdMs?: number }) {
    this.#holdMs = holdMs;
    this.#redis = new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 5000, commandTimeout: 2000 });
    // Waits for the server to come back and subscribes again, however long that takes.
    this.#subscriber = new Redis(url, { maxRetriesPerRequest: null, connectTimeout: 5000 });
    // Commands carry their own failures; without a listener a lost connection would end the process.
    this.#redis.on('error', (error: Error) => {
      this.#lastProblem = error.message || ('code' in error ? String(error.code) : error.name);
    });
    this.#subscriber.on('error', () => {});
    this.#subscriber.on('message', (channel: string, message: string) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(message);
    });
  }

  /** What the connection complained of last; null when it never did. */
  get lastProblem(): string | null {
    return this.#lastProblem;
  }

  async take({ key, cost, limit, windowMs, force = false }: BucketStep): Promise<Taken> {
    const reply = await this.#redis.eval(takeScript, 1, prefix + key, cost, limit, windowMs, force ? '1' : '0');
    const [allowed, remaining, resetMs, retryAfterMs] = Array.isArray(reply) ? reply.map(Number) : [];
    return {
      allowed: allowed === 1,
      remaining: remaining ?? 0,
      resetMs: resetMs ?? 0,
      retryAfterMs: retryAfterMs ?? 0,
    };
  }

  async hold(key: string, id: string, amount: number): Promise<number> {
    const sum = await this.#sendHold(key, id, amount);
    const holds = this.#held.get(key) ?? new Map<string, number>();
    this.#held.set(key, holds.set(id, amount));
    this.#renewal ??= setInterval(() => this.#renewHolds(), this.#holdMs / renewalsPerHold).unref();
    return sum;
  }

  async release(key: string, id: string): Promise<void> {
    const holds = this.#held.get(key);
    holds?.delete(id);
    if (holds?.size === 0) this.#held.delete(key);
    const name = holdName(key);
    await this.#redis.eval(releaseScript, 2, `${name}:until`, `${name}:amount`, id);
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
    if (this.#renewal) clearInterval(this.#renewal);
    this.#redis.disconnect();
    this.#subscriber.disconnect();
  }

  async #sendHold(key: string, id: string, amount: number): Promise<number> {
    const name = holdName(key);
    return Number(
      await this.#redis.eval(holdScript, 2, `${name}:until`, `${name}:amount`, id, String(amount), this.#holdMs),
    );
  }

  /** Also makes good what a Redis that was restarted has lost. One renewal that fails is made up for by the next. */
  #renewHolds(): void {
    for (const [key, holds] of this.#held) {
      for (const [id, amount] of holds) this.#sendHold(key, id, amount).catch(() => {});
    }
  }
}

/** In braces, so that both parts lie on one node of a cluster. */
const holdName = (key: string): string => `${prefix}hold:{${key}}`;
