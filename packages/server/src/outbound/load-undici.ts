import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let loaded: typeof import('undici') | null = null;

/** undici, loaded with the first request that goes out: an idle service saves its 20 MB and 50 ms. */
export function loadUndici(): typeof import('undici') {
  loaded ??= require('undici') as typeof import('undici');
  return loaded;
}
