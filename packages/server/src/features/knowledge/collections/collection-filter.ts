import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';

/** What a filter looks at: a file's attributes, and `filename`, `kind` and `created_at` (ISO 8601). */
export type FilterValues = Readonly<Record<string, JsonValue>>;

export type FileFilter = (values: FilterValues) => boolean;

type Scalar = string | number | boolean;

const comparisons: Record<string, (left: Scalar, right: Scalar) => boolean> = {
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
};
const deepest = 8;
const mostConditions = 100;

/**
 * Turns a filter of a request into a check. All conditions of one object must hold. A comparison of values of different
 * kinds (a text with a number) is false, and so is any about a value that is not there, but `ne`.
 *
 * Throws `invalid_request` that names the place in the filter.
 */
export function compileFilter(filter: unknown, field = 'filter'): FileFilter {
  return compile(filter, field, { depth: 0, count: { conditions: 0 } });
}

interface State {
  depth: number;
  count: { conditions: number };
}

function compile(filter: unknown, path: string, state: State): FileFilter {
  if (!isObject(filter)) throw invalid(path, 'must be an object');
  if (state.depth > deepest) throw invalid(path, `nests deeper than ${deepest} levels`);
  const deeper = { ...state, depth: state.depth + 1 };
  const checks = Object.entries(filter).map(([key, value]): FileFilter => {
    if (++state.count.conditions > mostConditions) throw invalid(path, `has more than ${mostConditions} conditions`);
    if ((key === 'and' || key === 'or') && Array.isArray(value)) {
      const parts = value.map((part, index) => compile(part, `${path}.${key}[${index}]`, deeper));
      return key === 'and'
        ? (values) => parts.every((part) => part(values))
        : (values) => parts.some((part) => part(values));
    }
    return condition(key, value, `${path}.${key}`);
  });
  return (values) => checks.every((check) => check(values));
}

function condition(key: string, value: JsonValue, path: string): FileFilter {
  if (isScalar(value)) return (values) => own(values, key) === value;
  if (!isObject(value))
    throw invalid(path, 'must be a text, a number, true, false, or a comparison such as {"gte": 2}');
  const checks = Object.entries(value).map(([name, right]): ((left: JsonValue | undefined) => boolean) => {
    if (name === 'in') {
      if (!Array.isArray(right) || !right.every(isScalar)) throw invalid(`${path}.in`, 'must be a list of values');
      const wanted = new Set<JsonValue>(right);
      return (left) => left !== undefined && wanted.has(left);
    }
    if (!isScalar(right)) throw invalid(`${path}.${name}`, 'must be a text, a number, true or false');
    if (name === 'ne') return (left) => left !== right;
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
    if (!compare) throw invalid(`${path}.${name}`, 'is no comparison: use gt, gte, lt, lte, ne or in');
    return (left) => isScalar(left) && typeof left === typeof right && compare(left, right);
  });
  if (checks.length === 0) throw invalid(path, 'names no comparison: use gt, gte, lt, lte, ne or in');
  return (values) => checks.every((check) => check(own(values, key)));
}

function own(values: FilterValues, key: string): JsonValue | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return isJsonObject(value);
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

function invalid(path: string, problem: string): AppError {
  return new AppError('invalid_request', `${path} ${problem}`, { title: `${path} ${problem}` });
}
