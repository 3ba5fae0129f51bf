import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { type Operation, objectAt, type Parameter } from './operations.ts';

/** The same call in one language. */
export interface Sample {
  label: string;
  language: string;
  code: string;
}

const base = 'http://127.0.0.1:8484';

/** How an operation is called from a shell, from TypeScript and from Python, with the document's own example. */
export function samplesOf(operation: Operation): Sample[] {
  return [
    { label: 'cURL', language: 'sh', code: curlSample(operation) },
    { label: 'TypeScript', language: 'ts', code: typescriptSample(operation) },
    { label: 'Python', language: 'python', code: pythonSample(operation) },
  ];
}

/** The example of the JSON body, or undefined where the document has none. */
export function exampleOf({ bodies }: Operation): JsonValue | undefined {
  return bodies['application/json']?.example;
}

/** The fields of a form that a call without a JSON example takes. */
export function formFieldsOf(operation: Operation): [name: string, schema: JsonObject][] {
  if (exampleOf(operation) !== undefined) return [];
  const form = operation.bodies['multipart/form-data'] ?? operation.bodies['application/x-www-form-urlencoded'];
  const fields = objectAt(objectAt(form, 'schema'), 'properties');
  return Object.entries(fields).flatMap(([name, schema]) => (isJsonObject(schema) ? [[name, schema]] : []));
}

/** Whether a field of a form is a file. */
export const isFile = (schema: JsonObject): boolean => schema.format === 'binary';

function curlSample(operation: Operation): string {
  const parts = [`curl ${urlOf(operation)}`];
  const usual = 'application/json' in operation.bodies && exampleOf(operation) !== undefined ? 'POST' : 'GET';
  const isForm = formFieldsOf(operation).length > 0;
  if (operation.method !== usual && !(isForm && operation.method === 'POST'))
    parts[0] = `curl -X ${operation.method} ${urlOf(operation)}`;
  if (operation.key !== 'none') parts.push(`-H "Authorization: Bearer $${keyName(operation)}"`);
  const example = exampleOf(operation);
  if (example !== undefined) {
    if (negotiates(operation)) parts.push("-H 'Accept: application/json, text/event-stream'");
    parts.push(
      "-H 'Content-Type: application/json'",
      `-d '${shellQuoted(JSON.stringify(shortened(example), null, 2))}'`,
    );
  } else if (isForm) {
    for (const [name, schema] of formFieldsOf(operation)
      .filter(([, one]) => isFile(one))
      .slice(0, 1)) {
      parts.push(`-F ${name}=@${fileFor(name, schema)}`);
    }
  } else if ('application/octet-stream' in operation.bodies) parts.push('--data-binary @report.pdf');
  return parts.join(' \\\n  ');
}

function typescriptSample(operation: Operation): string {
  const isForm = formFieldsOf(operation).length > 0;
  const example = exampleOf(operation);
  const parts: string[] = [];
  const inPath = operation.parameters.filter(({ place }) => place === 'path');
  if (inPath.length > 0)
    parts.push(`params: { ${inPath.map(({ name }) => `${name}: '${valueFor(name)}'`).join(', ')} }`);
  if (example !== undefined) parts.push(`body: ${literal(shortened(example), 1)}`);
  if (isForm) parts.push('form');
  const first = formFieldsOf(operation).find(([, schema]) => isFile(schema));
  const setup = isForm
    ? [
        'const form = new FormData();',
        ...(first
          ? [`form.append('${first[0]}', await openAsBlob('${fileFor(...first)}'), '${fileFor(...first)}');`]
          : []),
        '',
      ]
    : [];
  const imports = [
    ...(first ? ["import { openAsBlob } from 'node:fs';"] : []),
    "import { Parley } from '@parley/sdk';",
  ];
  const input =
    parts.length === 0
      ? ''
      : parts.length === 1 && !parts[0]?.includes('\n')
        ? `{ ${parts[0]} }`
        : `{\n  ${parts.join(',\n  ')},\n}`;
  return [
    ...imports,
    '',
    'const parley = new Parley();',
    ...setup,
    `const reply = await parley.api.${operation.id}(${input});`,
  ].join('\n');
}

