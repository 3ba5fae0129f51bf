import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from './html.ts';
import { logo } from './logo.ts';
import type { Heading } from './markdown.ts';
import { addressOf, markdownAddressOf, type Page } from './page.ts';

/** A page with the frame around it: head, contents, the page's own contents, the pages before and after. */
export function drawPage(page: Page, pages: Page[]): string {
  const { html, headings, layout = 'guide' } = page.body();
  const inPage = layout === 'home' ? '' : renderToc(headings);
  const main = `<main id="main" class="${layout}"><article>${layout === 'home' ? '' : renderCrumb(page)}${html}</article>${
    layout === 'home' ? '' : renderNeighbours(page, pages)
  }</main>`;
  return frame({
    title: page.slug === '' ? page.title : `${page.title} · Parley`,
    summary: page.summary,
    head: `<link rel="alternate" type="text/markdown" href="${markdownAddressOf(page.slug)}">${layout === 'reference' ? `<script type="module" src="${asset('try.js')}"></script>` : ''}`,
    body: `${renderContents(pages, page.slug, layout === 'reference' ? headings : [])}${main}${inPage}`,
    layout,
  });
}

/** The page for an address where nothing is. */
export function drawNotFound(asked: string, nearest: Page[], pages: Page[]): string {
  const list =
    nearest.length === 0
      ? ''
      : `<p>Perhaps you look for:</p><ul class="cards">${nearest
          .map(
            ({ slug, title, summary }) =>
              `<li><a href="${addressOf(slug)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`,
          )
          .join('')}</ul>`;
  return frame({
    title: 'Not found · Parley',
    summary: 'There is no such page.',
    head: '<meta name="robots" content="noindex">',
    body: `${renderContents(pages, null, [])}<main id="main" class="guide"><article><h1>There is no such page</h1><p>Nothing stands at <code>/docs/${escapeHtml(asked)}</code>.</p>${list}<p>Or begin at the <a href="/docs">first page</a>, or search.</p></article></main>`,
    layout: 'guide',
  });
}

interface Frame {
  title: string;
  summary: string;
  head: string;
  body: string;
  layout: string;
}

function frame({ title, summary, head, body, layout }: Frame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summary)}">
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(logo)}">
<script src="${asset('theme.js')}"></script>
<link rel="stylesheet" href="${asset('manual.css')}">
<script type="module" src="${asset('manual.js')}"></script>
${head}
</head>
<body class="${layout}">
<a class="skip" href="#main">Skip to the page</a>
<header class="bar"><button type="button" class="menu" aria-label="Contents" aria-expanded="false" aria-controls="contents" hidden><span></span></button>
<a class="brand" href="/docs"><span class="mark" aria-hidden="true">${logo}</span>Parley <span class="light">Docs</span></a>
<button type="button" class="search" data-index="/docs/search.json" data-script="${asset('search.js')}" aria-haspopup="dialog" hidden><span>Search</span><kbd>Ctrl K</kbd></button>
<nav aria-label="Main"><a href="/docs/quick-start">Quick start</a><a href="/docs/reference">Reference</a><a href="/openapi.json">OpenAPI</a></nav>
<button type="button" class="theme" aria-label="Change between light and dark" hidden></button></header>
<div class="page">${body}</div>
</body>
</html>
`;
}

/** The contents of the manual; below a page of the reference its operations. */
function renderContents(pages: Page[], current: string | null, headings: Heading[]): string {
  const inside = headings.map(
    ({ anchor, text }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`,
  );
  const groups = Map.groupBy(
    pages.filter(({ slug }) => slug !== ''),
    ({ group }) => group,
  );
  const lists = [...groups].map(([group, of]) => {
    const links = of.map(
      ({ slug, title }) =>
        `<li><a href="${addressOf(slug)}"${slug === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${slug === current && inside.length > 0 ? `<ul class="inside">${inside.join('')}</ul>` : ''}</li>`,
    );
    return `<h2>${escapeHtml(group)}</h2><ul>${links.join('')}</ul>`;
  });
  return `<nav id="contents" class="contents" aria-label="Contents">${lists.join('')}</nav>`;
}

const renderCrumb = ({ group, slug }: Page): string =>
  `<div class="crumb"><span>${escapeHtml(group)}</span><a href="${markdownAddressOf(slug)}" class="twin">Markdown</a></div>`;

function renderToc(headings: Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return '<aside class="toc"></aside>';
  const links = shown.map(({ anchor, text }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`);
  return `<aside class="toc"><nav aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav></aside>`;
}

function renderNeighbours({ slug }: Page, pages: Page[]): string {
  const index = pages.findIndex((page) => page.slug === slug);
  const link = (page: Page | undefined, rel: string, word: string): string =>
    page === undefined || page.slug === ''
      ? '<span></span>'
      : `<a rel="${rel}" href="${addressOf(page.slug)}"><small>${word}</small>${escapeHtml(page.title)}</a>`;
  return `<nav class="neighbours" aria-label="Pages before and after">${link(pages[index - 1], 'prev', 'Previous')}${link(pages[index + 1], 'next', 'Next')}</nav>`;
}

const tags = new Map<string, string>();

/** The address of a file of the pages, with a mark of what is in it, so that browsers may keep it for good. */
function asset(name: string): string {
  const tag = tags.get(name) ?? tagOf(name);
  tags.set(name, tag);
  return `/docs/assets/${name}?v=${tag}`;
}

const tagOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(new URL(`./assets/${name}`, import.meta.url)))
    .digest('hex')
    .slice(0, 10);
