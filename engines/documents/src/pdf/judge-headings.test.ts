import { expect, test } from 'vitest';
import { layoutPages } from './page-layout.ts';
import type { RawPage, TextRun } from './raw-page.ts';

const run = (text: string, y: number, font: string): TextRun => ({
  text,
  x: 72,
  y,
  width: text.length * 5,
  height: 10,
  fontSize: 10,
  font,
  isBold: false,
  isItalic: false,
  isMonospaced: false,
  rotation: 0,
});

function page(number: number, runs: TextRun[]): RawPage {
  const marks = { rules: [], fills: [], links: [], hasFullPageImage: false, imageCoverage: 0 };
  return { number, width: 595, height: 842, runs, textLength: 0, ...marks, isGarbled: false, isBlank: false };
}

const sentence = 'The harbour master keeps a list of every vessel that comes in, and of those that leave.';
const section = (title: string, y: number): TextRun[] => [
  run(title, y, 'Gothic'),
  ...Array.from({ length: 6 }, (_, i) => run(sentence, y + 15 + i * 12, 'Roman')),
];

test('a title of the size of the text is one by its font and number, and does not run on into the text below it', () => {
  const words = ['Arrival', 'Berths and moorings', 'Dues', 'Departure', 'Winter storage', 'Lost property'];
  const titles = Array.from({ length: 18 }, (_, i) => `${i + 1} ${words[i % 6]}`);
  const pages = Array.from({ length: 6 }, (_, i) =>
    page(
      i + 1,
      titles.slice(i * 3, i * 3 + 3).flatMap((title, at) => section(title, 100 + at * 110)),
    ),
  );
  const found = layoutPages(pages).flatMap(({ markdown }) => markdown.match(/^#+ .*$/gm) ?? []);
  expect(found.map((line) => line.replace(/^#+ /, ''))).toEqual(titles);
});

test('a page of addresses, sums and sentences has no heading but its subject', () => {
  const lines = ['Harbour Office', '12 Quay Road', 'Penzance', '', 'Mr J. Carne', '3 Chapel Street', 'Newlyn'];
  const letter = [
    ...lines.map((line, i) => run(line, 80 + i * 13, 'Roman')),
    ...Array.from({ length: 8 }, (_, i) => run(sentence, 220 + i * 12, 'Roman')),
    run('Yours sincerely', 360, 'Roman'),
  ].filter(({ text }) => text !== '');
  expect(layoutPages([page(1, letter)])[0]?.markdown).not.toMatch(/^#/m);
});

test('what a line of the text looks like is none, however many there are', () => {
  const started = performance.now();
  const pages = Array.from({ length: 60 }, (_, i) =>
    page(
      i + 1,
      Array.from({ length: 400 }, (_, at) => ({
        ...run(`${at} ships in ${i}`, 40 + (at >> 2) * 8, 'Roman'),
        x: 72 + (at % 4) * 120,
      })),
    ),
  );
  expect(layoutPages(pages).join('')).not.toMatch(/^#/m);
  expect(performance.now() - started).toBeLessThan(20_000);
});
