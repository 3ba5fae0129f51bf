import type { Request } from '../attack.ts';
import type { Ground } from '../ground.ts';
import { type DocumentField, documentFieldName, entries, list, type OpenApiDocument } from './document-fields.ts';
import { both, eitherOne, type Field } from './field.ts';
import { sampleRequest } from './sample-request.ts';

const mark = 'tHe-TeXt-Of-ThE-aTtAcK';

export interface DoorFields {
  fields: Field[];
  /** Fields of the document through which no attack could be made. */
  missing: string[];
}

/** A field for each of the document that none of the given fields brings a text into. */
export async function doorFields(
  document: OpenApiDocument,
  written: readonly Field[],
  ground: Ground,
): Promise<DoorFields> {
  const paths = document.operations().map(({ method, path }) => ({ method, path, pattern: patternOfPath(path) }));
  const reached = new Set<string>();
  for (const field of written) {
    for (const request of await requestsOf(field)) {
      const operation = paths.find(({ method, pattern }) => method === request.method && pattern.test(request.path));
      if (!operation) continue;
      for (const place of placesOf(request)) reached.add(`${operation.method} ${operation.path} ${place}`);
    }
  }
  const known = {
    model: 'small-2',
    user_id: 'attacker',
    collection_id: ground.collectionId,
    vector_store_id: ground.collectionId,
    file_id: ground.fileId,
    integration_id: ground.integrationId,
    feature_name: 'SEARCH',
    id: '00000000-0000-4000-8000-000000000000',
  };
  const fields: Field[] = [];
  const missing: string[] = [];
  for (const field of document.fields()) {
    if (isReached(field, reached)) continue;
    const request = sampleRequest(document, field, mark, known);
    const isPlaced =
      request !== undefined && (placesOf(request).length > 0 || ['path', 'query', 'header'].includes(field.place));
    if (!isPlaced) missing.push(documentFieldName(field));
    else fields.push(doorField(document, field, known));
  }
  return { fields, missing };
}

function doorField(document: OpenApiDocument, field: DocumentField, known: Record<string, string>): Field {
  const isParameter = ['path', 'query', 'header'].includes(field.place);
  const longest = isParameter ? 9000 : undefined;
  return {
    name: documentFieldName(field),
    engines: /^\/v1\/(answer|conversation|agent|chat|messages|completions|responses)/.test(field.path)
      ? both
      : eitherOne,
    ...(longest === undefined ? {} : { longest }),
    async send(text, ask) {
      const request = sampleRequest(document, field, text, known);
      if (request) await ask(request);
    },
  };
}

/** What a field sends when nobody answers but with ids. */
async function requestsOf(field: Field): Promise<Request[]> {
  const requests: Request[] = [];
  await field.send(mark, async (request) => {
    requests.push(request);
    return { status: 200, type: 'application/json', text: '{"file_id":"f","id":"i"}' };
  });
  return requests;
}

/** Where in a request the text stands, as `application/json .messages[].content`. */
function placesOf({ json, form }: Request): string[] {
  const places: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (value.includes(mark)) places.push(`application/json ${name}`);
    } else if (Array.isArray(value)) for (const item of value) walk(item, `${name}[]`);
    else
      for (const [key, inner] of entries(value)) {
        if (key.includes(mark)) places.push(`application/json ${name}.{name}`);
        walk(inner, `${name}.${key}`);
      }
  };
  walk(json, '');
  if (typeof json === 'string' && json.includes(mark)) places.push('application/octet-stream ');
  if (form?.file.content.includes(mark)) places.push('multipart/form-data .file');
  for (const [name, value] of entries(form?.fields))
    if (String(value).includes(mark)) places.push(`multipart/form-data .${name}`);
  return places;
}

function isReached({ method, path, place, name, steps }: DocumentField, reached: ReadonlySet<string>): boolean {
  const start = `${method} ${path} ${place} `;
  const isOpen = list(steps).length === 0 || ['value', 'name'].includes(steps.at(-1)?.kind ?? '');
  const pattern = new RegExp(
    `^${name
      .split(/(\.\*|\.\{name\})/)
      .map((part) => (part === '.*' ? '\\.[^.[]+' : part === '.{name}' ? '\\.\\{name\\}' : escaped(part)))
      .join('')}${isOpen ? '(?:[.[].*)?' : ''}$`,
    'u',
  );
  return [...reached].some((where) => where.startsWith(start) && pattern.test(where.slice(start.length)));
}

function patternOfPath(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => escaped(part));
  return new RegExp(`^${parts.join('[^/?]+')}(?:\\?|$)`, 'u');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
