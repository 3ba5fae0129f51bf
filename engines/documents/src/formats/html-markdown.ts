import { wellFormedHtml } from './well-formed-html.ts';

const maxHtmlCharacters = 30_000_000;

/** What Markdown takes for a mark at the beginning of a line; the converter's own pattern escapes "in 2024. " too, and takes the square of figures. */
const lineStart = /^([ \t]*)(?:(\+(?=\s)|[=>-]|#{1,6}(?=\s))|(\d{1,9})(\.(?=\s)))/gm;

/** HTML as Markdown: headings, lists, tables and links kept; scripts, styles and hidden parts left out. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const { NodeHtmlMarkdown } = await import('node-html-markdown');
  const converter = new NodeHtmlMarkdown({
    ignore: ['head'],
    bulletMarker: '-',
    emDelimiter: '*',
    maxConsecutiveNewlines: 2,
    useInlineLinks: false,
    lineStartEscape: [lineStart, '$1$3\\$2$4'],
  });
  return wellFormedHtml(html.slice(0, maxHtmlCharacters))
    .map((piece) =>
      converter
        .translate(piece)
        .replace(/(?<![ \t])[ \t]+$/gm, '')
        .trim(),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}
