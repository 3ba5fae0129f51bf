import { describe, expect, test } from 'vitest';
import { line, makePdf, stroke } from '../../test/make-pdf.ts';
import { readPdfDocument } from './read-pdf-document.ts';

async function markdown(...parts: string[]): Promise<string> {
  const { pages } = await readPdfDocument(makePdf({ pages: [{ content: parts.join('\n') }] }), {
    password: undefined,
    maxPages: 1,
  });
  return pages[0]?.markdown ?? '';
}

/** Lines of running text from `top` (points from the lower edge) downwards. */
const text = (top: number, count: number, x = 72) =>
  Array.from({ length: count }, (_, i) =>
    line(`the harbour was dredged again in its year ${1801 + i}, and more ships came to lie there`, x, top - i * 14),
  );
const body = text(690, 40);

describe('on a single page', () => {
  test('a running head and foot in its margins are comments', async () => {
    const page = await markdown(
      line('Harbours of the North', 72, 750, 10),
      ...body,
      line('Printed for the society', 230, 40, 9),
      line('A-12', 300, 28, 9),
    );
    expect(page).toMatch(/^<!-- header: Harbours of the North -->\n\nthe harbour/);
    expect(page).toMatch(/<!-- footer: Printed for the society -->\n\n<!-- footer: A-12 -->$/);
  });

  test('a line drawn under the running head parts it from the text that begins close below', async () => {
    const page = await markdown(
      line('Harbours of the North', 72, 736, 10),
      stroke(72, 731, 500, 731),
      ...text(718, 40),
    );
    expect(page).toMatch(/^<!-- header: Harbours of the North -->/);
  });

  test('a title, a heading where the text begins and a footnote stay text', async () => {
    const title = await markdown(line('Harbours', 72, 742, 20), ...body);
    expect(title).toMatch(/^# Harbours\n/);
    const heading = await markdown(line('Of the inner basin', 72, 714), ...body);
    expect(heading).not.toContain('<!--');
    const note = await markdown(...body, line('3 As the clerk wrote to his brother in that winter.', 72, 50, 8));
    expect(note).not.toContain('<!--');
    expect(note).toContain('3 As the clerk wrote');
  });

  test('of few words, as letters and forms are, nothing is a running head', async () => {
    const page = await markdown(
      line('Northern Harbour Company', 72, 750, 10),
      ...['Dear reader,', 'we come in May.', 'Yours,', 'the clerk'].map((words, i) => line(words, 72, 650 - i * 20)),
    );
    expect(page).not.toContain('<!--');
  });

  test('notes in the margin in smaller letters stand after the text and not within it', async () => {
    const notes = ['Of the', 'dredging', 'see below'].map((words, i) => line(words, 30, 600 - i * 10, 7));
    const page = await markdown(...text(690, 20, 100), ...notes);
    const order = page.replace(/\s+/g, ' ');
    expect(order).toContain('1820, and more ships came to lie there Of the dredging see below');
    expect(order).toContain('lie there the harbour was dredged again in its year 1808,');
  });
});

test('a table beside running text is a table, and the text goes on beside it', async () => {
  const prose = [
    'The basin was made deeper',
    'in three summers, and the',
    'mud was carried out to sea',
    'in barges that went with',
    'the tide and came back',
    'before the next one turned.',
  ].map((words, i) => line(words, 72, 700 - i * 14));
  const rows = [
    ['Year', 'Barges', 'Loads'],
    ['1801', '12', '340'],
    ['1802', '14', '395'],
    ['1803', '9', '210'],
  ];
  const cells = rows.flatMap((row, r) => row.map((cell, c) => line(cell, 300 + c * 70, 700 - r * 18)));
  const page = await markdown(...prose, ...cells);
  expect(page).toContain(
    '| Year | Barges | Loads |\n|---|---|---|\n| 1801 | 12 | 340 |\n| 1802 | 14 | 395 |\n| 1803 | 9 | 210 |',
  );
  expect(page).toMatch(
    /^The basin was made deeper in three summers, and the mud was carried out to sea in barges that/,
  );
});

test('the head of a section returns on three pages of many, and a line of the text at the edge stays', async () => {
  const content = (head: string, page: number) =>
    [
      line(head, 400, 725, 9),
      stroke(72, 715, 540, 715),
      line(`Figure ${page} shows what was dredged`, 72, 500),
      line(`and number ${page} what came of it`, 72, 486),
    ].join('\n');
  const heads = [
    'Harbours',
    'Harbours',
    'Harbours',
    'Lights',
    'Keepers',
    'Ships',
    'Anchors',
    'Ropes',
    'Sails',
    'Masts',
  ];
  const bytes = makePdf({ pages: heads.map((head, i) => ({ content: content(head, i) })) });
  const { pages } = await readPdfDocument(bytes, { password: undefined, maxPages: 10 });
  expect(pages.map(({ markdown: page }) => /<!-- header: Harbours -->/.test(page))).toEqual(
    heads.map((head) => head === 'Harbours'),
  );
  expect(pages[5]?.markdown).toContain('Ships');
});