function pythonSample(operation: Operation): string {
  const isForm = formFieldsOf(operation).length > 0;
  const example = exampleOf(operation);
  const lines = [`    "${url(operation)}",`];
  if (operation.key !== 'none')
    lines.push(`    headers={"Authorization": f"Bearer {os.environ['${keyName(operation)}']}"},`);
  if (example !== undefined) lines.push(`    json=${pythonLiteral(shortened(example), 1)},`);
  else if (isForm) {
    const first = formFieldsOf(operation).find(([, schema]) => isFile(schema));
    if (first) lines.push(`    files={"${first[0]}": open("${fileFor(...first)}", "rb")},`);
  } else if ('application/octet-stream' in operation.bodies) lines.push('    data=open("report.pdf", "rb"),');
  const imports = operation.key === 'none' ? ['import requests'] : ['import os', 'import requests'];
  return [
    ...imports,
    '',
    `reply = requests.${operation.method.toLowerCase()}(`,
    ...lines,
    ')',
    'print(reply.json())',
  ].join('\n');
}

const keyName = ({ key }: Operation): string => (key === 'admin' ? 'PARLEY_ADMIN_KEY' : 'PARLEY_API_KEY');

/** Whether it says 406 to callers who do not say what they take. */
const negotiates = ({ responses }: Operation): boolean => '406' in responses;

/** In a shell, an address with a question mark is quoted. */
function urlOf(operation: Operation): string {
  const text = url(operation);
  return /[?&]/.test(text) ? `'${text}'` : text;
}

function url({ path, parameters }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => valueFor(name));
  const query = parameters.filter((one) => one.place === 'query' && one.isRequired).map(queryValue);
  return `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const queryValue = ({ name, schema }: Parameter): string =>
  `${name}=${encodeURIComponent(String(schema.default ?? (Array.isArray(schema.enum) ? schema.enum[0] : name)))}`;

const stems: Record<string, string> = {
  file_id: '7d3f1c1e-0000-4000-8000-000000000000',
  collection_id: 'col_…',
  integration_id: 'github',
  user_id: 'user-42',
  page: '1',
  n: '1',
};
const valueFor = (name: string): string => stems[name] ?? `${name.toUpperCase()}`;

const fileFor = (name: string, schema: JsonObject): string =>
  /image/.test(name + JSON.stringify(schema.description ?? '')) && name !== 'file' ? 'scan.png' : 'report.pdf';

const shellQuoted = (text: string): string => text.replaceAll("'", "'\\''");

/** Long values, such as pictures as data addresses, cut so that they can be read. The form has them whole. */
function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.length > 120 ? `${value.slice(0, 60)}…` : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

function literal(value: JsonValue, depth: number): string {
  if (typeof value === 'string')
    return value.includes("'") ? JSON.stringify(value) : `'${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}'`;
  const [pad, end] = ['  '.repeat(depth + 1), '  '.repeat(depth)];
  if (Array.isArray(value)) {
    const items = value.map((one) => literal(one, depth + 1));
    const line = `[${items.join(', ')}]`;
    return line.length < 60 && !line.includes('\n')
      ? line
      : `[\n${items.map((one) => `${pad}${one},\n`).join('')}${end}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(one, depth + 1)}`,
  );
  const line = `{ ${fields.join(', ')} }`;
  return line.length < 60 && !line.includes('\n')
    ? line
    : `{\n${fields.map((one) => `${pad}${one},\n`).join('')}${end}}`;
}

function pythonLiteral(value: JsonValue, depth: number): string {
  const text = JSON.stringify(value, null, 4).replaceAll('\n', `\n${'    '.repeat(depth)}`);
  return text.replaceAll(
    /(?<=[[:,]\s{0,99})(true|false|null)(?=[,}\]\n])/g,
    (word) => ({ true: 'True', false: 'False', null: 'None' })[word] ?? word,
  );
}
