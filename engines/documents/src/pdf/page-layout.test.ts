import { describe, expect, test } from 'vitest';
import { line, makePdf, stroke } from '../../test/make-pdf.ts';
import { isBoldFont } from './liteparse-pages.ts';
import { letterCounts, lostLetters } from './lost-letters.ts';
import { layoutPages } from './page-layout.ts';
import { readPdfDocument } from './read-pdf-document.ts';

async function layout(...contents: string[][]) {
  const bytes = makePdf({ pages: contents.map((parts) => ({ content: parts.join('\n') })) });
  const { pages } = await readPdfDocument(bytes, { password: undefined, maxPages: 100 });
  return pages;
}

async function markdown(...parts: string[]): Promise<string> {
  return (await layout(parts))[0]?.markdown ?? '';
}

const prose = (x: number, y: number, lines: string[], size = 11) =>
  lines.map((text, i) => line(text, x, y - i * 14, size));

describe('tables', () => {
  test('with lines around every cell, wrapped cells whole', async () => {
    const [xs, ys] = [
      [72, 200, 300, 400],
      [700, 660, 640, 620],
    ];
    const grid = [...xs.map((x) => stroke(x, 700, x, 620)), ...ys.map((y) => stroke(72, y, 400, y))];
    const cells = [
      line('Kind of', 76, 686),
      line('vessel', 76, 672),
      line('Length', 204, 686),
      line('Crew', 304, 686),
      line('Cutter', 76, 646),
      line('12.5', 204, 646),
      line('4', 304, 646),
      line('Ketch', 76, 626),
      line('18', 204, 626),
    ];
    expect(await markdown(...grid, ...cells)).toBe(
      '| Kind of vessel | Length | Crew |\n|---|---|---|\n| Cutter | 12.5 | 4 |\n| Ketch | 18 |  |',
    );
  });

  test('with one line under the headings and one above the sum, as bills have them', async () => {
    const rules = [stroke(72, 700, 420, 700), stroke(72, 600, 420, 600)];
    const rows = [
      ['Item', 'Qty', 'Unit', 'Amount'],
      ['Lime putty', '24', 'tub', '348.00'],
      ['Sharp sand', '3', 'tonne', '138.00'],
      ['Goat hair', '6', 'bag', '55.50'],
      ['Copper nails', '5', 'box', '93.00'],
    ];
    const cells = rows.flatMap((row, r) => row.map((text, c) => line(text, [76, 204, 284, 360][c]!, 706 - r * 22)));
    const sum = [line('Total', 284, 582), line('634.50', 360, 582)];
    const intro = prose(76, 760, ['Thank you for your order of last week, which', 'our driver brought on Monday.']);
    const text = await markdown(...intro, ...rules, ...cells, ...sum);
    expect(text).toContain('| Item | Qty | Unit | Amount |\n|---|---|---|---|\n| Lime putty | 24 | tub | 348.00 |');
    expect(text.match(/Item|Lime/g)).toHaveLength(2);
  });

  test('with one line above and one below, and a sentence above the first that heads nothing', async () => {
    const rules = [stroke(72, 700, 420, 700), stroke(72, 610, 420, 610)];
    const rows = [
      ['Lime putty', '24', 'tub', '348.00'],
      ['Sharp sand', '3', 'tonne', '138.00'],
      ['Goat hair', '6', 'bag', '55.50'],
      ['Copper nails', '5', 'box', '93.00'],
    ];
    const cells = rows.flatMap((row, r) => row.map((text, c) => line(text, [76, 204, 284, 360][c]!, 684 - r * 22)));
    const text = await markdown(
      line('We brought you on Monday what you had ordered by telephone:', 76, 706),
      ...rules,
      ...cells,
    );
    expect(text).toMatch(/^We brought you on Monday what you had ordered by telephone:\n\n\| Lime putty \|/);
  });

  test('with lines between columns only', async () => {
    const grid = [
      stroke(72, 700, 400, 700),
      stroke(72, 680, 400, 680),
      stroke(72, 600, 400, 600),
      ...[72, 200, 300, 400].map((x) => stroke(x, 700, x, 600)),
    ];
    const rows = [
      ['Port', 'Depth', 'Berths'],
      ['Aden', '12', '4'],
      ['Bari', '9.5', '11'],
      ['Cork', '11', '7'],
    ];
    const cells = rows.flatMap((row, r) => row.map((text, c) => line(text, [76, 204, 304][c]!, 686 - r * 22)));
    const { tables, markdown: text } = (await layout([...grid, ...cells]))[0]!;
    expect(text.split('\n')).toEqual([
      '| Port | Depth | Berths |',
      '|---|---|---|',
      '| Aden | 12 | 4 |',
      '| Bari | 9.5 | 11 |',
      '| Cork | 11 | 7 |',
    ]);
    expect(tables).toEqual([{ rows: 4, columns: 3 }]);
  });

  test('between horizontal lines, with a heading over two columns', async () => {
    const parts = [
      stroke(72, 700, 420, 700),
      stroke(72, 650, 420, 650),
      stroke(72, 590, 420, 590),
      stroke(190, 680, 420, 680),
      line('Catch in tons', 260, 686),
      line('Species', 76, 660),
      line('2023', 230, 660),
      line('2024', 350, 660),
      line('Cod', 76, 635),
      line('120', 230, 635),
      line('98', 350, 635),
      line('Hake', 76, 618),
      line('45', 230, 618),
      line('51', 350, 618),
      line('Ling', 76, 601),
      line('7', 230, 601),
      line('9', 350, 601),
    ];
    expect((await markdown(...parts)).split('\n')).toEqual([
      '|  | Catch in tons |  |',
      '|---|---|---|',
      '| Species | 2023 | 2024 |',
      '| Cod | 120 | 98 |',
      '| Hake | 45 | 51 |',
      '| Ling | 7 | 9 |',
    ]);
  });

  test('told by alignment alone', async () => {
    const rows = [
      ['Item', 'Count', 'Price'],
      ['Rope', '12', '4.50'],
      ['Sail', '3', '210.00'],
      ['Anchor', '1', '95.20'],
    ];
    const text = await markdown(
      ...prose(72, 740, ['The store sold these goods in the first week of the season, all of them for cash.']),
      ...rows.flatMap((row, r) => row.map((cell, c) => line(cell, [72, 220, 340][c]!, 700 - r * 16))),
    );
    expect(text).toContain('| Item | Count | Price |\n|---|---|---|\n| Rope | 12 | 4.50 |');
  });

  test('a frame around text is no table', async () => {
    const frame = [
      stroke(60, 760, 550, 760),
      stroke(60, 600, 550, 600),
      stroke(60, 760, 60, 600),
      stroke(550, 760, 550, 600),
    ];
    const text = await markdown(
      ...frame,
      ...prose(72, 740, [
        'A notice stands in a frame so that it is seen at once',
        'by everyone who opens the door of the harbour office.',
      ]),
    );
    expect(text).toBe(
      'A notice stands in a frame so that it is seen at once by everyone who opens the door of the harbour office.',
    );
  });
});

