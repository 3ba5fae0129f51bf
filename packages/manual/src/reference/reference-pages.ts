import { isJsonObject, type JsonObject } from '@parley/contract';
import { escapeHtml, slugOf } from '../html.ts';
import { renderMarkdown } from '../markdown.ts';
import type { Page, PageBody } from '../page.ts';
import { type Operation, readOperations, readSchemas, referenceSlug } from './operations.ts';
import { operationMarkdown, schemaMarkdown } from './reference-markdown.ts';
import { renderOperation } from './render-operation.ts';
import { SchemaRenderer } from './render-schema.ts';

const group = 'Reference';

/** The reference: how every call is made, a page for each group of operations, and the named schemas. */
export function referencePages(document: object): Page[] {
  const operations = readOperations(document);
  const schemas = readSchemas(document);
  const renderer = new SchemaRenderer(schemas);
  const pages = [...operations].map(([tag, of]) => tagPage(tag, of, renderer, schemas));
  return [overviewPage(operations), ...pages, schemasPage(schemas, renderer)];
}

function tagPage(tag: string, operations: Operation[], renderer: SchemaRenderer, schemas: JsonObject): Page {
  const summary = `${tag}: ${operations
    .map((one) => one.summary.toLowerCase())
    .slice(0, 4)
    .join(', ')}.`;
  return {
    slug: referenceSlug(tag),
    title: tag,
    summary,
    group,
    calls: operations.map(({ method, path, summary: text }) => ({ method: method.toUpperCase(), path, summary: text })),
    markdown: () => `# ${tag}\n\n${operations.map((one) => operationMarkdown(one, schemas)).join('\n\n')}\n`,
    body: () => ({
      layout: 'reference',
      headings: operations.map(({ id, summary: text }) => ({ depth: 2, text, anchor: id })),
      html: `<h1>${escapeHtml(tag)}</h1>${keyField}${operations.map((one) => renderOperation(one, renderer)).join('\n')}`,
    }),
  };
}

function schemasPage(schemas: JsonObject, renderer: SchemaRenderer): Page {
  const entries = Object.entries(schemas);
  return {
    slug: 'reference/schemas',
    title: 'Schemas',
    summary: 'The named objects that calls take and answer, field by field.',
    group,
    markdown: () => `# Schemas\n\n${entries.map(([name, schema]) => schemaMarkdown(name, schema)).join('\n\n')}\n`,
    body: () => ({
      headings: entries.map(([name]) => ({ depth: 2, text: name, anchor: `schema-${name}` })),
      html: `<h1>Schemas</h1><p class="lead">The named objects that calls take and answer.</p>${entries
        .map(([name, schema]) => {
          const words =
            isJsonObject(schema) && typeof schema.description === 'string'
              ? `<p>${escapeHtml(schema.description)}</p>`
              : '';
          return `<section><h2 id="schema-${escapeHtml(name)}">${escapeHtml(name)}<a class="anchor" href="#schema-${escapeHtml(name)}" aria-label="Link to ${escapeHtml(name)}"></a></h2>${words}${renderer.render(schema)}</section>`;
        })
        .join('\n')}`,
    }),
  };
}

function overviewPage(operations: Map<string, Operation[]>): Page {
  const lists = (): string =>
    [...operations]
      .map(
        ([tag, of]) =>
          `## ${tag}\n\n| | |\n|---|---|\n${of
            .map(
              ({ id, method, path, summary }) =>
                `| \`${method} ${path}\` | [${summary}](/docs/${referenceSlug(tag)}#${id}) |`,
            )
            .join('\n')}`,
      )
      .join('\n\n');
  const markdown = () => `${introduction}\n\n# Operations\n\n${lists()}\n`;
  return {
    slug: 'reference',
    title: 'API reference',
    summary: 'Address, keys, errors, limits, and every operation of the service.',
    group,
    markdown,
    body: (): PageBody => {
      const { html, headings } = renderMarkdown(introduction, (href) => href);
      const tables = [...operations].map(
        ([tag, of]) =>
          `<h2 id="${slugOf(tag)}"><a href="/docs/${referenceSlug(tag)}">${escapeHtml(tag)}</a></h2><ul class="operations">${of
            .map(
              ({ id, method, path, summary }) =>
                `<li><a href="/docs/${referenceSlug(tag)}#${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></a></li>`,
            )
            .join('')}</ul>`,
      );
      const lists = [...operations.keys()].map((tag) => ({
        depth: 2,
        text: tag,
        anchor: slugOf(tag),
      }));
      return { html: html + tables.join('\n'), headings: [...headings, ...lists] };
    },
  };
}

const keyField = `<form class="keys" aria-label="Keys for the calls made here">
<label>Key for the calls made here <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="parley_…"></label>
<label class="check"><input id="keep" type="checkbox"> Keep it in this tab</label>
<p>Sent with the calls made on this page and nowhere else; forgotten when you leave it, unless you have it kept.</p></form>`;

const introduction = `# API reference

One address, JSON in and JSON out. The machine-readable description is the [OpenAPI document](/openapi.json), from which this
reference is made; every operation can be tried on its page.

\`\`\`sh
curl http://127.0.0.1:8484/v1/answer \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "query": "When was the bridge opened?",
    "context": "The bridge was opened on 4 May 1932 by the mayor."
  }'
\`\`\`

## Keys

Send the key as \`Authorization: Bearer …\` or as \`x-api-key\`. Workspace keys use the service, admin keys manage it; see
[keys](/docs/keys). Lists of models, health and this documentation need none.

## Streams

Text endpoints take \`"stream": true\` and answer with server-sent events: one \`data:\` line of JSON each, exactly one of which is the
last, \`done: true\` or an error. A comment every 15 seconds keeps proxies from closing a quiet line.

## Errors

Every error has the same body. \`code\` comes from a closed list, which tells [what to do](/docs/errors); \`request_id\` is also in the
\`x-request-id\` header, and in the log of the service.

\`\`\`json
{
  "success": false,
  "error": "Invalid request",
  "message": "query is required",
  "code": "invalid_request",
  "request_id": "req_…"
}
\`\`\`

## Sending again

Give calls that create or cost an \`Idempotency-Key\`: the first answer is kept for 24 hours and given again for the same key, so that
nothing is done or paid twice. \`RateLimit-*\` headers tell what is left of a key's limits, \`Retry-After\` when to come back.`;
