import type { SearchHit } from '../../../ports/search-engine.ts';
import { canonicalKey, cleanUrl, hostKey } from './canonical-url.ts';

export interface MergedHit extends SearchHit {
  /** From 0 to 1. */
  score: number;
  /** Names of the back ends that found it. */
  engines: string[];
}

export interface EngineHits {
  engine: string;
  hits: readonly SearchHit[];
}

/** Damps the difference between the first ranks (Cormack, Clarke, Büttcher 2009). */
const rankConstant = 60;
const maxPerHost = 3;

/** One list out of several: the same page once, ordered by reciprocal ranks. */
export function mergeHits(lists: readonly EngineHits[]): MergedHit[] {
  const merged = new Map<string, MergedHit>();
  const best = lists.length / (rankConstant + 1) || 1;
  for (const { engine, hits } of lists) {
    const seen = new Set<string>();
    for (const hit of hits) {
      const url = cleanUrl(hit.url);
      if (url === null) continue;
      const key = canonicalKey(url);
      if (seen.has(key)) continue;
      seen.add(key);
      const share = 1 / (rankConstant + seen.size) / best;
      const known = merged.get(key);
      if (!known) merged.set(key, { ...hit, url, score: share, engines: [engine] });
      else merged.set(key, { ...combine(known, hit), score: known.score + share, engines: [...known.engines, engine] });
    }
  }
  return [...merged.values()].sort((left, right) => right.score - left.score);
}

/**
 * At most three results of a host, the rest put back behind the others. When everything comes from one host there is
 * nothing to make room for.
 */
export function spreadHosts(hits: readonly MergedHit[]): { kept: MergedHit[]; crowded: MergedHit[] } {
  const hosts = new Map<string, number>();
  const kept: MergedHit[] = [];
  const crowded: MergedHit[] = [];
  for (const hit of hits) {
    const host = hostKey(hit.url);
    const count = (hosts.get(host) ?? 0) + 1;
    hosts.set(host, count);
    (count <= maxPerHost ? kept : crowded).push(hit);
  }
  return hosts.size <= 1 ? { kept: [...hits], crowded: [] } : { kept, crowded };
}

function combine(known: MergedHit, hit: SearchHit): MergedHit {
  return {
    ...known,
    snippet: hit.snippet.length > known.snippet.length ? hit.snippet : known.snippet,
    ...((known.publishedDate ?? hit.publishedDate) && {
      publishedDate: known.publishedDate ?? hit.publishedDate ?? '',
    }),
    ...((known.author ?? hit.author) && { author: known.author ?? hit.author ?? '' }),
    ...((known.text ?? hit.text) && { text: known.text ?? hit.text ?? '' }),
  };
}
