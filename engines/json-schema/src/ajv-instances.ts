import { createRequire } from 'node:module';
import { isJsonObject, type JsonObject } from '@parley/contract';
import type { Ajv, SchemaValidateFunction } from 'ajv';
import { compilePattern } from './compile-pattern.ts';
import type { Dialect } from './schema-dialect.ts';
import { writeProperties } from './shared-leaves.ts';
import { StepBudget } from './step-budget.ts';
import { findDuplicate } from './unique-items.ts';

const require = createRequire(import.meta.url);

/** One instance per schema: an instance remembers every `$id` it saw, and callers must not meet in it. */
export function makeAjv(dialect: Dialect, schema: JsonObject, budget: StepBudget, inlineRefs = false): Ajv {
  const ajv = new (ajvClass(dialect))({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    inlineRefs,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    // Optimised code runs no faster on values of this size and takes twice as long to make.
    code: {
      optimize: false,
      process: compiledAtOnce,
      regExp: Object.assign((source: string) => countedPattern(source, budget), { code: 'countedPattern' }),
    },
  });
  countSteps(ajv, budget);
  replaceUniqueItems(ajv, budget);
  // Without such keywords the bookkeeping for them is wasted, and in some combinations Ajv's code for it fails.
  ajv.opts.unevaluated = JSON.stringify(schema).includes('"unevaluated');
  const formats: typeof import('ajv-formats') = require('ajv-formats');
  formats.default(ajv);
  boundFormats(ajv);
  return ajv;
}

/** V8 reads a function twice, once to find its end and once when it is first called, unless it stands in brackets. */
function compiledAtOnce(code: string): string {
  const start = 'return function';
  const at = code.indexOf(start);
  return at < 0 ? code : `${code.slice(0, at)}return (function${code.slice(at + start.length)})`;
}

/** Some of the expressions behind formats take the square of the text's length. */
const maxFormatLength = 5000;
/** Formats of data rather than of names; their expressions are linear. */
const longFormats = new Set(['byte', 'json-pointer', 'json-pointer-uri-fragment', 'relative-json-pointer']);

/** A text too long for what its format names is not of that format. */
function boundFormats(ajv: Ajv): void {
  for (const [name, format] of Object.entries(ajv.formats)) {
    const test = longFormats.has(name) ? null : testOf(format);
    if (test) ajv.addFormat(name, (text: string) => text.length <= maxFormatLength && test(text));
  }
}

function testOf(format: Ajv['formats'][string]): ((text: string) => boolean) | null {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return (text) => format(text);
  if (typeof format !== 'object' || format.async === true || format.type === 'number') return null;
  const { validate } = format;
  if (typeof validate === 'string') return null;
  if (validate instanceof RegExp) return (text) => validate.test(text);
  // Formats of numbers, which say so by their type, were left out above.
  return validate as (text: string) => boolean;
}

const checkers = new Map<Dialect, { ajv: Ajv; budget: StepBudget }>();

/** Validates schemas against the dialect's own schema; it remembers nothing of what it checked. */
export function metaChecker(dialect: Dialect): { ajv: Ajv; budget: StepBudget } {
  let checker = checkers.get(dialect);
  if (!checker) {
    const budget = new StepBudget();
    const ajv = new (ajvClass(dialect))({ strict: false, logger: false, validateFormats: false, allErrors: false });
    countSteps(ajv, budget);
    replaceUniqueItems(ajv, budget);
    checker = { ajv, budget };
    checkers.set(dialect, checker);
  }
  checker.budget.refill();
  return checker;
}

/** Ajv takes 50 ms to load, so it is loaded with the first schema. */
function ajvClass(dialect: Dialect): typeof Ajv {
  switch (dialect) {
    case '2020-12': {
      const module: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js');
      return module.Ajv2020;
    }
    case '2019-09': {
      const module: typeof import('ajv/dist/2019.js') = require('ajv/dist/2019.js');
      return module.Ajv2019;
    }
    case 'draft-07': {
      const module: typeof import('ajv') = require('ajv');
      return module.Ajv;
    }
  }
}

