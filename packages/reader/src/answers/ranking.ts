import type { Language } from '../text/function-words.ts';
import type { KeyTable } from './key-table.ts';
import { type StoredTrees, TreeEnsemble } from './tree-ensemble.ts';

/** Weights as `tools/train-reader` writes them. */
export interface StoredRanking {
  /** `key=worth` pairs, separated by tabs. */
  keys: string;
  trees: StoredTrees;
  doubt: StoredTrees;
}

/** What was learned about spans: the worth of keys, trees that score spans, trees that doubt. */
export class Ranking {
  readonly keys: KeyTable;
  readonly trees: TreeEnsemble;
  readonly #doubt: TreeEnsemble;

  constructor(stored: StoredRanking) {
    this.keys = readKeys(stored.keys);
    this.trees = new TreeEnsemble(stored.trees);
    this.#doubt = new TreeEnsemble(stored.doubt);
  }

  /** 0 to 1: how likely the text does not say. */
  doubt(features: number[]): number {
    return 1 / (1 + Math.exp(-this.#doubt.score(features)));
  }
}

export function readKeys(text: string): KeyTable {
  return Object.fromEntries(
    text.split('\t').map((pair) => {
      const at = pair.lastIndexOf('=');
      return [pair.slice(0, at), Number(pair.slice(at + 1))];
    }),
  );
}

export function writeKeys(table: KeyTable): string {
  return Object.entries(table)
    .map(([key, worth]) => `${key}=${worth}`)
    .join('\t');
}

const loaded = new Map<'english' | 'neutral', Promise<Ranking>>();

/** English has a ranking of its own; every other language shares one that looks at nothing but closed classes and shapes. */
export function loadRanking(language: Language): Promise<Ranking> {
  const name = language === 'en' ? 'english' : 'neutral';
  const known = loaded.get(name);
  if (known) return known;
  const loading =
    name === 'english'
      ? import('./weights/english.json', { with: { type: 'json' } })
      : import('./weights/neutral.json', { with: { type: 'json' } });
  const ranking = loading.then(({ default: stored }) => new Ranking(stored));
  loaded.set(name, ranking);
  return ranking;
}
