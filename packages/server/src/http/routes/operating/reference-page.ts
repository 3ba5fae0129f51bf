import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { escapeHtml, renderSchema } from './render-schema.ts';

/** Headers of the reference: nothing but its own script and style, no frame around it, no key kept. */
export const referenceHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: blob:; media-src data: blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** The script and the style of the reference, as they are sent to a browser. */
export const readReferenceFile = (name: 'reference.js' | 'reference.css'): string =>
  readFileSync(new URL(`./reference/${name}`, import.meta.url), 'utf8');

/** The reference as one page that reads without a script: every operation of the OpenAPI document, with a form to try it. */
export function renderReference(document: object): string {
  const operations = operationsOf(document);
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
<script type="module" src="/docs/reference.js"></script>
</head>
<body>
<nav aria-label="Operations">
<h1>Parley</h1>
<label>Find <input id="find" type="search" autocomplete="off"></label>
${[...groups].map(([tag, of]) => `<h2>${escapeHtml(tag)}</h2><ul>${of.map(renderLink).join('')}</ul>`).join('\n')}
<h2>Schemas</h2><ul>${Object.keys(schemas)
    .map((name) => `<li><a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
    .join('')}</ul>
</nav>
<main>
<p>The OpenAPI document is at <a href="/openapi.json">/openapi.json</a>.</p>
<label>Key for the calls made here <input id="key" type="password" autocomplete="off" spellcheck="false"></label>
<p class="note">It is sent with the calls made here and forgotten when this page is left.</p>
${operations.map(renderOperation).join('\n')}
<h2>Schemas</h2>
${Object.entries(schemas)
  .map(
    ([name, schema]) =>
      `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${renderSchema(schema)}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
  body: JsonObject;
}

function operationsOf(document: object): Operation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, body]) => {
      if (!isJsonObject(body)) return [];
      const [tag] = Array.isArray(body.tags) ? body.tags : [];
      return [{ id: String(body.operationId), tag: String(tag ?? 'Other'), method: method.toUpperCase(), path, body }];
    }),
  );
}

const renderLink = ({ id, method, path, body }: Operation): string =>
  `<li><a href="#${escapeHtml(id)}" title="${escapeHtml(`${method} ${path}`)}">${escapeHtml(String(body.summary ?? path))}</a></li>`;

function renderOperation({ id, method, path, body }: Operation): string {
  const content = objectAt(objectAt(body, 'requestBody'), 'content');
  const parameters = (Array.isArray(body.parameters) ? body.parameters : []).filter(isJsonObject);
  return `<section id="${escapeHtml(id)}" class="operation">
<h3>${escapeHtml(String(body.summary ?? id))}</h3>
<p><code class="call"><b>${method}</b> ${escapeHtml(path)}</code>${renderSecurity(body.security)}</p>
${body.description === undefined ? '' : `<p>${escapeHtml(String(body.description))}</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${renderSchema(asSchema(parameters))}`}
${Object.entries(content)
  .map(([type, media]) => `<h4>Body: ${escapeHtml(type)}</h4>${renderSchema(isJsonObject(media) ? media.schema : {})}`)
  .join('')}
${Object.entries(objectAt(body, 'responses')).map(renderResponse).join('')}
${renderForm(method, path, parameters, content)}
</section>`;
}

function renderSecurity(security: unknown): string {
  if (!Array.isArray(security)) return ' · no key';
  return security.some((one) => isJsonObject(one) && 'adminKey' in one) ? ' · admin key' : ' · workspace key';
}

function renderResponse([status, response]: [string, unknown]): string {
  if (status === 'default') return '';
  const content = objectAt(response, 'content');
  return Object.entries(content)
    .map(([type, media]) => {
      const shown = isJsonObject(media) ? (media['x-event'] ?? media.schema) : {};
      return `<details><summary>${escapeHtml(status)}: ${escapeHtml(type)}</summary>${renderSchema(shown)}</details>`;
    })
    .join('');
}

/** Parameters shown in the same table as the properties of a body. */
const asSchema = (parameters: JsonObject[]): JsonObject => ({
  type: 'object',
  required: parameters.filter(({ required }) => required === true).map(({ name }) => String(name)),
  properties: Object.fromEntries(
    parameters.map(({ name, in: place, description, schema }) => [
      String(name),
      { ...(isJsonObject(schema) && schema), description: `In the ${place}. ${description ?? ''}`.trim() },
    ]),
  ),
});

function renderForm(method: string, path: string, parameters: JsonObject[], content: JsonObject): string {
  const json = objectAt(content, 'application/json');
  const form = objectAt(objectAt(objectAt(content, 'multipart/form-data'), 'schema'), 'properties');
  const fields = parameters.map(
    ({ name, in: place, required }) =>
      `<label>${escapeHtml(String(name))} <input name="${escapeHtml(String(name))}" data-in="${place}"${required === true ? ' required' : ''}></label>`,
  );
  for (const [name, schema] of 'application/json' in content ? [] : Object.entries(form)) {
    const isFile = isJsonObject(schema) && schema.format === 'binary';
    fields.push(
      `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" data-in="form"${isFile ? ' type="file"' : ''}></label>`,
    );
  }
  if ('application/json' in content) {
    const example = escapeHtml(JSON.stringify(json.example ?? {}, null, 2));
    fields.push(`<label>Body <textarea rows="6" spellcheck="false">${example}</textarea></label>`);
  }
  return `<details class="try"><summary>Try it</summary><form data-method="${method}" data-path="${escapeHtml(path)}">${fields.join('')}
<button>Send</button> <button type="button" class="stop" hidden>Stop</button></form><pre hidden></pre></details>`;
}

function objectAt(value: unknown, name: string): JsonObject {
  const found = isJsonObject(value) ? value[name] : null;
  return isJsonObject(found) ? found : {};
}
