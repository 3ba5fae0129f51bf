import { isJsonObject } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';

const deepest = 8;
const compared = ['ne', 'gt', 'gte', 'lt', 'lte', 'in'];

/** OpenAI's filter (`{type, key, value}`, or `and`, `or` with `filters`) as one of collections. Throws `invalid_request`. */
export function toCollectionFilter(filter: unknown, field = 'filters', depth = 0): Record<string, unknown> {
  if (!isJsonObject(filter) || depth > deepest) throw invalid(field, 'must be an object of a few levels');
  const { type, key, value, filters } = filter;
  if (type === 'and' || type === 'or') {
    if (!Array.isArray(filters)) throw invalid(`${field}.filters`, 'must be a list');
    return { [type]: filters.map((part, at) => toCollectionFilter(part, `${field}.filters[${at}]`, depth + 1)) };
  }
  if (typeof key !== 'string') throw invalid(`${field}.key`, 'must be the name of an attribute');
  if (type === 'eq') return { [key]: value };
  if (type === 'nin') {
    if (!Array.isArray(value)) throw invalid(`${field}.value`, 'must be a list');
    return { and: value.map((one) => ({ [key]: { ne: one } })) };
  }
  if (typeof type === 'string' && compared.includes(type)) return { [key]: { [type]: value } };
  throw invalid(`${field}.type`, 'must be eq, ne, gt, gte, lt, lte, in, nin, and, or');
}

function invalid(param: string, rest: string): AppError {
  return new AppError('invalid_request', `${param} ${rest}`, { title: `${param} ${rest}`, param });
}