/** Keywords whose code loops over the elements or keys of a value by itself. */
const loops = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'items',
  'maxProperties',
  'minProperties',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Has every keyword that is evaluated pay for itself first, wherever in the schema it stands. */
function countSteps(ajv: Ajv, budget: StepBudget): void {
  const { _ }: typeof import('ajv') = require('ajv');
  const spend = (value: unknown, steps: number, isLoop: boolean) => budget.spendOn(value, steps, isLoop);
  for (const rule of [...ajv.RULES.rules, ajv.RULES.post].flatMap((group) => group.rules)) {
    const { definition, keyword } = rule;
    if (!('code' in definition)) continue;
    const write = definition.code;
    rule.definition = {
      ...definition,
      code(context, ruleType) {
        const { gen, data } = context;
        const pay = gen.scopeValue('func', { ref: spend });
        gen.code(_`${pay}(${data}, ${stepsOf(keyword, context.schema)}, ${loops.has(keyword)})`);
        const constants = keyword === 'anyOf' ? manyConstants(context.schema) : null;
        if (constants !== null) {
          const isOne = gen.scopeValue('func', { ref: (value: unknown) => constants.has(value) });
          context.fail(_`!${isOne}(${data})`);
          return;
        }
        if (keyword === 'properties') writeProperties(context, (rest) => write.call(definition, rest, ruleType));
        else write.call(definition, context, ruleType);
      },
    };
  }
}

/** From so many on, which value did not fit tells nobody more. */
const many = 50;

/** What a long choice of single values allows, as unions of literals are written: looked up, where Ajv writes a comparison and an error for each. */
function manyConstants(branches: unknown): ReadonlySet<unknown> | null {
  if (!Array.isArray(branches) || branches.length < many) return null;
  const isConstant = (branch: unknown) =>
    isJsonObject(branch) &&
    isScalar(branch.const) &&
    (branch.type === undefined || branch.type === typeof branch.const) &&
    Object.keys(branch).every((key) => ['const', 'type', 'title', 'description'].includes(key));
  return branches.every(isConstant) ? new Set(branches.map((branch) => branch.const)) : null;
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value) || value === null;

/** Also pays for the error that a keyword may tell. */
const keywordSteps = 6;
/** Each name is looked up among all that other schemas evaluated. */
const unevaluatedSteps = 100;

/** What evaluating a keyword once costs, by what it compares with. */
function stepsOf(keyword: string, value: unknown): number {
  if (keyword.startsWith('unevaluated')) return unevaluatedSteps;
  if (typeof value !== 'object' || value === null) return keywordSteps;
  if (keyword === 'enum' || keyword === 'const') return keywordSteps + Math.ceil(JSON.stringify(value).length / 32);
  return keywordSteps + Math.ceil(Object.keys(value).length / 4);
}

/** Ajv compares each item with each other. */
function replaceUniqueItems(ajv: Ajv, budget: StepBudget): void {
  const check: SchemaValidateFunction = (isWanted: boolean, items: unknown[]) => {
    const params = isWanted ? findDuplicate(items, (steps) => budget.spend(steps)) : null;
    if (params === null) return true;
    const message = `must NOT have duplicate items (items ## ${params.j} and ${params.i} are identical)`;
    check.errors = [{ keyword: 'uniqueItems', params, message }];
    return false;
  };
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: true, validate: check });
}

/** The expression behind `pattern`: taken from the bounded cache each time, so that a schema holds no automaton. */
function countedPattern(source: string, budget: StepBudget): { test(text: string): boolean; toString(): string } {
  return {
    test: (text) => {
      const pattern = compilePattern(source);
      budget.spend(text.length * pattern.size);
      return pattern.test(text);
    },
    // Ajv tells patterns apart by this text.
    toString: () => source,
  };
}
