import { Marked, type Tokens } from 'marked';
import { codeBlock } from './highlight.ts';
import { escapeHtml, plainText, slugOf, withoutComments } from './html.ts';

export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}

/** Markdown as HTML, with what else a page needs of it. */
export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

/** What stands at an address inside the manual, or null for one that leads elsewhere. */
export type ResolveLink = (href: string) => string;

const notes: Record<string, string> = { NOTE: 'Note', TIP: 'Tip', IMPORTANT: 'Important', WARNING: 'Warning' };

/** GitHub's Markdown as HTML. HTML inside it is shown as text, but for comments, which are left out. */
export function renderMarkdown(markdown: string, resolve: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const anchorOf = (text: string): string => {
    const anchor = slugOf(text);
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      code: ({ text, lang }) => codeBlock(text, (lang ?? '').split(/\s/)[0] ?? ''),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const text = decodeText(inner);
        const anchor = anchorOf(text);
        headings.push({ depth, text, anchor });
        const link =
          depth > 1 ? `<a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(text)}"></a>` : '';
        return `<h${depth} id="${anchor}">${inner}${link}</h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const isForeign = /^https?:/.test(href) && !href.startsWith('http://127.0.0.1');
        const rel = isForeign ? ' rel="noreferrer"' : '';
        const hint = title ? ` title="${escapeHtml(title)}"` : '';
        return `<a href="${escapeHtml(resolve(href))}"${rel}${hint}>${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ href, text }) => `<img src="${escapeHtml(resolve(href))}" alt="${escapeHtml(text)}" loading="lazy">`,
      table(token) {
        return renderTable(token, (cell) => this.parser.parseInline(cell.tokens));
      },
      blockquote({ tokens, raw }) {
        const [, kind = ''] = /^>\s*\[!(\w+)\]/.exec(raw) ?? [];
        const inner = this.parser.parse(tokens);
        const label = notes[kind];
        if (label === undefined) return `<blockquote>${inner}</blockquote>\n`;
        const body = inner.replace(/\[!\w+\]\s*(<br>)?/, '');
        return `<aside class="note ${kind.toLowerCase()}" aria-label="${label}">${body}</aside>\n`;
      },
      html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : escapeHtml(text)),
    },
  });
  const html = marked.parse(markdown);
  return { html: typeof html === 'string' ? html : '', headings };
}

/** The first paragraph of a page, as plain words. */
export function summaryOf(markdown: string): string {
  const blocks = withoutComments(markdown).split(/\n\s*\n/);
  const first = blocks.find((block) => block.trim() !== '' && !/^\s*(#|\||```|>|- )/.test(block)) ?? '';
  const text = plainText(first);
  const [, sentence = text] = /^(.{20,220}?[.:])(?:\s|$)/.exec(text) ?? [];
  return sentence.replace(/:$/, '.');
}

function renderTable({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const isHeadless = header.every(({ text }) => text.trim() === '');
  const head = isHeadless
    ? ''
    : `<thead><tr>${header.map((cell) => (cell.text.trim() === '' ? '<td></td>' : `<th scope="col">${inline(cell)}</th>`)).join('')}</tr></thead>`;
  // On a narrow screen each row becomes a block, and a cell is told by the heading of its column.
  const labels = header.map(({ text }, index) => {
    const label = index === 0 ? '' : plainText(text);
    return label === '' ? '' : ` data-label="${escapeHtml(label)}"`;
  });
  const body = rows.map(
    (row) => `<tr>${row.map((cell, index) => `<td${labels[index] ?? ''}>${inline(cell)}</td>`).join('')}</tr>`,
  );
  const name =
    header
      .map(({ text }) => plainText(text))
      .filter(Boolean)
      .join(', ') || 'Table';
  return `<div class="table" role="group" tabindex="0" aria-label="${escapeHtml(name)}"><table>${head}<tbody>${body.join('')}</tbody></table></div>\n`;
}

const decodeText = (html: string): string =>
  html
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
