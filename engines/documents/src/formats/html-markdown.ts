import { closeTableCells } from './close-table-cells.ts';

const maxHtmlCharacters = 30_000_000;

/** HTML as Markdown: headings, lists, tables and links kept; scripts, styles and hidden parts left out. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const { NodeHtmlMarkdown } = await import('node-html-markdown');
  const cleaned = closeTableCells(withoutComments(html.slice(0, maxHtmlCharacters)));
  const markdown = NodeHtmlMarkdown.translate(cleaned, {
    ignore: ['script', 'style', 'noscript', 'template', 'svg', 'head'],
    bulletMarker: '-',
    emDelimiter: '*',
    maxConsecutiveNewlines: 2,
    useInlineLinks: false,
  });
  return markdown.replace(/(?<![ \t])[ \t]+$/gm, '').trim();
}

/** By hand, because a pattern would look for the end of every comment that has none. */
function withoutComments(html: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = html.indexOf('<!--', at);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) return kept + html.slice(at);
    kept += html.slice(at, start);
    at = end + 3;
  }
}
