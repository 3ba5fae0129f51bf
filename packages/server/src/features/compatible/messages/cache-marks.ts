import { isJsonObject } from '@parley/contract';
import type { CacheMark } from '../../../ports/language-model.ts';
import { invalid } from './invalid-block.ts';

/** Vendors take no more. */
const maxMarks = 4;

/** Reads the marks of a request and counts them. */
export class CacheMarks {
  #count = 0;

  get hasAny(): boolean {
    return this.#count > 0;
  }

  /** The mark of a block or tool as a part of a prompt carries it. Throws 400 that names it. */
  of(block: object, place: string): { cache?: CacheMark } {
    const given: unknown = Reflect.get(block, 'cache_control');
    if (given === undefined || given === null) return {};
    const field = place === '' ? 'cache_control' : `${place}.cache_control`;
    if (!isJsonObject(given) || given.type !== 'ephemeral') throw invalid(field, 'must be {"type": "ephemeral"}');
    if (++this.#count > maxMarks) throw invalid(field, `is one too many: ${maxMarks} are the limit of a request`);
    const { ttl } = given;
    if (ttl === undefined || ttl === null) return { cache: {} };
    if (ttl === '5m' || ttl === '1h') return { cache: { ttl } };
    throw invalid(`${field}.ttl`, 'must be 5m or 1h');
  }
}
