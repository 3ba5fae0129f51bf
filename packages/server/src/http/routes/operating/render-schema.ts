import { isJsonObject, type JsonObject } from '@parley/contract';

const maxDepth = 6;

/** A JSON Schema as HTML: a table of properties, or one line that says what the value is. Deeper levels open on demand. */
export function renderSchema(schema: unknown, depth = 0): string {
  if (!isJsonObject(schema)) return '<p>any value</p>';
  const inner = innerObject(schema);
  if (inner === null || depth > maxDepth) return `<p>${typeOf(schema)}</p>`;
  const required = new Set(Array.isArray(inner.required) ? inner.required : []);
  const rows = Object.entries(isJsonObject(inner.properties) ? inner.properties : {}).map(([name, property]) => {
    const nested = isJsonObject(property) ? innerObject(property) : null;
    const details = nested ? `<details><summary>fields</summary>${renderSchema(nested, depth + 1)}</details>` : '';
    const mark = required.has(name) ? ' <span class="required">required</span>' : '';
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${mark}</th><td>${typeOf(property)}</td><td>${noteOf(property)}${details}</td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** Text made safe for HTML, inside quotes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The object with properties that a schema is, or whose list it is. */
function innerObject(schema: JsonObject): JsonObject | null {
  if (isJsonObject(schema.properties)) return schema;
  return isJsonObject(schema.items) ? innerObject(schema.items) : null;
}

function typeOf(schema: unknown): string {
  if (!isJsonObject(schema)) return 'any';
  if (typeof schema.$ref === 'string') {
    const name = escapeHtml(schema.$ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((one) => `<code>${escapeHtml(JSON.stringify(one))}</code>`).join(' or ');
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (schema.type === undefined) return 'any';
  return escapeHtml([schema.type].flat().join(' or '));
}

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format', 'default'];

function noteOf(schema: unknown): string {
  if (!isJsonObject(schema)) return '';
  const limits = bounds.filter((name) => name in schema).map((name) => `${name} ${JSON.stringify(schema[name])}`);
  const text = typeof schema.description === 'string' ? escapeHtml(schema.description) : '';
  return `${text}${limits.length > 0 ? ` <small>${escapeHtml(limits.join(', '))}</small>` : ''}`;
}
