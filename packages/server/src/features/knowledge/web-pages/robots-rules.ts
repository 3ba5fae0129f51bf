import { LRUCache } from 'lru-cache';
import robotsModule from 'robots-parser';
import { isAppError } from '../../../lib/app-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../../../ports/clock.ts';

interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
}

// The package's types describe a default export; what a CommonJS module hands to `import` is the function itself.
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robots;

interface Rules {
  isAllowed(url: string): boolean;
  delayMs: number;
  expiresAt: number;
}

const keepMs = 60 * 60_000;
const failedKeepMs = 5 * 60_000;
const maxOrigins = 2000;
/** RFC 9309: at least 500 KiB must be read. */
const maxBytes = 512 * 1024;
const maxDelayMs = 10_000;

/** What robots.txt says about an address, one request per origin and hour (RFC 9309). */
export class RobotsRules {
  readonly #fetcher: GuardedFetcher;
  readonly #clock: Clock;
  readonly #agent: string;
  readonly #rules = new LRUCache<string, Promise<Rules>>({ max: maxOrigins });

  constructor(parts: { fetcher: GuardedFetcher; clock: Clock; agent: string }) {
    this.#fetcher = parts.fetcher;
    this.#clock = parts.clock;
    this.#agent = parts.agent;
  }

  async ask(url: string): Promise<{ isAllowed: boolean; delayMs: number }> {
    const { origin } = new URL(url);
    let rules = await this.#rules.get(origin);
    if (!rules || rules.expiresAt <= this.#clock.now()) {
      // Kept as a promise, so that many pages of one site ask once.
      const loading = this.#load(origin);
      this.#rules.set(origin, loading);
      rules = await loading;
    }
    return { isAllowed: rules.isAllowed(url), delayMs: rules.delayMs };
  }

  async #load(origin: string): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    try {
      const answer = await this.#fetcher.fetch(address, { maxBytes, timeoutMs: 8_000 });
      if (answer.status >= 500 || answer.status === 429) return this.#fixed(false, failedKeepMs);
      if (answer.status >= 300) return this.#fixed(true, keepMs);
      const robots = robotsParser(address, answer.body.toString('utf8'));
      return {
        isAllowed: (url) => robots.isAllowed(url, this.#agent) !== false,
        delayMs: Math.min(maxDelayMs, (robots.getCrawlDelay(this.#agent) ?? 0) * 1000),
        expiresAt: this.#clock.now() + keepMs,
      };
    } catch (error) {
      // Too large to read means no rule that we know; an unreachable site will say so itself when the page is fetched.
      const isFinal = isAppError(error, 'url_too_large');
      return this.#fixed(true, isFinal ? keepMs : failedKeepMs);
    }
  }

  #fixed(isAllowed: boolean, forMs: number): Rules {
    return { isAllowed: () => isAllowed, delayMs: 0, expiresAt: this.#clock.now() + forMs };
  }
}
