const maxHtmlCharacters = 30_000_000;

/** HTML as Markdown: headings, lists, tables and links kept; scripts, styles and hidden parts left out. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const { NodeHtmlMarkdown } = await import('node-html-markdown');
  const cleaned = html.slice(0, maxHtmlCharacters).replace(/<!--[\s\S]*?-->/g, '');
  const markdown = NodeHtmlMarkdown.translate(cleaned, {
    ignore: ['script', 'style', 'noscript', 'template', 'svg', 'head'],
    bulletMarker: '-',
    emDelimiter: '*',
    maxConsecutiveNewlines: 2,
    useInlineLinks: false,
  });
  return markdown.replace(/[ \t]+$/gm, '').trim();
}
