import { describe, expect, it } from 'vitest';
import { layoutPages } from '../pdf/page-layout.ts';
import type { TextRun } from '../pdf/raw-page.ts';
import { layOutLines } from './lay-out-lines.ts';
import type { ReadLine } from './ocr-engine.ts';

interface Placed {
  text: string;
  x: number;
  y: number;
}

const size = 10;
const letter = 5;

/** What a text layer holds of texts at places counted in points. */
function asRun({ text, x, y }: Placed): TextRun {
  const box = { x, y, width: text.length * letter, height: size };
  return { ...box, text, fontSize: size, isBold: false, isItalic: false, isMonospaced: false, rotation: 0 };
}

/** The same as an OCR engine reads it off a picture three times as fine. */
function asLine({ text, x, y }: Placed): ReadLine {
  const scale = 3;
  let at = x;
  const words = text.split(' ').map((word) => {
    const box = { x: at * scale, y: y * scale, width: word.length * letter * scale, height: size * scale };
    at += (word.length + 1) * letter;
    return { text: word, box, confidence: 0.9 };
  });
  const box = { x: x * scale, y: y * scale, width: text.length * letter * scale, height: size * scale };
  return { words, box, confidence: 0.9, engine: 'test' };
}

function bothWays(placed: Placed[], width = 600, height = 800) {
  const page = {
    number: 1,
    width,
    height,
    runs: placed.map(asRun),
    textLength: 0,
    rules: [],
    fills: [],
    links: [],
    hasFullPageImage: false,
    imageCoverage: 0,
    isGarbled: false,
    isBlank: false,
  };
  const read = layOutLines(placed.map(asLine), width * 3, height * 3);
  return { layer: layoutPages([page])[0]?.markdown ?? '', read };
}

describe('recognised lines', () => {
  it('give the same table as the text layer of the same page', () => {
    const rows = [
      ['Port', 'Morning', 'Evening'],
      ['Dover', '4.12', '16.40'],
      ['Calais', '5.03', '17.28'],
      ['Ostend', '5.51', '18.09'],
    ];
    const placed = rows.flatMap((row, r) => row.map((text, c) => ({ text, x: 60 + c * 150, y: 100 + r * 16 })));
    const { layer, read } = bothWays([{ text: 'Hours of high water', x: 60, y: 60 }, ...placed]);
    expect(read.markdown).toBe(layer);
    expect(read.markdown).toContain('| Port | Morning | Evening |\n|---|---|---|\n| Dover | 4.12 | 16.40 |');
    expect(read.blocks.map(({ type }) => type)).toEqual(['paragraph', 'table']);
    expect(read.blocks[1]).toMatchObject({ confidence: 0.9, bounding_box: { x: 180, y: 300 } });
  });

  it('keep a title whole whose words stand wider apart than those of the table under it', () => {
    const rows = [
      ['Rye loaf', '4.80'],
      ['Two pears', '2.15'],
      ['Butter', '3.05'],
      ['Sum', '10.00'],
    ];
    const placed = rows.flatMap(([name, price], r) => [
      { text: name!, x: 20, y: 60 + r * 16 },
      { text: price!, x: 260, y: 60 + r * 16 },
    ]);
    // The gap within the title is wider than a letter is high, and no other line shares it.
    const title = [
      { text: 'MARKET', x: 105, y: 30 },
      { text: 'STALL', x: 147, y: 30 },
    ];
    const { layer, read } = bothWays([...title, ...placed], 300, 300);
    expect(read.text).toBe('MARKET STALL\n\nRye loaf\t4.80\nTwo pears\t2.15\nButter\t3.05\nSum\t10.00');
    expect(layer).toBe(read.markdown);
  });

  it('of two columns that an engine read across the gap are read column by column', () => {
    const left = (i: number) => `the left column goes on in line ${i} of it`;
    const right = (i: number) => `and the right one has its own line ${i}`;
    const placed = Array.from({ length: 12 }, (_, i) => [
      { text: left(i), x: 40, y: 100 + i * 13 },
      { text: right(i), x: 320, y: 100 + i * 13 },
    ]);
    const { text } = layOutLines(
      placed.map(([one, other]) => {
        const [first, second] = [asLine(one!), asLine(other!)];
        const box = { ...first.box, width: second.box.x + second.box.width - first.box.x };
        return { ...first, words: [...first.words, ...second.words], box };
      }),
      1800,
      2400,
    );
    expect(text.split('\n').filter(Boolean)).toEqual([
      ...placed.map(([one]) => one!.text),
      ...placed.map(([, other]) => other!.text),
    ]);
  });

  it('at the edge of a page that are its number stay in the text and are a comment in the Markdown', () => {
    const lines = Array.from({ length: 30 }, (_, i) => ({
      text: `a full line of the page, number ${i}`,
      x: 60,
      y: 90 + i * 20,
    }));
    const { layer, read } = bothWays([...lines, { text: '17', x: 295, y: 770 }]);
    expect(read.markdown).toContain('<!-- footer: 17 -->');
    expect(layer).toContain('<!-- footer: 17 -->');
    expect(read.text).toMatch(/\b17$/);
  });

  it('that touch each other are not mixed', () => {
    const upper = asLine({ text: 'Come again soon', x: 60, y: 100 });
    const lower = asLine({ text: 'Thank you all', x: 62, y: 106 });
    const { text } = layOutLines([upper, lower, asLine({ text: 'And more of it', x: 60, y: 130 })], 1800, 2400);
    expect(text).toContain('Come again soon');
    expect(text).toContain('Thank you all');
  });

  it('are placed exactly once, wherever they stand', () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 40; round++) {
      const placed = Array.from({ length: 1 + random(60) }, (_, i) => ({
        text: Array.from({ length: 1 + random(5) }, (_, w) => `w${i}x${w}${'y'.repeat(random(9))}`).join(' '),
        x: random(500),
        y: random(760),
      }));
      const { blocks, text } = layOutLines(placed.map(asLine), 1800, 2400);
      const wanted = placed.flatMap(({ text: line }) => line.split(' ')).sort();
      expect(blocks.flatMap(({ words }) => (words ?? []).map((word) => word.text)).sort()).toEqual(wanted);
      expect(text.split(/\s+/).sort()).toEqual(wanted);
    }
  });
});