describe('reading order', () => {
  const left = [
    'The tide rises twice a day along',
    'most of the coast and falls again',
    'after six hours and a quarter of it.',
  ];
  const right = [
    'Spring tides come with a full or a',
    'new moon and neap tides between',
    'them when the pull is divided up.',
  ];

  test('columns one after the other', async () => {
    const text = await markdown(
      line('On tides', 72, 750, 20, 'F2'),
      ...prose(72, 700, left),
      ...prose(330, 700, right),
    );
    expect(text).toBe(`# On tides\n\n${left.join(' ')}\n\n${right.join(' ')}`);
  });

  test('a sentence goes on whose first line a text layer of OCR has in larger letters', async () => {
    const page = await markdown(
      line('it was a long and cold winter that had', 72, 700, 16),
      ...prose(72, 684, [
        'come to the harbour, and no ship went out before',
        'the ice had gone in the first week of April',
      ]),
    );
    expect(page).toBe(
      'it was a long and cold winter that had come to the harbour, and no ship went out before the ice had gone in the first week of April',
    );
  });

  test('hyphens at the end of a line go', async () => {
    expect(
      await markdown(
        ...prose(72, 700, ['The harbour master wrote a long and care-', 'ful report about the new light on the mole.']),
      ),
    ).toBe('The harbour master wrote a long and careful report about the new light on the mole.');
  });

  test('headings by size and weight, lists by their marks', async () => {
    const text = await markdown(
      line('Manual', 72, 750, 22, 'F2'),
      line('Before you start', 72, 700, 15, 'F2'),
      ...prose(72, 670, ['Read all of this page before you lift the anchor and leave the bay.']),
      line('\x95 check the wind', 72, 640),
      line('\x95 check the tide', 72, 622),
    );
    expect(text).toBe(
      '# Manual\n\n## Before you start\n\nRead all of this page before you lift the anchor and leave the bay.\n\n- check the wind\n\n- check the tide',
    );
  });
});

