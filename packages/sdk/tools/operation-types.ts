import type { Endpoint } from '@parley/contract';
import type { SchemaWriter } from './schema-writer.ts';

/** One member of `Operations`. */
export function operationTypes(endpoint: Endpoint, schemas: SchemaWriter): string {
  const { summary, description, params, query, body, otherBodies, event } = endpoint;
  const form = otherBodies?.['multipart/form-data'];
  const raw = otherBodies && !form;
  const fields = [
    `params: ${params ? schemas.typeOf(params, 't.') : 'undefined'}`,
    `query: ${query ? schemas.typeOf(query, 't.') : 'undefined'}`,
    `body: ${body ? schemas.typeOf(body, 't.') : raw ? 'Blob | Uint8Array<ArrayBuffer>' : 'undefined'}`,
    `form: ${form ? schemas.typeOf(form, 't.') : 'undefined'}`,
    `reply: ${replyOf(endpoint, schemas)}`,
    `event: ${event ? schemas.typeOf(event, 't.') : 'undefined'}`,
  ];
  const text = [summary, description].filter(Boolean).join('. ').replaceAll('*/', '* /');
  return `  /** ${text} */\n  ${endpoint.id}: {\n${fields.map((field) => `    ${field.replaceAll('\n', '\n    ')};`).join('\n')}\n  };`;
}

/** One row of the table of operations. */
export function operationRow(endpoint: Endpoint): string {
  const kind = { json: '', text: 't', bytes: 'b', nothing: 'v' }[kindOf(endpoint)];
  const flags = `${endpoint.auth === 'admin' ? 'a' : ''}${endpoint.idempotent ? 'i' : ''}${kind}`;
  return `  ${endpoint.id}: '${`${endpoint.method} ${endpoint.path} ${flags}`.trim()}',`;
}

const replies = ({ responses }: Endpoint): unknown[] =>
  Object.entries(responses)
    .filter(([status, schema]) => status.startsWith('2') && schema)
    .map(([, schema]) => schema);

function kindOf(endpoint: Endpoint): 'json' | 'text' | 'bytes' | 'nothing' {
  const { contentType } = endpoint;
  if (contentType?.startsWith('text/')) return 'text';
  if (contentType !== undefined) return 'bytes';
  return replies(endpoint).length > 0 ? 'json' : 'nothing';
}

function replyOf(endpoint: Endpoint, schemas: SchemaWriter): string {
  switch (kindOf(endpoint)) {
    case 'text':
      return 'string';
    case 'bytes':
      return 'Blob';
    case 'nothing':
      return 'undefined';
    case 'json':
      return [...new Set(replies(endpoint).map((schema) => schemas.typeOf(schema, 't.')))].join(' | ');
  }
}
