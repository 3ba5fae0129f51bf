import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { SchemaIssue } from '@parley/json-schema';
import { AppError } from '../../../lib/app-error.ts';
import { compileGivenSchema } from '../../../lib/given-schema.ts';

/** The inputs with the schema's defaults filled in. Throws `invalid_inputs` with every problem by path. */
export function checkInputs(schema: JsonObject, inputs: JsonObject): JsonObject {
  const filled = { ...defaultsOf(schema), ...inputs };
  const issues = compileGivenSchema(schema, { field: 'input_schema' }).issues(filled);
  if (issues.length === 0) return filled;
  const problems = [...new Map(issues.map((issue) => [toPointer(issue), toProblem(issue)])).values()];
  throw new AppError('invalid_inputs', problems.map(({ path, message }) => `${path} ${message}`).join('; '), {
    details: `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in inputs`,
    fields: { problems: problems.map(({ path, message }): JsonValue => ({ path, message })) },
  });
}

function defaultsOf(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const defaults: JsonObject = {};
  for (const [name, property] of Object.entries(properties)) {
    if (isJsonObject(property) && property.default !== undefined) defaults[name] = property.default;
  }
  return defaults;
}

function toProblem(issue: SchemaIssue): { path: string; message: string } {
  const path = toPointer(issue);
  switch (issue.keyword) {
    case 'required':
      return { path, message: 'is required' };
    case 'additionalProperties':
      return { path, message: 'is not an input of this feature' };
    default:
      return { path, message: issue.message.replace(/^\$\S* /, '') };
  }
}

/** A JSON Pointer to the value in question, also when it is missing or too much. */
function toPointer(issue: SchemaIssue): string {
  const { missingProperty, additionalProperty } = issue.params;
  const name =
    issue.keyword === 'required'
      ? missingProperty
      : issue.keyword === 'additionalProperties'
        ? additionalProperty
        : null;
  const path = typeof name === 'string' ? [...issue.path, name] : issue.path;
  return `/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