describe('what stands at the edge', () => {
  test('running heads and page numbers stay as comments', async () => {
    const page = (n: number) => [
      line('Harbour report', 72, 770, 9),
      ...prose(72, 600, [`Page body number ${n} tells of ${'one two three'.split(' ')[n - 1]} ships.`]),
      line(String(n), 300, 20, 9),
    ];
    const pages = await layout(page(1), page(2), page(3));
    expect(pages[1]?.markdown).toBe(
      '<!-- header: Harbour report -->\n\nPage body number 2 tells of two ships.\n\n<!-- footer: 2 -->',
    );
  });

  test('turned text is kept, apart from the lines', async () => {
    const turned = 'BT /F1 10 Tf 0 1 -1 0 30 300 Tm (Received on Monday) Tj ET';
    const text = await markdown(turned, ...prose(72, 600, ['The letter itself runs across the page as usual here.']));
    expect(text).toBe('The letter itself runs across the page as usual here.\n\n<!-- margin: Received on Monday -->');
  });

  test('a page that lies on its side is turned upright', async () => {
    const lines = ['The first line of a page on its side', 'and the second one right below it.'];
    const content = lines.map((text, i) => `BT /F1 11 Tf 0 1 -1 0 ${100 + i * 14} 100 Tm (${text}) Tj ET`);
    expect(await markdown(...content)).toBe(lines.join(' '));
  });
});

