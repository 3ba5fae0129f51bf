import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const maxIndex = 10_000;

/**
 * Puts streamed pieces of a call's arguments in their place: `{"jsonPath": "$.items[1].name", "stringValue": "…"}`. A
 * string may come in several pieces, which are appended while the piece before said `willContinue`.
 */
export function applyPartialArguments(input: JsonObject, pieces: JsonValue[]): void {
  for (const piece of pieces) {
    if (!isJsonObject(piece) || typeof piece.jsonPath !== 'string') continue;
    const steps = stepsOf(piece.jsonPath);
    if (steps !== null && steps.length > 0) put(input, steps, pieceValue(piece));
  }
}

function pieceValue(piece: JsonObject): JsonValue {
  for (const field of ['stringValue', 'numberValue', 'boolValue'] as const) {
    const value = piece[field];
    if (value !== undefined) return value;
  }
  return null;
}

/** `$.a.b[2]['c d']` as `a, b, 2, c d`; null for a path that is something else. */
function stepsOf(path: string): (string | number)[] | null {
  const steps: (string | number)[] = [];
  let rest = path.replace(/^\$/, '');
  while (rest !== '') {
    const match = /^(?:\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\])/.exec(rest);
    if (match === null) return null;
    const name = match[1] ?? match[3] ?? match[4];
    if (name !== undefined && forbidden.has(name)) return null;
    const index = Number(match[2]);
    if (name === undefined && index > maxIndex) return null;
    steps.push(name ?? index);
    rest = rest.slice(match[0].length);
  }
  return steps;
}

function put(root: JsonObject, steps: (string | number)[], value: JsonValue): void {
  let target: JsonValue = root;
  for (const [position, step] of steps.entries()) {
    const next = steps[position + 1];
    const child = next === undefined ? undefined : typeof next === 'number' ? [] : {};
    target = child === undefined ? write(target, step, value) : descend(target, step, child);
  }
}

function descend(target: JsonValue, step: string | number, empty: JsonValue): JsonValue {
  if (Array.isArray(target) && typeof step === 'number') {
    const found = target[step];
    if (typeof found === 'object' && found !== null) return found;
    while (target.length < step) target.push(null);
    target[step] = empty;
    return empty;
  }
  if (!isJsonObject(target)) return empty;
  const found = target[step];
  if (typeof found === 'object' && found !== null) return found;
  target[step] = empty;
  return empty;
}

function write(target: JsonValue, step: string | number, value: JsonValue): JsonValue {
  const before =
    Array.isArray(target) && typeof step === 'number' ? target[step] : isJsonObject(target) ? target[step] : undefined;
  const whole = typeof before === 'string' && typeof value === 'string' ? before + value : value;
  if (Array.isArray(target) && typeof step === 'number') {
    while (target.length < step) target.push(null);
    target[step] = whole;
  } else if (isJsonObject(target)) target[step] = whole;
  return whole;
}
