import type { TranslatorConfigFactory } from 'node-html-markdown';
import { wellFormedHtml } from './well-formed-html.ts';

const maxHtmlCharacters = 30_000_000;

/** What Markdown takes for a mark at the beginning of a line; the converter's own pattern escapes "in 2024. " too, and takes the square of figures. */
const lineStart = /^([ \t]*)(?:(\+(?=\s)|[=>-]|#{1,6}(?=\s))|(\d{1,9})(\.(?=\s)))/gm;

/** HTML as Markdown: headings, lists, tables and links kept; scripts, styles and hidden parts left out. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const { NodeHtmlMarkdown, PostProcessResult } = await import('node-html-markdown');
  // As the converter's own, without what takes the square of a long word: the ends of lines are cleaned below.
  const item: TranslatorConfigFactory = ({ options, indentLevel, listKind, listItemNumber }) => {
    const indent = options.indent.repeat(Number(indentLevel ?? 0));
    const mark = listKind === 'OL' && listItemNumber !== undefined ? `${listItemNumber}.` : options.bulletMarker;
    return {
      prefix: `${indent}${mark} `,
      surroundingNewlines: 1,
      postprocess: ({ content }) =>
        content.trim() === ''
          ? PostProcessResult.RemoveNode
          : content.trim().replace(/([^\r\n])(?:\r?\n)+(?![ \t]*(?:[-*+|]|\d+\.))/g, `$1  \n${indent}`),
    };
  };
  const given = {
    ignore: ['head'],
    bulletMarker: '-',
    emDelimiter: '*',
    maxConsecutiveNewlines: 2,
    useInlineLinks: false,
    lineStartEscape: [lineStart, '$1$3\\$2$4'] as const,
  };
  const converter = new NodeHtmlMarkdown(given, { li: item });
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