test('every character of the text layer is in the Markdown', async () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${i}`);
  const content = words.map((word, i) =>
    line(word, 40 + ((i * 37) % 500), 30 + ((i * 53) % 730), 6 + (i % 9), i % 3 ? 'F1' : 'F2'),
  );
  const text = await markdown(...content);
  const missing = words.filter((word) => !text.includes(word));
  expect(missing).toEqual([]);
});

test('numbers of one or two digits that stand alone are kept, however many there are', async () => {
  const numbers = Array.from({ length: 60 }, (_, i) => String(10 + i));
  const content = numbers.map((number, i) => line(number, 60 + (i % 6) * 80, 700 - Math.floor(i / 6) * 60, 10, 'F1'));
  const text = await markdown(...content);
  expect(numbers.filter((number) => !new RegExp(`\\b${number}\\b`).test(text))).toEqual([]);
  expect(text.match(/\d+/g)).toHaveLength(60);
});

describe('headings', () => {
  const body = (y: number) =>
    prose(72, y, ['The harbour office keeps a book of every ship that comes in and of', 'every one that leaves it.']);
  const bold = (font: string) => ({
    number: 1,
    width: 612,
    height: 792,
    runs: [font, 'Times-Roman'].map((name, i) => ({
      text: i === 0 ? 'Dues of the harbour' : 'They are paid before a ship leaves, at the office on the mole.',
      x: 72,
      y: 80 + i * 24,
      width: i === 0 ? 110 : 320,
      height: 11,
      fontSize: 11,
      isBold: isBoldFont(name),
      isItalic: false,
      isMonospaced: false,
      rotation: 0,
    })),
    textLength: 0,
    rules: [],
    fills: [],
    links: [],
    hasFullPageImage: false,
    imageCoverage: 0,
    isGarbled: false,
    isBlank: false,
  });

  test.each(['CMBX12', 'ABCDEF+SFBX1000', 'NimbusRomNo9L-Medi', 'LinBiolinumTB', 'Foo-Bd', 'Arial,Bold'])(
    'the letters of %s are bold',
    (font) => {
      expect(layoutPages([bold(font)])[0]?.markdown).toMatch(/^# Dues of the harbour\n\n/);
    },
  );

  test.each(['CMR10', 'Helvetica', 'Medina-Regular', 'Times-Italic'])('those of %s are not', (font) => {
    expect(layoutPages([bold(font)])[0]?.markdown).toMatch(/^Dues of the harbour/);
  });

  test('a bold word at the head of a paragraph makes no heading and does not part its sentence', async () => {
    const start =
      'BT /F2 11 Tf 72 700 Td (Unpacking.) Tj /F1 11 Tf ( The crates are opened on the quay by the men of) Tj ET';
    const rest = prose(72, 686, ['the office, who count what is in them and write it down', 'before the carts come.']);
    expect(await markdown(start, ...rest)).toBe(
      'Unpacking. The crates are opened on the quay by the men of the office, who count what is in them and write it down before the carts come.',
    );
  });

  test('what a bookmark names is one, of its level, in whatever letters, with or without its number', async () => {
    const content = [
      line('2.1', 72, 740),
      line('Dues and tolls', 100, 740),
      ...body(720),
      line('Lights', 72, 660),
      ...body(646),
    ].join('\n');
    const bytes = makePdf({
      pages: [{ content }],
      outline: [
        { title: 'Dues and tolls', page: 1 },
        { title: '3 Lights', page: 1 },
      ],
    });
    const { pages } = await readPdfDocument(bytes, { password: undefined, maxPages: 1 });
    expect(pages[0]?.markdown).toMatch(/^# 2\.1 Dues and tolls\n\nThe harbour .+\n\n# Lights\n\nThe harbour/);
  });

  test('two numbered ones below each other stay two', async () => {
    const heads = [line('3.1 Ships', 72, 740, 13, 'F2'), line('3.1.1 Of the line', 72, 722, 12, 'F2')];
    expect(await markdown(...heads, ...body(700))).toMatch(/^# 3\.1 Ships\n\n#+ 3\.1\.1 Of the line\n\n/);
  });

  test('the lines of a table of contents are none, and their dots are no columns', async () => {
    const dots = (title: string, page: string, y: number, font: 'F1' | 'F2' = 'F1') => [
      line(title, 72, y, 11, font),
      ...Array.from({ length: 30 }, (_, i) => line('.', 200 + i * 8, y)),
      line(page, 460, y, 11, font),
    ];
    const text = await markdown(
      line('Contents', 72, 750, 20, 'F2'),
      line('1 Ships', 72, 710, 11, 'F2'),
      line('4', 460, 710, 11, 'F2'),
      ...dots('1.1 Of sail', '4', 695),
      ...dots('1.2 Of steam', '9', 680),
      line('2 Harbours', 72, 665, 11, 'F2'),
      line('17', 460, 665, 11, 'F2'),
      ...dots('2.1 Natural ones', '18', 650),
    );
    expect(text).toBe(
      '# Contents\n\n| 1 Ships | 4 |\n|---|---|\n| 1.1 Of sail … | 4 |\n| 1.2 Of steam … | 9 |\n| 2 Harbours | 17 |\n| 2.1 Natural ones … | 18 |',
    );
  });

  test('a heading below a table does not belong to it', async () => {
    const rows = ['Rope', 'Sail', 'Anchor', 'Chain'].flatMap((name, i) => [
      line(name, 72, 740 - i * 14),
      line(`${i + 3}.50`, 200, 740 - i * 14),
    ]);
    const head = [line('4', 72, 670, 14, 'F2'), line('Prices', 100, 670, 14, 'F2')];
    const text = await markdown(
      ...rows,
      ...head,
      line('5', 72, 645, 14, 'F2'),
      line('Terms', 100, 645, 14, 'F2'),
      ...body(625),
    );
    expect(text).toMatch(/\| Chain \| 6\.50 \|\n\n# 4 Prices\n\n# 5 Terms\n\nThe harbour/);
  });
});

test('letters of the text layer are counted against those of the Markdown', async () => {
  const [page] = await layout(prose(72, 600, ['The light on the mole has been out since Tuesday night.']));
  expect(page?.letters).toEqual({ all: 44, lost: 0 });
  expect(lostLetters(letterCounts('ﬁve ships', 'seven'), 'five &lt;ships')).toEqual({ all: 14, lost: 5 });
});

describe('a table between rules, one column of which is text', () => {
  const row = (y: number, ...cells: string[]) => cells.map((cell, i) => line(cell, 72 + i * 90, y, 10)).join('\n');
  const rules = [700, 560].map((y) => stroke(70, y, 520, y));
  const cells = [
    row(688, 'package', 'size', 'description'),
    row(668, 'vim', '3570', 'an editor for programmers, in its own words improved,'),
    row(656, '', '', 'of many commands that are learned over the years'),
    row(636, 'gpm', '521', 'the mouse of the console, which cuts and pastes there'),
    row(622, 'mc', '1482', 'a manager of files that fills the screen with letters'),
    row(608, 'w3m', '2828', 'a browser that shows the pages of the web as text only'),
  ];
  const read = async (...parts: string[]) => {
    const bytes = makePdf({ pages: [{ content: parts.join('\n') }] });
    return (await readPdfDocument(bytes, { password: undefined, maxPages: 1 })).pages[0]?.markdown ?? '';
  };

  test('has its wrapped lines in one cell', async () => {
    expect(await read(...rules, ...cells)).toContain(
      '| vim | 3570 | an editor for programmers, in its own words improved, of many commands that are learned over the years |',
    );
  });

  test('is none where a paragraph runs across the columns', async () => {
    const paragraph = line('It is a good idea to read the documentation that comes with these packages.', 72, 590, 10);
    expect(await read(...rules, ...cells, paragraph)).not.toContain('| It is a good idea');
  });

  test('of two columns alone, between two rules', async () => {
    const keys = [
      row(688, 'key', 'what it does'),
      row(668, 'Ctrl-U', 'erases the line before the cursor, however long it is, at once'),
      row(648, 'Ctrl-C', 'ends a program that runs'),
      row(628, 'Ctrl-Z', 'stops a program by moving it behind the others, where it'),
      row(616, '', 'waits'),
      row(596, 'Tab', 'completes the name of a file that was begun under the shell'),
    ];
    expect(await read(...rules, ...keys)).toContain(
      '| Ctrl-Z | stops a program by moving it behind the others, where it waits |\n| Tab |',
    );
  });

  test('columns that stand as close as words, one row of which is read in one go', async () => {
    const close = [
      row(688, 'package', 'size'),
      row(668, 'emacs-nox-gtk-luc', '33819'),
      row(648, 'vim', '3570'),
      row(628, 'gpm', '521'),
      row(608, 'w3m', '2828'),
    ];
    const text = await read(...rules, ...close);
    expect(text).toContain('| vim | 3570 |');
    expect(text).toContain('| emacs-nox-gtk-luc | 33819 |');
  });

  test('ends where two lines of text stand before the rule that the next begins with', async () => {
    const second = [475, 425].map((y) => stroke(70, y, 520, y));
    const between = [
      line('It is a good idea to read the documentation that comes with these.', 72, 540, 10),
      line('Table 2. Where the documentation of each of the packages is kept now.', 72, 500, 10),
    ];
    const more = [row(463, 'package', 'size', 'place'), row(448, 'bash', '12', 'shelf'), row(433, 'dash', '7', 'box')];
    const text = await read(...rules, ...cells, ...between, ...second, ...more);
    expect(text).toMatch(/\| w3m \|[^\n]+\n\nIt is a good idea/);
    expect(text).toContain('| package | size | place |\n|---|---|---|\n| bash | 12 | shelf |');
  });

  test('parts its columns where no cell crosses the gap, and joins lines that stand closer than rows', async () => {
    const keys = [
      row(688, 'key', 'what it does'),
      row(668, 'F1', 'shows a menu that explains all of the other keys of the program'),
      row(650, 'F3', 'shows a file'),
      [line('Insert or Shift-T', 72, 632, 10), line('marks a doc-', 162, 632, 10)].join('\n'),
      row(620, '', 'ument'),
      row(602, 'F10', 'ends it'),
    ];
    expect(await read(...rules, ...keys)).toContain(
      '| F3 | shows a file |\n| Insert or Shift-T | marks a document |\n| F10 | ends it |',
    );
  });

  const short = [
    row(688, 'package', 'size', 'place'),
    ...['bash', 'dash', 'fish', 'ksh', 'zsh'].map((name, i) => row(666 - i * 20, name, `${12 + i}`, `shelf ${i}`)),
  ];

  test('begins under the lines of text that stand between the rule of a figure and its own', async () => {
    const figure = stroke(70, 780, 520, 780);
    const caption = [
      line('Figure 2. The frame above this caption is as wide as the table under it is.', 72, 752, 10),
      line('Table 3. This is a wide table, that goes over the whole width of the page and', 72, 726, 10),
      line('has a caption of two lines.', 72, 714, 10),
    ];
    const text = await read(figure, ...rules, stroke(70, 680, 520, 680), ...caption, ...short);
    expect(text).toMatch(/caption of two lines\.\n\n\| package \| size \| place \|\n/);
  });

  test('ends where only lines of text stand before its last rule', async () => {
    const notes = [
      line('a This is a note to the table over it, which goes on over the whole width of it.', 72, 540, 10),
      line('Table 4. And this is the caption of the table that begins under the last rule.', 72, 500, 10),
    ];
    const text = await read(...rules, stroke(70, 680, 520, 680), stroke(70, 480, 520, 480), ...short, ...notes);
    expect(text).toMatch(/\| zsh \| 16 \| shelf 4 \|\n\na This is a note/);
  });
});
