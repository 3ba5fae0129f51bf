import { isJsonObject } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { readResponseFormat } from '../../text/generation/generation-request.ts';
import { invalid } from './refusals.ts';

/** The name that a caller gives to the schema, for vendors that show it to the model. */
export function formatName(format: Record<string, unknown> | undefined | null): { schemaName?: string } {
  const wrapper = isJsonObject(format?.json_schema) ? format.json_schema : format;
  const name = wrapper?.name;
  return typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? { schemaName: name } : {};
}

/**
 * The schema in the format that a caller asks a reply in: chat completions wrap it in `json_schema`, responses (`text.format`) do not.
 * Undefined for text. Throws a 400 that names the field when it cannot be used, as it does for a schema without its wrapper.
 */
export function readFormat(
  format: Record<string, unknown> | undefined | null,
  field: string,
): CompiledSchema | undefined {
  const type = format?.type ?? 'text';
  if (type === 'text' || type === 'json_object') return readResponseFormat(format);
  if (type !== 'json_schema') {
    throw invalid(`${field}.type`, `must be text, json_object or json_schema, not ${JSON.stringify(type)}`);
  }
  const wrapper = isJsonObject(format?.json_schema) ? format.json_schema : format;
  const place = wrapper === format ? `${field}.schema` : `${field}.json_schema.schema`;
  if (!isJsonObject(wrapper?.schema)) throw invalid(place, 'is required and must be a JSON Schema object');
  return readResponseFormat(format, place);
}
