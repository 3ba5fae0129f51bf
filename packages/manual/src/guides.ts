import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toHtmlLink } from './links.ts';
import { renderMarkdown, summaryOf } from './markdown.ts';
import type { Page } from './page.ts';

/** The guides of a folder in the order of its `contents.json`, which has a sentence about each; those that it does not name stand last. */
export function guidePages(folder: string): Page[] {
  const groups: { title: string; guides: Record<string, string> }[] = JSON.parse(
    readFileSync(join(folder, 'contents.json'), 'utf8'),
  );
  const there = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));
  const named = new Set(groups.flatMap(({ guides }) => Object.keys(guides)));
  const rest = {
    title: 'More',
    guides: Object.fromEntries(there.filter((name) => !named.has(name)).map((name) => [name, ''])),
  };
  return [...groups, rest].flatMap(({ title, guides }) =>
    Object.entries(guides)
      .filter(([name]) => there.includes(name))
      .map(([name, summary]) => guidePage(folder, name, title, summary)),
  );
}

function guidePage(folder: string, slug: string, group: string, summary: string): Page {
  const text = readFileSync(join(folder, `${slug}.md`), 'utf8');
  const [, title = slug] = /^# (.+)$/m.exec(text) ?? [];
  return {
    slug,
    title: title.replaceAll('`', ''),
    summary: summary || summaryOf(text),
    group,
    markdown: () => text.replaceAll(/^<!--(?! ?code)(?:[^-\n\r\u2028\u2029]|-(?!->))*-->\n+/gm, ''),
    body: () => renderMarkdown(text, toHtmlLink),
  };
}
