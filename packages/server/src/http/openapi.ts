import { documentedStatuses, type Endpoint, ErrorBody, reachingPaths } from '@parley/contract';
import { version } from '../lib/version.ts';

/** Of the API, which is that of the service. */
export const apiVersion = version;

interface Schema {
  [name: string]: unknown;
}

/** The OpenAPI 3.1 document, made from the very schemas that validate requests. */
export function buildOpenApi(endpoints: Endpoint[], origin: string): object {
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      paths[path] ??= {};
      paths[path][endpoint.method.toLowerCase()] = operation(endpoint, path, schemas);
    }
  }
  toReference(ErrorBody, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: apiVersion,
      description: 'Self-hosted AI services: answers, agents, files, OCR, search, research, integrations and media.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A workspace key.' },
        keyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A workspace key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-parley_session',
          description:
            'Somebody who is signed in, as far as the role goes. Calls that are no GET need `x-parley-csrf`; `x-parley-workspace` ' +
            'names the workspace.',
        },
        adminKey: { type: 'http', scheme: 'bearer', description: 'The admin key.' },
      },
    },
  };
}

function operation(endpoint: Endpoint, path: string, schemas: Record<string, Schema>): object {
  const isAlias = path !== endpoint.path;
  const parameters = [
    ...parametersOf(endpoint.params, 'path', schemas),
    ...parametersOf(endpoint.query, 'query', schemas),
    ...(endpoint.idempotent ? [idempotencyHeader] : []),
  ];
  return {
    operationId: isAlias ? `${endpoint.id}${path.replaceAll(/\W+/g, '_')}` : endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.auth !== 'none' && { security: securityOf(endpoint.auth) }),
    ...(parameters.length > 0 && { parameters }),
    ...fieldScopes(endpoint),
    ...(endpoint.body || endpoint.otherBodies ? { requestBody: requestBody(endpoint, schemas) } : {}),
    responses: responses(endpoint, schemas),
  };
}

/** Fields of the body that need a scope of their own. */
function fieldScopes(endpoint: Endpoint): object {
  const places = reachingPaths(endpoint).map(({ path, scope }) => [path.join('.').replaceAll('.*', '[]'), scope]);
  return places.length > 0 ? { 'x-field-scopes': Object.fromEntries(places) } : {};
}

const securityOf = (auth: Endpoint['auth']): object[] =>
  auth === 'session'
    ? [{ session: [] }]
    : auth === 'admin'
      ? [{ adminKey: [] }, { session: [] }]
      : [{ key: [] }, { keyHeader: [] }, { session: [] }];

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The first answer is kept for 24 hours and given again for the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function requestBody(endpoint: Endpoint, schemas: Record<string, Schema>): object {
  const content: Record<string, object> = {};
  if (endpoint.body) {
    content['application/json'] = {
      schema: toReference(endpoint.body, schemas),
      ...(endpoint.example !== undefined && { example: endpoint.example }),
    };
  }
  for (const [type, schema] of Object.entries(endpoint.otherBodies ?? {})) {
    content[type] = { schema: toReference(schema, schemas) };
  }
  return { required: true, content };
}

function responses(endpoint: Endpoint, schemas: Record<string, Schema>): object {
  const result: Record<string, object> = {};
  for (const [status, schema] of Object.entries(endpoint.responses)) {
    const type = endpoint.contentType ?? 'application/json';
    const content: Record<string, object> = schema ? { [type]: { schema: toReference(schema, schemas) } } : {};
    if (endpoint.vendorAnswers && status === '200') {
      Object.assign(content[type] ?? {}, { 'x-openai-schema': toReference(endpoint.vendorAnswers.openai, schemas) });
    }
    if (endpoint.event && status === '200') {
      content['text/event-stream'] = {
        schema: { type: 'string', description: 'Server-sent events; each `data:` line is one event.' },
        'x-event': toReference(endpoint.event, schemas),
      };
    }
    result[status] = {
      description: Number(status) < 400 ? 'OK' : 'Error',
      ...(Object.keys(content).length > 0 && { content }),
    };
  }
  const isOurs = (endpoint.errorShape ?? 'parley') === 'parley';
  const error = {
    description: 'Error',
    ...(isOurs && { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }),
  };
  for (const status of documentedStatuses(endpoint)) result[status] ??= error;
  result.default = error;
  return result;
}

function parametersOf(schema: unknown, place: 'path' | 'query', schemas: Record<string, Schema>): object[] {
  if (!isSchema(schema) || !isSchema(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, value]) => {
    const { description, ...rest } = isSchema(value) ? value : {};
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(typeof description === 'string' && { description }),
      schema: toReference(rest, schemas),
    };
  });
}

/** A copy in which every named schema stands once under `components` and is pointed at. */
function toReference(schema: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => toReference(item, schemas));
  if (!isSchema(schema)) return schema;
  const { $id, ...rest } = readable(schema);
  const copy = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, toReference(value, schemas)]));
  if (typeof $id !== 'string') return copy;
  schemas[$id] ??= copy;
  return { $ref: `#/components/schemas/${$id}` };
}

/** The same schema in words that generators of clients know: maps by `additionalProperties`, lists with `items`. */
function readable(schema: Schema): Schema {
  const { patternProperties: patterns, ...rest } = schema;
  const [every, ...others] = isSchema(patterns) ? Object.entries(patterns) : [];
  const isMap = every?.[0] === '^.*$' && others.length === 0 && rest.additionalProperties === undefined;
  const isList = rest.type === 'array' || (Array.isArray(rest.type) && rest.type.includes('array'));
  return {
    ...(isMap ? { ...rest, additionalProperties: every[1] } : schema),
    ...(isList && rest.items === undefined && { items: {} }),
  };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