it('reads columns that stand close one after the other, also where a line of the left one runs far out', () => {
  const lines = Array.from({ length: 12 }, (_, index) => [
    {
      text: `left line ${String(index).padStart(2, '0')} of the page goes on${index === 5 ? ' more' : ''}`,
      x: 30,
      y: 40 + index * 14,
    },
    {
      text: `right line ${String(index).padStart(2, '0')} of the page goes on`,
      x: index === 7 ? 222 : 225,
      y: 40 + index * 14,
    },
  ]).flat();
  const { markdown } = layOutLines(lines.map(asLine), 1400, 1000);
  const order = [...markdown.matchAll(/(left|right) line (\d\d)/g)].map(([, side, number]) => `${side} ${number}`);
  const expected = ['left', 'right'].flatMap((side) =>
    Array.from({ length: 12 }, (_, index) => `${side} ${String(index).padStart(2, '0')}`),
  );
  expect(order).toEqual(expected);
});

it('parts lines of two columns that stand as close as words, where their boxes are higher than the print', () => {
  const rows = Array.from({ length: 14 }, (_, index) => [
    asLine({ text: `the left column, line ${index + 10} of it`, x: 30, y: 40 + index * 16 }),
    asLine({ text: `and the right one, line ${index + 10}`, x: 186, y: 40 + index * 16 }),
  ]);
  const higher = rows.map((row, index) =>
    row.map((line) => (index % 5 === 2 ? { ...line, box: { ...line.box, y: line.box.y - 9, height: 48 } } : line)),
  );
  const { text } = layOutLines(higher.flat(), 1100, 900);
  expect(text.split(/\n+/).map((line) => line.slice(0, 9))).toEqual([
    ...rows.map(() => 'the left '),
    ...rows.map(() => 'and the r'),
  ]);
});

it('keeps lines whole that the lines of a chart end amid', () => {
  const names = ['Alice Marlowe (0041)', 'Bernard Quill (0042)', 'Cecily Thorne (0043)', 'Dorian Vance (0044)'];
  const boxes = names.flatMap((name, column) => [0, 1, 2].map((row) => ({ name: `${name} ${row}`, column, row })));
  const left = (column: number) => 30 + column * 140;
  const placed = boxes.flatMap(({ name, column, row }) => [
    { text: name, x: left(column), y: 100 + row * 80 },
    { text: 'Field Sales Staff', x: left(column) + 5, y: 114 + row * 80 },
  ]);
  // From the middle of the first box to that of the last one, above each row of boxes, and what joins these lines.
  const middle = 55;
  const across = [90, 170, 250].map((y) => ({ x1: left(0) + middle, y1: y, x2: left(3) + middle, y2: y }));
  const down = [0, 1, 2, 3].map((column) => ({
    x1: left(column) + middle,
    y1: 90,
    x2: left(column) + middle,
    y2: 250,
  }));
  const rules = [...across, ...down].map(({ x1, y1, x2, y2 }) => ({ x1: x1 * 3, y1: y1 * 3, x2: x2 * 3, y2: y2 * 3 }));
  const { text } = layOutLines(placed.map(asLine), 1800, 1200, rules);
  for (const { name } of boxes) expect(text).toContain(name);
});
