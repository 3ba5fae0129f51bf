/** Hosts share the first places of a list: so many of one host before others are asked. */
const perHost = 3;

/**
 * Addresses that wait to be read: the lists of all searches taken in turn, hosts spread, each address once. Links of
 * pages wait apart until they are wanted.
 */
export class CandidateList {
  readonly #known = new Set<string>();
  readonly #queues: string[][] = [];
  #links: string[] = [];

  get size(): number {
    return this.#known.size;
  }

  /** One search's results, best first. */
  add(urls: readonly string[]): void {
    const fresh = urls.filter((url) => this.#learn(url));
    if (fresh.length > 0) this.#queues.push(spread(fresh));
  }

  addLinks(urls: readonly string[]): void {
    for (const url of urls) if (!this.#known.has(keyOf(url))) this.#links.push(url);
  }

  /** Lets the links in; how many were new. */
  openLinks(): number {
    const fresh = this.#links.filter((url) => this.#learn(url));
    this.#links = [];
    if (fresh.length > 0) this.#queues.push(spread(fresh));
    return fresh.length;
  }

  /** The next addresses, one from each list in turn. */
  next(count: number): string[] {
    const chosen: string[] = [];
    while (chosen.length < count && this.#queues.some((queue) => queue.length > 0)) {
      for (const queue of this.#queues) {
        const url = queue.shift();
        if (url !== undefined && chosen.length < count) chosen.push(url);
        else if (url !== undefined) queue.unshift(url);
      }
    }
    return chosen;
  }

  #learn(url: string): boolean {
    const key = keyOf(url);
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }
}

function spread(urls: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const first: string[] = [];
  const later: string[] = [];
  for (const url of urls) {
    const { host } = new URL(url);
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    (count <= perHost ? first : later).push(url);
  }
  return [...first, ...later];
}

function keyOf(url: string): string {
  return url
    .replace(/#.*$/s, '')
    .replace(/\/$/, '')
    .replace(/^https?:/, '');
}
