import type { Integration, IntegrationFeature } from '@parley/sdk';
import { asList, asRecord, asText } from '../../lib/read-json.ts';

export type AuthMethod = NonNullable<Integration['auth_method']>;

/** One input of a feature, as a control of a form. */
export interface InputField {
  name: string;
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'lines' | 'json';
  description: string;
  isRequired: boolean;
  /** For `choice`. */
  choices: string[];
  /** What the service takes when nothing is given. */
  fallback: string;
}

/** Controls for what a feature takes, the required ones first. What no plain control fits is written as JSON. */
export function inputFieldsOf({ input_schema }: Pick<IntegrationFeature, 'input_schema'>): InputField[] {
  const schema = asRecord(input_schema);
  const required = asList(schema.required);
  const fields = Object.entries(asRecord(schema.properties)).map(([name, given]) => {
    const property = asRecord(given);
    const choices = asList(property.enum).flatMap((one) => (typeof one === 'string' ? [one] : []));
    return {
      name,
      kind: kindOf(property, choices),
      description: asText(property.description) ?? '',
      isRequired: required.includes(name),
      choices,
      fallback: property.default === undefined ? '' : textOf(property.default),
    };
  });
  return [...fields.filter((field) => field.isRequired), ...fields.filter((field) => !field.isRequired)];
}

function kindOf(property: Record<string, unknown>, choices: string[]): InputField['kind'] {
  if (choices.length > 0) return 'choice';
  const types = [property, ...asList(property.anyOf).map(asRecord)].map(({ type }) => type);
  if (types.includes('string')) return 'text';
  if (property.type === 'integer' || property.type === 'number') return 'number';
  if (property.type === 'boolean') return 'boolean';
  return property.type === 'array' && asRecord(property.items).type === 'string' ? 'lines' : 'json';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What the form says, by the names of its fields; `broken` names those whose JSON cannot be read. Empty ones are left out. */
export function toInputs(fields: readonly InputField[], values: Readonly<Record<string, string>>) {
  const inputs: Record<string, unknown> = {};
  const broken: string[] = [];
  for (const { name, kind } of fields) {
    const value = values[name] ?? '';
    if (value.trim() === '') continue;
    if (kind === 'number') inputs[name] = Number(value);
    else if (kind === 'boolean') inputs[name] = value === 'true';
    else if (kind === 'lines') inputs[name] = value.split('\n').filter((line) => line.trim() !== '');
    else if (kind === 'json') {
      try {
        inputs[name] = JSON.parse(value);
      } catch {
        broken.push(name);
      }
    } else inputs[name] = value;
  }
  return { inputs, broken };
}

/** What the service found wrong with inputs, by the name of the input. */
export function problemsByInput(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of asList(body.problems)) {
    const { path, message } = asRecord(one);
    const name = asText(path)?.split('/')[1];
    if (name) found[name] ??= asText(message) ?? '';
  }
  return found;
}

/** One thing that a connection takes beside credentials. */
export interface ConnectionField {
  name: string;
  description: string;
  isRequired: boolean;
  /** Whether a value may be sent. */
  fits: (value: string) => boolean;
}

/** What a way to connect asks for. With OAuth the third party tells what is not required. */
export function connectionFieldsOf(
  { connection_fields }: Pick<Integration, 'connection_fields'>,
  method: AuthMethod,
): ConnectionField[] {
  return Object.entries(connection_fields ?? {}).flatMap(([name, field]) => {
    const { description, pattern, required, required_for: methods } = field;
    const isRequired = required || (method !== 'OAUTH2' && methods?.includes(method) === true);
    const isOther = methods !== undefined && !methods.includes(method);
    if (!isRequired && (method === 'OAUTH2' || isOther)) return [];
    // such as: /^(?:[\w-]+)$/
    return [{ name, description, isRequired, fits: (value: string) => new RegExp(`^(?:${pattern})$`).test(value) }];
  });
}
