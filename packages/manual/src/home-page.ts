import { codeBlock } from './highlight.ts';
import { escapeHtml, slugOf } from './html.ts';
import { addressOf, markdownAddressOf, type Page } from './page.ts';

const lead =
  'One address that gives an application everything it needs from AI, on your own ground: with any model vendor, or with none.';

/** The first page: what this is, a call that works, and every page under its heading. */
export function homePage(pages: Page[]): Page {
  const groups = [...Map.groupBy(pages, ({ group }) => group)];
  return {
    slug: '',
    title: 'Parley documentation',
    summary: lead,
    group: '',
    markdown: () =>
      `# Parley documentation\n\n${lead}\n\n${groups
        .map(
          ([group, of]) =>
            `## ${group}\n\n${of.map(({ slug, title, summary }) => `- [${title}](${markdownAddressOf(slug)}): ${summary}`).join('\n')}`,
        )
        .join('\n\n')}\n`,
    body: () => ({
      layout: 'home',
      headings: groups.map(([text]) => ({ depth: 2, text, anchor: slugOf(text) })),
      html: `<div class="hero"><div><h1>Parley documentation</h1><p class="lead">${lead}</p>
<p class="actions"><a class="primary" href="/docs/quick-start">Quick start</a> <a class="secondary" href="/docs/reference">API reference</a></p></div>
<div>${codeBlock(call, 'sh')}${codeBlock(reply, 'json')}</div></div>
${groups.map(([group, of]) => renderGroup(group, of)).join('\n')}`,
    }),
  };
}

function renderGroup(group: string, pages: Page[]): string {
  const cards = pages.map(
    ({ slug, title, summary }) =>
      `<li><a href="${addressOf(slug)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`,
  );
  return `<section><h2 id="${slugOf(group)}">${escapeHtml(group)}</h2><ul class="cards">${cards.join('')}</ul></section>`;
}

const call = `curl http://127.0.0.1:8484/v1/answer \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "query": "Who built the dam?",
    "context": "Lake Verin is 41 km long. In 1887 the engineer Marta Holm built a dam."
  }'`;

const reply = `{
  "answer": "The text says: “In 1887 the engineer Marta Holm built a dam.”",
  "sources": [{ "filename": "context", "start": 26, "end": 70,
    "quote": "In 1887 the engineer Marta Holm built a dam." }],
  "engine": "reader"
}`;
