import { expect, it } from 'vitest';
import { closeTableCells } from './close-table-cells.ts';
import { htmlToMarkdown } from './html-markdown.ts';

const grid = '| Port | Hour |\n| --- | --- |\n| Dover | 04:12 |\n| Calais | 05:40 |';
const tidy = (markdown: string) => markdown.replace(/-+/g, '---').replace(/ +/g, ' ');

it.each([
  ['cells and rows', '<table><tr><th>Port<th>Hour<tr><td>Dover<td>04:12<tr><td>Calais<td>05:40</table>'],
  [
    'rows',
    '<TABLE><TR><TH>Port</TH><TH>Hour</TH><TR><TD>Dover</TD><TD>04:12</TD><TR><TD>Calais</TD><TD>05:40</TD></TABLE>',
  ],
  [
    'parts of the table',
    '<table><thead><tr><th>Port<th>Hour<tbody><tr><td>Dover<td>04:12</tr><tr><td>Calais<td>05:40</table>',
  ],
  [
    'nothing',
    '<table><tr><th>Port</th><th>Hour</th></tr><tr><td>Dover</td><td>04:12</td></tr><tr><td>Calais</td><td>05:40</td></tr></table>',
  ],
])('a table in which the ends of %s are left out is a table', async (_, html) => {
  expect(tidy(await htmlToMarkdown(html))).toBe(grid);
});

it('what is complete stays as it is, tables in cells too', () => {
  const inner = '<table><tbody><tr><td>a</td></tr></tbody></table>';
  const whole = `<p><table class="x"><tr><td>${inner}</td><th>b</th></tr></table><thing></thing>`;
  expect(closeTableCells(whole)).toBe(whole);
});

it('tags without an end take one pass', () => {
  const started = performance.now();
  closeTableCells(`<table>${'<td '.repeat(500_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
