import { LRUCache } from 'lru-cache';
import { type Bucket, takeFromBucket } from '../../lib/token-bucket.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BucketStep, Counters, Taken } from '../../ports/counters.ts';

/** By size and not by number: for a number the cache takes the memory of all at once, a tenth of a second of every start. */
const bounded = { maxSize: 100_000, sizeCalculation: () => 1 };

interface Expiring<Value> {
  value: Value;
  expiresAt: number;
}

/** Counters of one process. Bounded: the least used entries are forgotten first. */
export class MemoryCounters implements Counters {
  readonly #clock: Clock;
  readonly #buckets = new LRUCache<string, Bucket>(bounded);
  /** As many as there are calls under way. */
  readonly #holds = new Map<string, Map<string, number>>();
  readonly #marks = new LRUCache<string, Expiring<string>>(bounded);
  readonly #listeners = new Map<string, ((message: string) => void)[]>();

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  take({ key, cost, limit, windowMs, force = false }: BucketStep): Taken {
    const now = this.#clock.now();
    const known = this.#buckets.get(key);
    const taken = takeFromBucket(known, { cost, limit, windowMs, now, force });
    if (known === undefined) this.#buckets.set(key, taken.bucket);
    return taken;
  }

  hold(key: string, id: string, amount: number): number {
    const holds = this.#holds.get(key) ?? new Map<string, number>();
    this.#holds.set(key, holds.set(id, amount));
    let sum = 0;
    for (const held of holds.values()) sum += held;
    return sum;
  }

  release(key: string, id: string): void {
    const holds = this.#holds.get(key);
    holds?.delete(id);
    if (holds?.size === 0) this.#holds.delete(key);
  }

  acquire(key: string, value: string, ttlMs: number): boolean {
    if (this.#live(this.#marks, key) !== null) return false;
    this.set(key, value, ttlMs);
    return true;
  }

  get(key: string): string | null {
    return this.#live(this.#marks, key);
  }

  set(key: string, value: string, ttlMs: number): void {
    this.#marks.set(key, { value, expiresAt: this.#clock.now() + ttlMs });
  }

  delete(key: string): void {
    this.#marks.delete(key);
  }

  publish(channel: string, message: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(message);
  }

  subscribe(channel: string, listener: (message: string) => void): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  async check(): Promise<void> {}

  async close(): Promise<void> {
    this.#listeners.clear();
  }

  #live<Value>(entries: LRUCache<string, Expiring<Value>>, key: string): Value | null {
    const entry = entries.get(key);
    if (!entry) return null;
    if (entry.expiresAt > this.#clock.now()) return entry.value;
    entries.delete(key);
    return null;
  }
}
