import { isDeepStrictEqual } from 'node:util';
import type { EvaluationCheck, JsonValue } from '@parley/contract';
import { isJsonObject } from '@parley/contract';
import { compileFinder, SchemaError } from '@parley/json-schema';
import { AppError } from '../../lib/app-error.ts';
import { compileGivenSchema } from '../../lib/given-schema.ts';
import type { CheckOutcome } from './evaluation-types.ts';
import { citesFile } from './reply-text.ts';

/** What a reply is looked at by. */
export interface CheckedReply {
  text: string;
  body: unknown;
  expected: JsonValue | null;
  durationMs: number;
  costUsd: number;
}

type CodeCheck = Exclude<EvaluationCheck, { type: 'judge' | 'feedback' }>;

/** Texts that patterns look into: what a reply is kept of. */
const longestText = 100_000;
const shownLength = 200;

/** Throws `invalid_request` for a check that can never be met: a pattern or a schema that cannot be used, or no value to compare with. */
export function requireChecks(checks: readonly EvaluationCheck[], expected: JsonValue | null, param: string): void {
  checks.forEach((check, index) => {
    const at = `${param}[${index}]`;
    if (check.type === 'matches') findIn(check, at);
    if (check.type === 'json_schema') compileGivenSchema(check.schema, { field: `${at}.schema` });
    const needs = check.type === 'equals' || check.type === 'contains' || check.type === 'number';
    if (needs && check.value === undefined && expected === null) {
      throw invalid(`${at}.value`, 'name a value here, or what the case expects in expected');
    }
    if (check.type === 'number' && numberOf(check.value ?? expected) === null) {
      throw invalid(`${at}.value`, 'must be a number, here or in expected');
    }
  });
}

/** What one check of code says. */
export function checkByCode(check: CodeCheck, reply: CheckedReply): CheckOutcome {
  const reason = problemOf(check, reply);
  return { type: check.type, passed: reason === null, score: reason === null ? 1 : 0, reason };
}

function problemOf(check: CodeCheck, reply: CheckedReply): string | null {
  switch (check.type) {
    case 'equals':
      return equalsProblem(check, reply);
    case 'contains': {
      const wanted = textOf(check.value ?? reply.expected);
      const text = lookedAt(check, reply);
      if (text === null) return missingField(check.at);
      return folded(text, check).includes(folded(wanted, check)) ? null : `it does not contain ${shown(wanted)}`;
    }
    case 'matches': {
      const text = lookedAt(check, reply);
      if (text === null) return missingField(check.at);
      return findIn(check, 'pattern')(text.slice(0, longestText)).length > 0 ? null : 'it does not match the pattern';
    }
    case 'json_schema': {
      const value = parsed(reply.text);
      if (value === undefined) return 'it is not JSON';
      const [issue] = compileGivenSchema(check.schema).validate(value);
      return issue ? `it does not satisfy the schema: ${JSON.stringify(issue).slice(0, 300)}` : null;
    }
    case 'number':
      return numberProblem(check, reply);
    case 'cites':
      return citesFile(reply.body, check) ? null : `${check.file} is not among its sources`;
    case 'latency':
      return reply.durationMs <= check.max_ms ? null : `it took ${reply.durationMs} ms`;
    case 'cost':
      return reply.costUsd <= check.max_usd ? null : `it cost ${reply.costUsd} US dollars`;
    default:
      return check satisfies never;
  }
}

function equalsProblem(check: Extract<CodeCheck, { type: 'equals' }>, reply: CheckedReply): string | null {
  const wanted = check.value ?? reply.expected;
  const text = lookedAt(check, reply);
  if (text === null) return missingField(check.at);
  const isSame =
    typeof wanted === 'string'
      ? folded(text.trim(), check) === folded(wanted.trim(), check)
      : isDeepStrictEqual(parsed(text), wanted);
  return isSame ? null : `it is ${shown(text)} and not ${shown(textOf(wanted))}`;
}

function numberProblem(check: Extract<CodeCheck, { type: 'number' }>, reply: CheckedReply): string | null {
  const wanted = numberOf(check.value ?? reply.expected) ?? Number.NaN;
  const text = lookedAt(check, reply);
  if (text === null) return missingField(check.at);
  const numbers = numbersIn(text);
  // A little more than the tolerance: 0.3 lies within 0.1 of 0.2 although binary fractions say otherwise.
  const most = check.tolerance + Math.abs(wanted) * 1e-12;
  if (numbers.some((one) => Math.abs(one - wanted) <= most)) return null;
  const found = numbers.length === 0 ? 'it has no number' : `its numbers are ${numbers.slice(0, 5).join(', ')}`;
  return `${found}; wanted: ${wanted}, give or take ${check.tolerance}`;
}

const mostNumbers = 1000;

/** The numbers of a text: with a point for fractions, commas or blanks between thousands. */
function numbersIn(text: string): number[] {
  const found: number[] = [];
  for (const [one] of text.slice(0, longestText).matchAll(/-?\d{1,18}(?:[,\u00a0\u202f]\d{3}){0,6}(?:\.\d{1,18})?/g)) {
    if (found.length >= mostNumbers) break;
    found.push(Number(one.replaceAll(/[,\u00a0\u202f]/g, '')));
  }
  return found;
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const [first] = numbersIn(value);
  return first ?? null;
}

/** The text, or the field of it that the check names; null where there is no such field. */
function lookedAt({ at }: { at?: string }, { text }: CheckedReply): string | null {
  if (at === undefined || at === '') return text;
  let value: unknown = parsed(text);
  for (const name of at.slice(1).split('/')) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return null;
  }
  return value === undefined ? null : textOf(value);
}

function findIn(check: Extract<CodeCheck, { type: 'matches' }>, param: string) {
  try {
    return compileFinder(check.pattern, { ignoreCase: check.ignore_case === true });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw invalid(`${param}.pattern`, error.message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const folded = (text: string, { ignore_case: ignoreCase }: { ignore_case?: boolean }): string =>
  ignoreCase === true ? text.toLowerCase() : text;
const shown = (text: string): string =>
  JSON.stringify(text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
const missingField = (at: string | undefined): string => `it is no JSON with a field ${at}`;
const invalid = (param: string, message: string): AppError =>
  new AppError('invalid_request', `${param}: ${message}`, { title: `${param} is not valid`, param });
