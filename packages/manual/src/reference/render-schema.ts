import { isJsonObject, type JsonObject } from '@parley/contract';
import { escapeHtml } from '../html.ts';
import { objectAt } from './operations.ts';

const maxDepth = 4;
interface SchemaField {
  name: string;
  schema: unknown;
  isRequired: boolean;
  /** Stands before the description. */
  note?: string;
}

/** Draws JSON Schemas as lists of fields; deeper levels open on demand. */
export class SchemaRenderer {
  readonly #schemas: JsonObject;

  /** `schemas` are the named ones that others point at. */
  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** The fields of an object, the kinds of a union, or one line that says what the value is. */
  render(schema: unknown, depth = 0, above: string[] = []): string {
    const inner = depth > maxDepth ? '' : this.#inside(schema, depth, above);
    return inner === '' ? `<p class="type">${this.#typeOf(schema)}</p>` : inner;
  }

  /** One line of a list of fields. */
  field({ name, schema, isRequired, note = '' }: SchemaField, depth = 0, above: string[] = []): string {
    const mark = isRequired ? ' <span class="required">required</span>' : '';
    const inner = depth >= maxDepth ? '' : this.#inside(schema, depth + 1, above);
    const more = inner === '' ? '' : `<details><summary>${this.#titleOf(schema)}</summary>${inner}</details>`;
    const words = [note, isJsonObject(schema) && typeof schema.description === 'string' ? schema.description : ''];
    const said = words.filter(Boolean).join(' ');
    return `<li><div class="field"><code class="name">${escapeHtml(name)}</code> <span class="type">${this.#typeOf(schema)}</span>${mark}</div>${
      said === '' ? '' : `<p>${inlineCode(said)}</p>`
    }${limitsOf(schema)}${more}</li>`;
  }

  #inside(schema: unknown, depth: number, above: string[]): string {
    if (!isJsonObject(schema)) return '';
    if (typeof schema.$ref === 'string') {
      const name = nameOf(schema.$ref);
      return above.includes(name) ? '' : this.#inside(this.#schemas[name], depth, [...above, name]);
    }
    const properties = objectAt(schema, 'properties');
    if (Object.keys(properties).length > 0) {
      const required = new Set(Array.isArray(schema.required) ? schema.required : []);
      const fields = Object.entries(properties).map(([name, value]) =>
        this.field({ name, schema: value, isRequired: required.has(name) }, depth, above),
      );
      return `<ul class="fields">${fields.join('')}</ul>`;
    }
    if (isJsonObject(schema.items)) return this.#inside(schema.items, depth, above);
    const choices = choicesOf(schema).filter((choice) => this.#inside(choice, depth, above) !== '');
    if (choices.length === 1) return this.#inside(choices[0], depth, above);
    return choices
      .map((choice, index) => {
        const title = this.#variantOf(choice) || `Form ${index + 1}`;
        return `<details class="variant"><summary>${title}</summary>${this.#inside(choice, depth + 1, above)}</details>`;
      })
      .join('');
  }

  /** What tells one kind of a union from the others: the fields with one value, else those that must be there. */
  #variantOf(schema: JsonObject): string {
    const named = typeof schema.$ref === 'string' ? nameOf(schema.$ref) : '';
    const inner = named === '' ? schema : objectAt(this.#schemas, named);
    const fixed = Object.entries(objectAt(inner, 'properties')).flatMap(([name, value]) =>
      isJsonObject(value) && value.const !== undefined ? [`${name}: ${JSON.stringify(value.const)}`] : [],
    );
    if (fixed.length > 0) return `<code>${escapeHtml(fixed.slice(0, 2).join(', '))}</code>`;
    const required = Array.isArray(inner.required)
      ? inner.required.map(String)
      : Object.keys(objectAt(inner, 'properties'));
    return escapeHtml(named || required.slice(0, 4).join(', '));
  }

  #titleOf(schema: unknown): string {
    if (isJsonObject(schema) && isJsonObject(schema.items)) return 'Fields of each';
    return isJsonObject(schema) && choicesOf(schema).length > 1 ? 'Kinds' : 'Fields';
  }

  #typeOf(schema: unknown): string {
    if (!isJsonObject(schema)) return 'any';
    if (typeof schema.$ref === 'string') {
      const name = escapeHtml(nameOf(schema.$ref));
      return `<a href="/docs/reference/schemas#schema-${name}">${name}</a>`;
    }
    if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
    if (Array.isArray(schema.enum)) {
      return schema.enum.map((one) => `<code>${escapeHtml(JSON.stringify(one))}</code>`).join(' or ');
    }
    const choices = choicesOf(schema);
    if (choices.length > 0) return [...new Set(choices.map((choice) => this.#typeOf(choice)))].join(' or ');
    if (schema.type === 'array') return `list of ${this.#typeOf(schema.items)}`;
    if (schema.type === undefined) return 'any';
    return escapeHtml([schema.type].flat().join(' or '));
  }
}

/** Text with `code` in it as HTML. */
export const inlineCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** What a `$ref` names. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** The kinds of a union. */
function choicesOf(schema: JsonObject): JsonObject[] {
  const choices = schema.anyOf ?? schema.oneOf;
  return Array.isArray(choices) ? choices.filter(isJsonObject) : [];
}

function limitsOf(schema: unknown): string {
  if (!isJsonObject(schema)) return '';
  const said = [
    range(schema.minimum, schema.maximum, ''),
    // That a text may not be empty needs no saying.
    range(schema.minLength === 1 ? undefined : schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    typeof schema.format === 'string' && schema.format !== 'binary' ? `format ${schema.format}` : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  return said.length === 0 ? '' : `<p class="limits">${escapeHtml(said.join(' · '))}</p>`;
}

/** Bounds in words. What every number of a computer is bound to is left out. */
function range(least: unknown, most: unknown, unit: string): string {
  const [from, to] = [least, most].map((one) =>
    typeof one === 'number' && Math.abs(one) !== Number.MAX_SAFE_INTEGER ? one.toLocaleString('en-US') : null,
  );
  if (from !== null && to !== null) return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`;
  if (to !== null) return `at most ${to}${unit}`;
  return from === null ? '' : `at least ${from}${unit}`;
}
