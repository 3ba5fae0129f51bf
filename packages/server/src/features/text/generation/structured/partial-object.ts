import { isJsonObject, type JsonValue } from '@parley/contract';
import type { CompiledSchema, SchemaIssue } from '@parley/json-schema';
import { unwrap } from '../../../../lib/strict-schema.ts';
import { JsonPrefix, type JsonSoFar } from './json-prefix.ts';

const waiting = Symbol('waiting');

/** What an object that is still being written may do better before its end. */
const mayComeRight = new Set(
  'required minItems minProperties contains minContains anyOf oneOf if dependentRequired dependencies'.split(' '),
);

/** Of a longer reply what comes later waits for its end: each look reads all of it. */
const mostLetters = 200_000;
const leastGrowth = 24;

/**
 * Shows an object while it is written, for readers who cannot take text back: as much of its final JSON text as will stand whatever
 * comes. It shows nothing more once the text is no JSON by itself, or once a value that is complete does not satisfy the schema.
 */
export class PartialObject {
  readonly #schema: CompiledSchema;
  readonly #wrapper: string | null;
  readonly #prefix = new JsonPrefix();
  /** What has been shown, of this try or of one before. */
  #shown: string;
  #lookAt = leastGrowth;
  #isSound = true;

  constructor(schema: CompiledSchema, { wrapper, shown }: { wrapper: string | null; shown: string }) {
    this.#schema = schema;
    this.#wrapper = wrapper;
    this.#shown = shown;
  }

  get shown(): string {
    return this.#shown;
  }

  /** What is to be shown now; mostly nothing. */
  push(text: string): string {
    if (!this.#isSound) return '';
    this.#isSound = this.#prefix.push(text) && this.#prefix.length <= mostLetters;
    if (!this.#isSound || this.#prefix.length < this.#lookAt) return '';
    // Looks grow apart with the text, so that all of them together read it a few times and no more.
    this.#lookAt = this.#prefix.length + Math.max(leastGrowth, this.#prefix.length / 8);
    const soFar = this.#prefix.read();
    const certain = soFar === null ? null : this.#textOf(soFar);
    if (certain === null || !certain.startsWith(this.#shown)) {
      // A later try begins anew, and reaches what was shown before it goes on.
      if (certain === null || !this.#shown.startsWith(certain)) this.#isSound = false;
      return '';
    }
    const more = certain.slice(this.#shown.length);
    this.#shown = certain;
    return more;
  }

  /** The beginning of the final text that is certain; null when a value does not hold. */
  #textOf({ value: given, depth: givenDepth, isInText }: JsonSoFar): string | null {
    const value = unwrap(given, this.#wrapper);
    const depth = value === given ? givenDepth : givenDepth - 1;
    if (this.#wrapper !== null && value === given) return '';
    if (depth < 1) return '';
    const open = openPath(value, isInText ? depth : depth - 1);
    const sound = this.#soundPart(value, open, isInText);
    if (sound === null) return null;
    // A text that does not satisfy the schema yet may still be mended: it is shown when it is complete.
    if (sound === waiting) return this.#shown;
    const text = JSON.stringify(sound);
    return text.slice(0, text.length - depth - (isInText ? 1 : 0));
  }

  /** The value without what strict modes put where nothing may stand; null where something else is wrong with what is complete. */
  #soundPart(value: JsonValue, open: (string | number)[], isInText: boolean): JsonValue | null | typeof waiting {
    const all = this.#schema.issues(value);
    if (isInText && all.some(({ path }) => path.length === open.length && isWithin(path, open))) return waiting;
    const isOpen = ({ path, keyword, schemaPath }: SchemaIssue) =>
      isWithin(path, open) && (mayComeRight.has(keyword) || /\/(?:anyOf|oneOf|if)\//.test(schemaPath));
    const issues = all.filter((issue) => !isOpen(issue));
    const nulls = issues.filter(({ path }) => at(value, path) === null && typeof path.at(-1) === 'string');
    if (nulls.length < issues.length) return null;
    const copy = nulls.length > 0 ? structuredClone(value) : value;
    for (const { path } of nulls) {
      const parent = at(copy, path.slice(0, -1));
      if (isJsonObject(parent)) delete parent[String(path.at(-1))];
    }
    return copy;
  }
}

/** The way to what is still being written. */
function openPath(value: JsonValue, depth: number): (string | number)[] {
  const path: (string | number)[] = [];
  let current: JsonValue | undefined = value;
  for (let level = 0; level < depth; level++) {
    const key: string | number | undefined = Array.isArray(current)
      ? current.length - 1
      : isJsonObject(current)
        ? Object.keys(current).at(-1)
        : undefined;
    if (key === undefined || key === -1) break;
    path.push(key);
    current = at(current, [key]);
  }
  return path;
}

/** What stands on the way to the open end is not complete. */
const isWithin = (path: (string | number)[], open: (string | number)[]): boolean =>
  path.length <= open.length && path.every((key, index) => key === open[index]);

function at(value: JsonValue | undefined, path: (string | number)[]): JsonValue | undefined {
  let current = value;
  for (const key of path) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isJsonObject(current)) current = current[String(key)];
    else return undefined;
  }
  return current;
}
