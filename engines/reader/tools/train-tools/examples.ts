import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { PromptTool } from '../../src/prompt.ts';

/** A request with its tools and the calls that are accepted: for each argument the values that count as right. */
export interface Example {
  id: string;
  category: string;
  text: string;
  tools: PromptTool[];
  /** Empty: no call is right. */
  calls: { name: string; accepted: Map<string, JsonValue[]> }[];
}

/** The sets that the weights are learned from. */
export const categories = [
  'simple_python',
  'multiple',
  'parallel',
  'parallel_multiple',
  'irrelevance',
  'live_simple',
  'live_multiple',
  'live_parallel',
  'live_parallel_multiple',
  'live_irrelevance',
];

const types: Record<string, string> = {
  dict: 'object',
  float: 'number',
  double: 'number',
  long: 'integer',
  tuple: 'array',
  list: 'array',
  ArrayList: 'array',
  Array: 'array',
  HashMap: 'object',
  String: 'string',
  Boolean: 'boolean',
  char: 'string',
};
const known = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

/** Reads files in the form of the Berkeley Function Calling Leaderboard: `<category>.questions.jsonl` and `.answers.jsonl`. */
export function readExamples(directory: string, categories: string[]): Example[] {
  return categories.flatMap((category) => {
    const answers = new Map(
      category.includes('irrelevance')
        ? []
        : readLines(path.join(directory, `${category}.answers.jsonl`)).map((line) => [line.id, line.ground_truth]),
    );
    return readLines(path.join(directory, `${category}.questions.jsonl`)).flatMap((line) => {
      const turns =
        Array.isArray(line.question) && Array.isArray(line.question[0]) ? line.question[0].filter(isJsonObject) : [];
      const text = turns.findLast((turn) => turn.role === 'user')?.content;
      const functions = Array.isArray(line.function) ? line.function.filter(isJsonObject) : [];
      if (typeof text !== 'string' || typeof line.id !== 'string' || functions.length === 0) return [];
      const truth = answers.get(line.id);
      const calls = Array.isArray(truth) ? truth.filter(isJsonObject).map(toCall) : [];
      return [{ id: line.id, category, text, tools: functions.map(toTool), calls }];
    });
  });
}

function readLines(file: string): JsonObject[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): JsonObject => JSON.parse(line));
}

function toCall(call: JsonObject): Example['calls'][number] {
  const [name = '', given = {}] = Object.entries(call)[0] ?? [];
  const accepted = Object.entries(isJsonObject(given) ? given : {}).map(([key, value]): [string, JsonValue[]] => [
    key,
    Array.isArray(value) ? value : [value],
  ]);
  return { name, accepted: new Map(accepted) };
}

function toTool(given: JsonObject): PromptTool {
  const inputSchema = toSchema(given.parameters ?? {});
  return {
    name: String(given.name),
    description: String(given.description ?? given.name),
    inputSchema: { type: 'object', properties: {}, ...inputSchema },
  };
}

function toSchema(given: JsonValue): JsonObject {
  if (!isJsonObject(given)) return {};
  const { optional: _, ...schema } = given;
  const type = typeof schema.type === 'string' ? (types[schema.type] ?? schema.type) : undefined;
  delete schema.type;
  if (type !== undefined && known.has(type)) schema.type = type;
  if (!Array.isArray(schema.required)) delete schema.required;
  if (isJsonObject(schema.properties))
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [name, toSchema(value)]),
    );
  if (schema.items !== undefined) schema.items = toSchema(schema.items);
  return schema;
}

/** Equality as the leaderboard judges it: text without case, spaces and common marks. */
export function isSame(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === 'string' && typeof b === 'string') return fold(a) === fold(b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index] ?? null));
  if (isJsonObject(a) && isJsonObject(b)) {
    return (
      Object.keys(a).every((key) => key in b) &&
      Object.entries(b).every(([key, value]) => {
        const accepted = Array.isArray(value) ? value : [value];
        const got = a[key];
        return got === undefined
          ? accepted.includes('')
          : accepted.some((item) => isSame(got, item)) || isSame(got, value);
      })
    );
  }
  return a === b;
}

function fold(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"');
}
