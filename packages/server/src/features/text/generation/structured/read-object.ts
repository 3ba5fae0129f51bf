import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { CompiledSchema, SchemaIssue } from '@parley/json-schema';
import { findJson, type JsonFinding, withoutReasoning } from '../../../../lib/lenient-json.ts';
import { Turn } from '../../../../lib/turn.ts';
import { proposeFixes } from './value-fixes.ts';

/** What a reply holds, measured against the schema. */
export type ObjectReading =
  | { isValid: true; value: JsonValue; isTruncated: boolean; isRepaired: boolean }
  | { isValid: false; errors: string[]; hasJson: boolean };

const maxFindings = 20;

/** Changes a finding before it is checked, such as taking it out of the wrapper that a vendor needed. */
export type Unwrap = (value: JsonValue) => JsonValue;

/**
 * Finds the value that satisfies the schema in a model's text: as it stands first, repaired next. Each look is bounded; others are
 * served between two of them.
 */
export async function readObject(
  text: string,
  schema: CompiledSchema,
  unwrap: Unwrap = (value) => value,
): Promise<ObjectReading> {
  const turn = new Turn();
  await turn.next();
  const findings = candidates(text, schema)
    .slice(0, maxFindings)
    .flatMap((finding) => {
      const inner = unwrap(finding.value);
      return inner === finding.value ? [finding] : [{ ...finding, value: inner }, finding];
    });
  let errors: string[] | null = null;
  for (const finding of findings) {
    await turn.next();
    const found = schema.validate(finding.value);
    if (found.length === 0) return valid(finding.value, finding, finding.isRepaired);
    errors ??= found;
  }
  for (const finding of findings) {
    await turn.next();
    const repaired = repairValue(finding.value, schema);
    if (repaired) return valid(repaired.value, finding, true);
  }
  if (errors) return { isValid: false, errors: errors.slice(0, 10), hasJson: true };
  const reason = text.trim() === '' ? 'the reply is empty' : 'the reply holds no JSON value';
  return { isValid: false, errors: [reason], hasJson: false };
}

function valid(value: JsonValue, finding: JsonFinding, isRepaired: boolean): ObjectReading {
  return { isValid: true, value, isTruncated: finding.isTruncated, isRepaired };
}

/** Where only text may stand, the words of a reply are the value; where only a number may, the number. */
function candidates(text: string, schema: CompiledSchema): JsonFinding[] {
  const found = findJson(text).filter(({ isExample }) => !isExample);
  if (found.length > 0) return found;
  const { type } = schema.schema;
  const words = withoutReasoning(text).trim();
  const isScalar = type === 'string' || type === 'number' || type === 'integer' || type === 'boolean';
  if (!isScalar || words === '') return [];
  return [{ value: words, isTruncated: false, isRepaired: true }];
}

const maxRounds = 60;
const maxChecks = 400;
/** All checks of one repair together, in values looked at: a large value is repaired in few steps or not at all. */
const maxLookedAt = 100_000;

/**
 * Changes a value so that it satisfies the schema, where the schema leaves one reading: `"5"` where only a number may
 * stand, one item where only a list may, a name in another case. Returns null when that cannot be done without a choice.
 */
export function repairValue(value: JsonValue, schema: CompiledSchema): { value: JsonValue; changes: number } | null {
  let current = value;
  let issues = schema.issues(current);
  // What could not even be checked is not repaired.
  if (issues.some(({ keyword }) => keyword === 'size' || keyword === 'depth')) return null;
  const most = Math.min(maxChecks, Math.ceil(maxLookedAt / (1 + JSON.stringify(value).length / 10)));
  let checks = 1;
  for (let round = 0; round < maxRounds; round++) {
    if (issues.length === 0) return { value: current, changes: round };
    const batch = fixAllPlain(current, issues, schema);
    checks += batch.checks;
    if (batch.improved) {
      current = batch.value;
      issues = batch.issues;
      continue;
    }
    const step = bestSingleFix(current, issues, schema, most - checks);
    checks += step.checks;
    if (!step.value) return null;
    current = step.value.value;
    issues = step.value.issues;
  }
  return null;
}

