import { isJsonObject, type JsonObject } from '@parley/contract';
import { type Operation, objectAt } from './operations.ts';
import { nameOf } from './render-schema.ts';
import { samplesOf } from './samples.ts';

const maxDepth = 3;

/** One operation as Markdown, for readers without a browser. */
export function operationMarkdown(operation: Operation, schemas: JsonObject): string {
  const { id, method, path, summary, description, key, parameters, bodies, responses } = operation;
  const parts = [
    `## ${summary}`,
    `\`${method} ${path}\` · operation \`${id}\` · ${key === 'none' ? 'no key' : `${key} key`}`,
  ];
  if (description !== '') parts.push(description);
  if (parameters.length > 0) {
    const lines = parameters.map(({ name, place, isRequired, schema, description: said }) =>
      `- \`${name}\` (${place}, ${typeOf(schema)}${isRequired ? ', required' : ''}) ${said}`.trimEnd(),
    );
    parts.push(`Parameters:\n\n${lines.join('\n')}`);
  }
  for (const [type, media] of Object.entries(bodies))
    parts.push(`Body (${type}):\n\n${fieldsOf(media.schema, schemas)}`);
  const [sample] = samplesOf(operation);
  if (sample) parts.push(`\`\`\`sh\n${sample.code}\n\`\`\``);
  for (const [status, response] of Object.entries(responses)) {
    if (status === 'default' || Number(status) >= 400) continue;
    for (const [type, media] of Object.entries(objectAt(response, 'content'))) {
      const shown = isJsonObject(media) ? (media['x-event'] ?? media.schema) : {};
      parts.push(`${status} (${type}):\n\n${fieldsOf(shown, schemas)}`);
    }
  }
  return parts.join('\n\n');
}

/** A named schema as Markdown. */
export function schemaMarkdown(name: string, schema: unknown): string {
  const words = isJsonObject(schema) && typeof schema.description === 'string' ? `${schema.description}\n\n` : '';
  return `## ${name}\n\n${words}${fieldsOf(schema, {})}`;
}

function fieldsOf(schema: unknown, schemas: JsonObject, depth = 0): string {
  const inner = innerOf(schema, schemas);
  if (inner === null) return `${'  '.repeat(depth)}- ${typeOf(schema)}`;
  const required = new Set(Array.isArray(inner.required) ? inner.required : []);
  return Object.entries(objectAt(inner, 'properties'))
    .map(([name, property]) => {
      const said = isJsonObject(property) && typeof property.description === 'string' ? ` ${property.description}` : '';
      const line = `${'  '.repeat(depth)}- \`${name}\` (${typeOf(property)}${required.has(name) ? ', required' : ''})${said}`;
      const nested =
        depth < maxDepth && isJsonObject(property) && property.$ref === undefined ? innerOf(property, {}) : null;
      return nested === null ? line : `${line}\n${fieldsOf(nested, schemas, depth + 1)}`;
    })
    .join('\n');
}

/** The object with properties that a schema is, or whose list it is. */
function innerOf(schema: unknown, schemas: JsonObject): JsonObject | null {
  if (!isJsonObject(schema)) return null;
  if (typeof schema.$ref === 'string') {
    const target = schemas[nameOf(schema.$ref)];
    return target === undefined ? null : innerOf(target, {});
  }
  if (Object.keys(objectAt(schema, 'properties')).length > 0) return schema;
  return isJsonObject(schema.items) ? innerOf(schema.items, {}) : null;
}

function typeOf(schema: unknown): string {
  if (!isJsonObject(schema)) return 'any';
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
}
