import { createRequire } from 'node:module';
import type { JsonObject } from '@parley/contract';
import type { Ajv } from 'ajv';
import { patternCost } from './pattern-safety.ts';
import type { Dialect } from './schema-dialect.ts';

const require = createRequire(import.meta.url);

/** One instance per schema: an instance remembers every `$id` it saw, and callers must not meet in it. */
export function makeAjv(dialect: Dialect, schema: JsonObject, inlineRefs = false): Ajv {
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
    code: { optimize: false, regExp: Object.assign(boundedPattern, { code: 'boundedPattern' }) },
  });
  // Without such keywords the bookkeeping for them is wasted, and in some combinations Ajv's code for it fails.
  ajv.opts.unevaluated = JSON.stringify(schema).includes('"unevaluated');
  const formats: typeof import('ajv-formats') = require('ajv-formats');
  formats.default(ajv);
  return ajv;
}

const checkers = new Map<Dialect, Ajv>();

/** Validates schemas against the dialect's own schema; it remembers nothing of what it checked. */
export function metaChecker(dialect: Dialect): Ajv {
  let checker = checkers.get(dialect);
  if (!checker) {
    checker = new (ajvClass(dialect))({ strict: false, logger: false, validateFormats: false, allErrors: false });
    checkers.set(dialect, checker);
  }
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

/** The expression behind `pattern`: texts too long for a pattern that backtracks do not match, rather than block. */
function boundedPattern(source: string, flags: string): { test(text: string): boolean; toString(): string } {
  const cost = patternCost(source);
  const maxLength = cost.isSafe ? cost.maxLength : 0;
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch {
    // Escapes such as `\-` are errors in Unicode mode and common in the wild.
    expression = new RegExp(source);
  }
  return {
    test: (text) => text.length <= maxLength && expression.test(text),
    // Ajv tells patterns apart by this text.
    toString: () => String(expression),
  };
}