interface Checked {
  value: JsonValue;
  issues: SchemaIssue[];
}

/** All fixes at once that do not depend on a choice between alternatives: long lists with one repeated mistake. */
function fixAllPlain(value: JsonValue, issues: SchemaIssue[], schema: CompiledSchema) {
  const plain = issues.filter((issue) => !/\/(?:anyOf|oneOf|not|if)\//.test(issue.schemaPath));
  let changed = value;
  let count = 0;
  for (const issue of plain) {
    const [fixed, ...others] = fixedRoots(changed, issue);
    if (fixed === undefined || others.length > 0) continue;
    changed = fixed;
    count++;
  }
  if (count < 2) return { improved: false, value, issues, checks: 0 };
  const after = schema.issues(changed);
  return { improved: isBetter(after, issues), value: changed, issues: after, checks: 1 };
}

/** The one fix that brings the value furthest; none when two different ones are equally good. */
function bestSingleFix(value: JsonValue, issues: SchemaIssue[], schema: CompiledSchema, budget: number) {
  let best: Checked | null = null;
  let isTie = false;
  let checks = 0;
  const tried = new Set<string>();
  for (const issue of issues) {
    for (const changed of fixedRoots(value, issue)) {
      const key = JSON.stringify(changed);
      if (tried.has(key)) continue;
      tried.add(key);
      if (++checks > budget) return { value: isTie ? null : best, checks };
      const after = schema.issues(changed);
      if (!isBetter(after, issues)) continue;
      if (!best || after.length < best.issues.length) {
        best = { value: changed, issues: after };
        isTie = false;
      } else if (after.length === best.issues.length && samePlace(best.value, changed, issue.path)) {
        isTie = true;
      }
    }
  }
  return { value: isTie ? null : best, checks };
}

/** The whole value with the issue's place changed, once for each way to change it. */
function fixedRoots(root: JsonValue, issue: SchemaIssue): JsonValue[] {
  const place = at(root, issue.path);
  if (place === undefined) return [];
  // Null where null may not stand is how strict modes leave an optional property out.
  if (place === null && typeof issue.path.at(-1) === 'string') return [removeAt(root, issue.path)];
  return proposeFixes(place, issue).map((fix) => replaceAt(root, issue.path, fix));
}

/** Two fixes compete when they change the same place; fixes of different places follow one another. */
function samePlace(a: JsonValue, b: JsonValue, path: (string | number)[]): boolean {
  const blankA = replaceAt(a, path, null);
  const blankB = replaceAt(b, path, null);
  return JSON.stringify(blankA) === JSON.stringify(blankB);
}

/** Fewer issues, or as many but deeper in the value: a fixed wrapper uncovers what is inside it. */
function isBetter(after: SchemaIssue[], before: SchemaIssue[]): boolean {
  if (after.length !== before.length) return after.length < before.length;
  const depth = (issues: SchemaIssue[]) => issues.reduce((sum, issue) => sum + issue.path.length, 0);
  return depth(after) > depth(before);
}

function at(value: JsonValue, path: (string | number)[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (Array.isArray(current) && typeof key === 'number') current = current[key];
    else if (isJsonObject(current) && typeof key === 'string' && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

function removeAt(value: JsonValue, path: (string | number)[]): JsonValue {
  const parent = at(value, path.slice(0, -1));
  const key = path.at(-1);
  if (!isJsonObject(parent) || typeof key !== 'string') return value;
  const { [key]: _, ...rest } = parent;
  return replaceAt(value, path.slice(0, -1), rest);
}

function replaceAt(value: JsonValue, path: (string | number)[], replacement: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value) && typeof key === 'number') {
    return value.map((item, index) => (index === key ? replaceAt(item, rest, replacement) : item));
  }
  if (!isJsonObject(value)) return value;
  const result: JsonObject = { ...value };
  const inner = result[key];
  if (inner !== undefined) result[key] = replaceAt(inner, rest, replacement);
  return result;
}
