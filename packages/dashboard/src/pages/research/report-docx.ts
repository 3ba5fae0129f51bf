import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { type Block, parseMarkdown, type Span } from '../../lib/markdown.ts';

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
] as const;

/** A report as a Word document. The library comes with the first export. */
export async function reportDocx(markdown: string, title: string): Promise<Blob> {
  const children = parseMarkdown(markdown).flatMap((block) => elementsOf(markdown, block));
  const numbering = {
    config: [
      {
        reference: 'list',
        levels: [
          {
            level: 0,
            format: 'decimal' as const,
            text: '%1.',
            style: { paragraph: { indent: { left: 500, hanging: 360 } } },
          },
        ],
      },
    ],
  };
  return Packer.toBlob(new Document({ title, numbering, sections: [{ children }] }));
}

function elementsOf(text: string, block: Block): Array<Paragraph | Table> {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: headings[Math.min(headings.length, block.level) - 1] ?? HeadingLevel.HEADING_4,
          children: runsOf(text, block.content),
        }),
      ];
    case 'paragraph':
    case 'quote':
      return [new Paragraph({ spacing: { after: 160 }, children: runsOf(text, block.content) })];
    case 'code':
    case 'formula':
      return text
        .slice(block.content.start, block.content.end)
        .split('\n')
        .map((line) => new Paragraph({ children: [new TextRun({ text: line, font: 'Consolas', size: 18 })] }));
    case 'list':
      return block.items.map(
        (item) =>
          new Paragraph({
            children: runsOf(text, item),
            ...(block.isOrdered ? { numbering: { reference: 'list', level: 0 } } : { bullet: { level: item.depth } }),
          }),
      );
    case 'table':
      return [tableOf(text, [block.header, ...block.rows])];
    case 'rule':
      return [new Paragraph({ thematicBreak: true })];
  }
}

function tableOf(text: string, rows: Span[][]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (cells, index) =>
        new TableRow({
          tableHeader: index === 0,
          children: cells.map((cell) => new TableCell({ children: [new Paragraph({ children: runsOf(text, cell) })] })),
        }),
    ),
  });
}

/** Without the marks that keep letters from being Markdown. */
const plain = (text: string): string => text.replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1');

const tokens = /\*\*(?<bold>[^*\n]+)\*\*|\[(?<words>[^[\]\n]+)\]\((?<url>https?:\/\/[^\s)[]+)\)/g;

function runsOf(text: string, { start, end }: Span): Array<TextRun | ExternalHyperlink> {
  const slice = text.slice(start, end);
  const runs: Array<TextRun | ExternalHyperlink> = [];
  let from = 0;
  for (const match of slice.matchAll(tokens)) {
    if (match.index > from) runs.push(new TextRun(plain(slice.slice(from, match.index))));
    const { bold, words = '', url = '' } = match.groups ?? {};
    runs.push(
      bold === undefined
        ? new ExternalHyperlink({ link: url, children: [new TextRun({ text: plain(words), style: 'Hyperlink' })] })
        : new TextRun({ text: plain(bold), bold: true }),
    );
    from = match.index + match[0].length;
  }
  if (from < slice.length) runs.push(new TextRun(plain(slice.slice(from))));
  return runs;
}
