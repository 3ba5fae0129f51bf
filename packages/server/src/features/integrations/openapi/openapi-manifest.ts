import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Auth, Manifest, ManifestFeature, RequestTemplate } from '../definitions/manifest.ts';
import { toFeatureName } from '../mcp/mcp-manifest.ts';
import type { OpenApiTask } from './openapi-reader.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const maxOperations = 300;

/** An OpenAPI 3 document, its references resolved, as an integration: one feature per operation. */
export function fromOpenApi(document: JsonObject, about: OpenApiTask['about']): Manifest {
  const info = isJsonObject(document.info) ? document.info : {};
  const names = new Set<string>();
  const features = operationsOf(document)
    .slice(0, maxOperations)
    .map((operation) => toFeature(operation, names));
  return {
    id: about.id,
    name: about.name ?? textOf(info.title) ?? about.id,
    description: about.description ?? textOf(info.description)?.slice(0, 2000) ?? `Operations of ${about.id}.`,
    verified: 'documentation',
    base_url: toBaseUrl(document, about.baseUrl),
    auth: toAuth(document),
    features,
  };
}

interface Operation {
  path: string;
  method: (typeof methods)[number];
  operation: JsonObject;
  parameters: JsonObject[];
}

function operationsOf(document: JsonObject): Operation[] {
  const paths = isJsonObject(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      requirePath(path);
      const operation = isJsonObject(item) ? item[method.toLowerCase()] : undefined;
      if (!isJsonObject(item) || !isJsonObject(operation)) return [];
      const own = objectsOf(operation.parameters);
      // A parameter of the operation stands in for one of the path with the same name and place.
      const inherited = objectsOf(item.parameters).filter(
        (outer) => !own.some((inner) => inner.name === outer.name && inner.in === outer.in),
      );
      return [{ path, method, operation, parameters: [...inherited, ...own] }];
    }),
  );
}

/** A key of `paths` becomes part of an address: what it could add to the host or say of credentials, a document must not. */
function requirePath(path: string): void {
  if (!path.startsWith('/')) throw new Error(`the path ${path.slice(0, 200)} must begin with /`);
  if (/\{\{|\}\}/.test(path)) throw new Error(`the path ${path.slice(0, 200)} must hold no template`);
}

function toFeature({ path, method, operation, parameters }: Operation, names: Set<string>): ManifestFeature {
  const properties: Record<string, JsonValue> = {};
  const required: string[] = [];
  const request: RequestTemplate = { method, path };
  for (const parameter of parameters) {
    const name = textOf(parameter.name) ?? '';
    if (!/^[\w.$\-[\]]{1,100}$/.test(name) || !['path', 'query', 'header'].includes(String(parameter.in))) continue;
    const input = name.replaceAll(/\W+/g, '_');
    properties[input] = describe(isJsonObject(parameter.schema) ? parameter.schema : {}, parameter.description);
    if (parameter.required === true) required.push(input);
    const placeholder = `{{input.${input}}}`;
    if (parameter.in === 'path') request.path = request.path.replaceAll(`{${name}}`, placeholder);
    else if (parameter.in === 'query') request.query = { ...request.query, [name]: placeholder };
    else if (!/^(authorization|cookie|host|content-.*)$/i.test(name))
      request.headers = { ...request.headers, [name]: placeholder };
  }
  addBody(request, operation, { properties, required });
  return {
    name: toFeatureName(textOf(operation.operationId) ?? `${method}_${path}`, names),
    description:
      [textOf(operation.summary), textOf(operation.description)].filter(Boolean).join('. ').slice(0, 2000) ||
      `${method} ${path}`,
    input_schema: { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
    request,
  };
}

/** The fields of a JSON or form body become inputs; where one has the name of a parameter, the body is one input. */
function addBody(
  request: RequestTemplate,
  operation: JsonObject,
  inputs: { properties: Record<string, JsonValue>; required: string[] },
): void {
  const body = isJsonObject(operation.requestBody) ? operation.requestBody : null;
  const content = isJsonObject(body?.content) ? body.content : {};
  const isForm = !('application/json' in content) && 'application/x-www-form-urlencoded' in content;
  const media = content[isForm ? 'application/x-www-form-urlencoded' : 'application/json'];
  if (!isJsonObject(media)) return;
  const schema = isJsonObject(media.schema) ? media.schema : {};
  const fields = isJsonObject(schema.properties) ? schema.properties : null;
  if (isForm) request.body_type = 'form';
  const canFlatten = fields && Object.keys(fields).every((name) => /^\w+$/.test(name) && !(name in inputs.properties));
  if (!canFlatten) {
    inputs.properties.body = describe(schema, body?.description);
    if (body?.required === true) inputs.required.push('body');
    request.body = '{{input.body}}';
    return;
  }
  const template: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    inputs.properties[name] = field;
    template[name] = `{{input.${name}}}`;
  }
  const needed = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
  inputs.required.push(...needed);
  request.body = template;
}

function toBaseUrl(document: JsonObject, given: string | undefined): string {
  const server = objectsOf(document.servers)[0];
  const variables = isJsonObject(server?.variables) ? server.variables : {};
  const template = given ?? textOf(server?.url) ?? '';
  const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = variables[name];
    return isJsonObject(variable) ? (textOf(variable.default) ?? '') : '';
  });
  const isTemplate = /[{}]/.test(url);
  if (!isTemplate && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/$/, '');
  throw new AppError('invalid_request', 'The document names no absolute server address. Send it in base_url.', {
    title: 'base_url required',
  });
}

/** The first security scheme that can be served; a document without one needs no credentials. */
function toAuth(document: JsonObject): Auth {
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  for (const scheme of objectsOf(Object.values(schemes))) {
    const auth = fromScheme(scheme);
    if (auth) return auth;
  }
  return { method: 'NONE' };
}

function fromScheme(scheme: JsonObject): Auth | null {
  const name = textOf(scheme.name) ?? '';
  const word = String(scheme.scheme).toLowerCase();
  if (scheme.type === 'http' && word === 'basic') {
    return {
      method: 'BASIC_AUTH',
      basic: { username: '{{connection.username}}', password: '{{connection.password}}' },
    };
  }
  if (scheme.type === 'http' && word === 'bearer') {
    return { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } };
  }
  if (scheme.type === 'apiKey' && scheme.in === 'header') {
    return { method: 'API_KEY', headers: { [name.toLowerCase()]: '{{connection.api_key}}' } };
  }
  if (scheme.type === 'apiKey' && scheme.in === 'query') {
    return { method: 'API_KEY', query: { [name]: '{{connection.api_key}}' } };
  }
  const flows = isJsonObject(scheme.flows) ? scheme.flows : {};
  const flow = isJsonObject(flows.authorizationCode) ? flows.authorizationCode : null;
  const authorizeUrl = textOf(flow?.authorizationUrl);
  const tokenUrl = textOf(flow?.tokenUrl);
  if (scheme.type !== 'oauth2' || !authorizeUrl || !tokenUrl) return null;
  return {
    method: 'OAUTH2',
    authorize_url: authorizeUrl,
    token_url: tokenUrl,
    scopes: isJsonObject(flow?.scopes) ? Object.keys(flow.scopes) : [],
    scope_separator: ' ',
    pkce: true,
    client_auth: 'post',
    token_request: 'form',
    headers: { authorization: 'Bearer {{connection.access_token}}' },
  };
}

function describe(schema: JsonObject, description: JsonValue | undefined): JsonObject {
  const words = textOf(description);
  return words && schema.description === undefined ? { ...schema, description: words } : schema;
}

function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
