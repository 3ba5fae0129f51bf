import { expect, it } from 'vitest';
import { htmlToMarkdown } from './html-markdown.ts';
import { wellFormedHtml } from './well-formed-html.ts';

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
  const whole = `<p><table class="x"><tr><td>${inner}</td><th>b</th></tr></table><thing></thing></p>`;
  expect(wellFormedHtml(whole)).toEqual([whole]);
});

it('tags without an end take one pass', () => {
  const started = performance.now();
  wellFormedHtml(`<table>${'<td '.repeat(500_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});

it.each([
  ['elements in one another', '<div>'],
  ['marks in one another', '<b><code>`'],
  ['comments', '<!--'],
  ['tags', '<a b="'],
  ['scripts', '<script>x'],
  ['fields', '<textarea>'],
  ['breaks', '<br> \n'],
  ['paragraphs', '<p>word'],
  ['items', '<li>word'],
  ['lines', 'word<br>'],
  ['marks', '<span>word</span> '],
  ['figures', '7'],
  ['links', '<a href="x">word</a> '],
  ['cells', '<td>word'],
  ['items of a numbered list', '<ol><li>word</li><li>word<ul>'],
  ['fonts', '<font>word<p>'],
  ['headings', '<h2>word<br>'],
])('HTML of %s without an end takes time in proportion', async (_, part) => {
  await htmlToMarkdown('<p>a</p>');
  const started = process.cpuUsage();
  const text = await htmlToMarkdown(`<p>first</p>${part.repeat(Math.ceil(400_000 / part.length))}`);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
  expect(text).toMatch(/^first/);
  expect(text.length).toBeLessThan(1_000_000);
});

it('text between elements that never end is kept', async () => {
  expect(await htmlToMarkdown(`<ul><li>one<li>two</ul><p>three<p>four ${'<div>'.repeat(600)}five`)).toMatch(
    /\* one|- one[\s\S]*- two[\s\S]*three\n\nfour[\s\S]*five$/,
  );
  expect(await htmlToMarkdown('a<br><br><br><br><br>b<br>c')).toMatch(/^a\s+b\s+c$/);
  expect(await htmlToMarkdown('<pre>x\n  y</pre><SCRIPT>if (a<b) {}</SCRIPT>z')).toMatch(/x\n {2}y\s+z/);
  expect(await htmlToMarkdown('<p>Built in 2024. Then</p><p>1. no list</p>')).toBe(
    'Built in 2024. Then\n\n1\\. no list',
  );
  expect(await htmlToMarkdown('5 < 6 and <a href="/x">seven</a> <!-- not closed')).toMatch(/5 < 6 and \[seven\]/);
});

it.each([
  ['a cell', '<table><tr><td>', '<p>word</p>'],
  ['a numbered list', '<ol>', '<li>word</li>'],
  ['an element of no known name', '<x-page>', '<p>word</p>'],
])('all in %s takes time in proportion, and loses nothing', async (_, before, part) => {
  await htmlToMarkdown('<p>a</p>');
  const started = process.cpuUsage();
  const text = await htmlToMarkdown(before + part.repeat(40_000));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(8000);
  expect(text.match(/word/g)).toHaveLength(40_000);
});

it('a letter whose small form is longer moves no place', async () => {
  expect(await htmlToMarkdown(`${'İ'.repeat(40)}<script>var a = 1;</script><p>İstanbul</p>`)).toBe(
    `${'İ'.repeat(40)}\n\nİstanbul`,
  );
});
