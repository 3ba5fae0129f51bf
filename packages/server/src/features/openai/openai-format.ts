import { isJsonObject } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { compileSchema } from '../../lib/compile-schema.ts';
import { invalid } from './refusals.ts';

/**
 * The schema of a `response_format` (chat completions wrap it in `json_schema`) or of `text.format` (responses do not).
 * Undefined for text. Throws a 400 that names the field when it cannot be used.
 */
export function readFormat(
  format: Record<string, unknown> | undefined | null,
  field: string,
): CompiledSchema | undefined {
  switch (format?.type) {
    case undefined:
    case 'text':
      return undefined;
    case 'json_object':
      return compileSchema({ type: 'object' });
    case 'json_schema': {
      const wrapped = isJsonObject(format.json_schema);
      const schema = isJsonObject(format.json_schema) ? format.json_schema.schema : format.schema;
      const place = wrapped ? `${field}.json_schema.schema` : `${field}.schema`;
      if (!isJsonObject(schema)) throw invalid(place, 'is required and must be a JSON Schema object');
      return compileSchema(schema, { field: place });
    }
    default:
      throw invalid(`${field}.type`, `must be text, json_object or json_schema, not ${JSON.stringify(format?.type)}`);
  }
}
