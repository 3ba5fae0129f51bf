import type { JsonObject, JsonValue } from '@parley/contract';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { AppError } from '../../lib/app-error.ts';

export interface InputProblem {
  /** JSON Pointer into `inputs`. */
  path: string;
  message: string;
}

/** Checks the inputs of features against their schemas. Schemas are compiled when first used. */
export class InputValidator {
  readonly #compiled = new WeakMap<object, ValidateFunction>();
  #ajv: Ajv2020 | null = null;

  /** A copy of the inputs with defaults filled in. Throws `invalid_inputs` with every problem by path. */
  async check(schema: object, inputs: JsonObject): Promise<JsonObject> {
    const validate = await this.#compile(schema);
    const copy = structuredClone(inputs);
    if (validate(copy)) return copy;
    const problems = toProblems(validate.errors ?? []);
    throw new AppError('invalid_inputs', problems.map(({ path, message }) => `${path || '/'} ${message}`).join('; '), {
      details: `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in inputs`,
      fields: { problems: problems.map(({ path, message }): JsonValue => ({ path, message })) },
    });
  }

  /** Whether a schema can be used at all; the reason when not. */
  async refusal(schema: object): Promise<string | null> {
    try {
      await this.#compile(schema);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #compile(schema: object): Promise<ValidateFunction> {
    const known = this.#compiled.get(schema);
    if (known) return known;
    const ajv = await this.#load();
    const { $schema: _, $id: __, ...plain } = structuredClone(schema) as Record<string, unknown>;
    const validate = ajv.compile(plain);
    this.#compiled.set(schema, validate);
    return validate;
  }

  async #load(): Promise<Ajv2020> {
    if (this.#ajv) return this.#ajv;
    const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
    const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, addUsedSchema: false });
    formats.default.default(ajv);
    this.#ajv = ajv;
    return ajv;
  }
}

function toProblems(errors: ErrorObject[]): InputProblem[] {
  const problems = new Map<string, InputProblem>();
  for (const error of errors) {
    // Wrappers only repeat what the inner errors say.
    if (error.keyword === 'if') continue;
    const problem = toProblem(error);
    problems.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

function toProblem(error: ErrorObject): InputProblem {
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return { path: `${error.instancePath}/${params.missingProperty}`, message: 'is required' };
    case 'additionalProperties':
      return { path: `${error.instancePath}/${params.additionalProperty}`, message: 'is not an input of this feature' };
    case 'enum': {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues.join(', ') : '';
      return { path: error.instancePath, message: `must be one of ${allowed}` };
    }
    default:
      return { path: error.instancePath, message: error.message ?? 'does not fit' };
  }
}
