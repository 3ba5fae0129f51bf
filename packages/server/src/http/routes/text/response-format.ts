import { isJsonObject } from '@parley/contract';

interface WithFormat {
  response_format?: Record<string, unknown>;
}

/**
 * The request with the JSON Schema itself as `response_format`. OpenAI's clients wrap it: as
 * `{"type": "json_schema", "json_schema": {"name", "schema", "strict"}}`, or with `name` and `schema` beside the `type`;
 * `{"type": "json_object"}` is any object, and `{"type": "text"}` is none.
 */
export function withPlainSchema<Request extends WithFormat>(request: Request): Request {
  const format = request.response_format;
  if (format === undefined) return request;
  if (format.type === 'json_object') return { ...request, response_format: { type: 'object' } };
  if (format.type === 'text') {
    const { response_format: _, ...rest } = request;
    // Without an optional field it is still the same request.
    return rest as Request;
  }
  const wrapper = isJsonObject(format.json_schema) ? format.json_schema : format.type === 'json_schema' ? format : null;
  if (wrapper === null) return request;
  // What is not an object is refused by name where the schema is compiled.
  return { ...request, response_format: isJsonObject(wrapper.schema) ? wrapper.schema : { type: null } };
}
