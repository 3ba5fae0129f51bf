import type { JsonObject } from '@parley/contract';
import { codeBlock } from '../highlight.ts';
import { escapeHtml } from '../html.ts';
import { type Operation, objectAt } from './operations.ts';
import { inlineCode, type SchemaRenderer } from './render-schema.ts';
import { exampleOf, formFieldsOf, isFile, samplesOf } from './samples.ts';

const keys = { none: 'no key', workspace: 'workspace key', admin: 'admin key' };

/** One operation: what it takes and answers on one side, samples and the form to try it on the other. */
export function renderOperation(operation: Operation, schemas: SchemaRenderer): string {
  const { id, method, path, summary, description, key } = operation;
  const anchor = `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(summary)}"></a>`;
  return `<section class="operation" aria-labelledby="${id}">
<div class="words"><h2 id="${id}">${escapeHtml(summary)}${anchor}</h2>
<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code> <span class="key">${keys[key]}</span></p>
${description === '' ? '' : `<p>${inlineCode(description)}</p>`}
${renderParameters(operation, schemas, false)}${renderBodies(operation, schemas)}${renderParameters(operation, schemas, true)}${renderResponses(operation, schemas)}</div>
<div class="samples">${renderSamples(operation)}${renderForm(operation)}</div>
</section>`;
}

function renderParameters({ parameters }: Operation, schemas: SchemaRenderer, isHeader: boolean): string {
  const shown = parameters.filter(({ place }) => (place === 'header') === isHeader);
  if (shown.length === 0) return '';
  const fields = shown.map(({ name, schema, isRequired, place, description }) =>
    schemas.field({
      name,
      schema,
      isRequired,
      note: `${place === 'path' ? 'In the path.' : ''} ${description}`.trim(),
    }),
  );
  return `<h3>${isHeader ? 'Headers' : 'Parameters'}</h3><ul class="fields">${fields.join('')}</ul>`;
}

function renderBodies({ bodies, fieldScopes }: Operation, schemas: SchemaRenderer): string {
  const shown = Object.entries(bodies).map(([type, media], index) => {
    const fields = schemas.render(media.schema);
    const heading = `<h3>Body <span class="type">${escapeHtml(type)}</span></h3>`;
    return index === 0
      ? heading + fields
      : `<details class="variant"><summary>Or as ${escapeHtml(type)}</summary>${fields}</details>`;
  });
  const scopes = Object.entries(fieldScopes).map(
    ([field, scope]) => `<code>${escapeHtml(field)}</code> needs the scope <code>${escapeHtml(scope)}</code>`,
  );
  return shown.join('') + (scopes.length === 0 ? '' : `<p class="limits">${scopes.join(', ')}.</p>`);
}

function renderResponses({ responses }: Operation, schemas: SchemaRenderer): string {
  const good: string[] = [];
  const errors: string[] = [];
  for (const [status, response] of Object.entries(responses)) {
    if (status === 'default') continue;
    if (Number(status) >= 400) {
      errors.push(`<code>${escapeHtml(status)}</code>`);
      continue;
    }
    const contents = Object.entries(objectAt(response, 'content'));
    if (contents.length === 0) good.push(`<p><code>${escapeHtml(status)}</code> without a body</p>`);
    for (const [type, media] of contents) good.push(renderContent(status, type, media as JsonObject, schemas));
  }
  const failing =
    errors.length === 0
      ? ''
      : `<p class="limits">Errors: ${errors.join(' ')}. <a href="/docs/errors">What to do</a></p>`;
  return `<h3>Answer</h3>${good.join('')}${failing}`;
}

function renderContent(status: string, type: string, media: JsonObject, schemas: SchemaRenderer): string {
  const isStream = media['x-event'] !== undefined;
  const inner = schemas.render(media['x-event'] ?? media.schema);
  const title = isStream ? `${status} as a stream: the events` : `${status} ${type}`;
  return `<details class="variant"><summary>${escapeHtml(title)}</summary>${inner}</details>`;
}

/** Without the page's script all of them are shown, one under the other. */
function renderSamples(operation: Operation): string {
  const samples = samplesOf(operation).map(
    ({ label, language, code }) => `<div class="tab" data-label="${label}">${codeBlock(code, language)}</div>`,
  );
  return `<div class="tabs">${samples.join('')}</div>`;
}

function renderForm(operation: Operation): string {
  const { id, method, path, parameters } = operation;
  const fields = parameters.map(({ name, place, isRequired, schema }) => {
    const text = escapeHtml(name);
    const hint = schema.default === undefined ? '' : ` placeholder="${escapeHtml(String(schema.default))}"`;
    return `<label>${text} <input name="${text}" data-in="${place}"${hint} autocomplete="off"${isRequired ? ' required' : ''}></label>`;
  });
  for (const [name, schema] of formFieldsOf(operation)) {
    const type = isFile(schema) ? ' type="file"' : '';
    fields.push(
      `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" data-in="form"${type} autocomplete="off"></label>`,
    );
  }
  if ('application/octet-stream' in operation.bodies)
    fields.push('<label>Bytes <input type="file" data-in="bytes"></label>');
  if ('application/json' in operation.bodies && formFieldsOf(operation).length === 0) {
    const example = JSON.stringify(exampleOf(operation) ?? {}, null, 2);
    const rows = Math.min(14, example.split('\n').length);
    fields.push(`<label>Body <textarea rows="${rows}" spellcheck="false">${escapeHtml(example)}</textarea></label>`);
  }
  return `<details class="try"><summary>Try it</summary><form data-method="${method}" data-path="${escapeHtml(path)}" data-key="${operation.key}" aria-label="Try ${escapeHtml(id)}">${fields.join('')}
<div class="buttons"><button class="primary">Send</button><button type="button" class="stop" hidden>Stop</button></div></form><div class="reply" role="status"></div></details>`;
}
