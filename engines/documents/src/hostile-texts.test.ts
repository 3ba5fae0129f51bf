import { describe, expect, it } from 'vitest';
import { markdownTable } from './formats/markdown-table.ts';
import { countWords, markdownOutline } from './formats/text-facts.ts';
import { wellFormedHtml } from './formats/well-formed-html.ts';
import { elements, relations, startTags, unescapeXml } from './formats/xml-text.ts';
import { repeatsItself } from './ocr/honesty.ts';
import { plainText } from './ocr/plain-text.ts';
import { asComment } from './pdf/page-markdown.ts';
import { isValue } from './pdf/page-table.ts';
import { joinText } from './pdf/paragraphs.ts';
import { richText } from './sheets/xlsx-sheet.ts';

/** What is written over and over: shapes that hold up readers of marks, of rows and of figures. */
const shapes = [
  ...[
    'a',
    ' ',
    '\n',
    '-',
    '--',
    '|',
    '| ',
    '|-',
    '| a ',
    '|--|',
    ':-',
    '#',
    '# a\n',
    '\t|',
    '`',
    '```',
    '**',
    '[',
    '[a](',
    '![',
  ],
  ...[
    '<',
    '<!--',
    '<td>',
    '<td',
    '<a ',
    '<r>',
    '<rPh',
    '<rPh>',
    '<t>',
    '<t',
    '&',
    '&amp;',
    '&#',
    '</',
    '="',
    '<table><tr>',
  ],
  ...['1', '1 ', '1.', '1,', '(', '(1)', '$ ', 'Aa', 'a.', 'a@', '"', '😀', '漢', '\r\n', 'e\u0301'],
];

const functions: Record<string, (text: string) => unknown> = {
  asComment: (text) => asComment('page', text),
  countWords,
  elements: (text) => elements(text, 'a', 'r'),
  isValue,
  isValueOfFigures: (text) => isValue(`${text.replaceAll(/\s+$/g, '')}x`),
  joinText: (text) => joinText(text, text),
  markdownOutline,
  markdownTable: (text) => markdownTable([text], [[text]]),
  plainText,
  relations: (text) => relations(text, ''),
  repeatsItself,
  richText: (text) => richText(text, ''),
  startTags: (text) => startTags(text, 'a'),
  unescapeXml,
  wellFormedHtml,
};

/** Time of this thread in milliseconds: what other programs do at the same time counts little. */
async function timeOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const sized = (shape: string, length: number): string =>
  shape.repeat(Math.ceil(length / shape.length)).slice(0, length);

describe('texts of one shape over and over', () => {
  it.each(Object.entries(functions))(
    '%s takes time in proportion to their length',
    async (_, read) => {
      const slow: string[] = [];
      for (const shape of shapes) {
        const [short, long] = [sized(shape, 5_000), sized(shape, 50_000)];
        const least = Math.min(await timeOf(() => read(short)), await timeOf(() => read(short)));
        // Ten times as much text: 25 for what memory and the collector add, where quadratic time would be 100.
        const allowed = least * 25 + 60;
        let took = await timeOf(() => read(long));
        if (took > allowed) took = Math.min(took, await timeOf(() => read(long)));
        if (took > allowed) slow.push(`${JSON.stringify(shape)}: ${least} ms, then ${took} ms`);
      }
      expect(slow).toEqual([]);
    },
    120_000,
  );
});
