import { below, pick, type Random } from '../seeded.ts';
import { repeated, type Shape, written } from './shape.ts';

const people = ['Anna Smith', 'José García', 'Jürgen Groß', "Sinéad O'Connor", '王小明', 'Иван Петров'];
const things = ['pump', 'valve', 'Schraube M8', 'cable 3 m', 'battery', 'filter'];
const months = ['January', 'März', 'avril', 'June', 'Oktober', 'diciembre'];

/** What people paste: pages, tables, code, mail. */
export const documentShapes: readonly Shape[] = [
  written('figures', (random) => `${below(random, 1e9)} `),
  written('amounts', (random) =>
    pick(random, [`€ ${amount(random, '.')}, `, `${amount(random, ',')} USD `, `${amount(random, '.')} km `]),
  ),
  written('dates', (random) =>
    pick(random, [
      `${below(random, 28)}.${below(random, 12)}.2026 `,
      `${pick(random, months)} ${below(random, 30)}, 2025; `,
      `2026-0${below(random, 9)}-1${below(random, 9)} `,
    ]),
  ),
  written(
    'times and units',
    (random) => `${below(random, 23)}:${below(random, 59)} h, ${below(random, 900)} kg, ${below(random, 90)} % `,
  ),
  written(
    'labels',
    (random) =>
      `${pick(random, ['Name', 'Total', 'Invoice no.', 'Due date'])}: ${pick(random, people)} ${below(random, 9999)}\n`,
  ),
  written(
    'web addresses',
    (random) => `https://www.example.invalid/${word(random)}/${word(random)}?q=${word(random)}#${below(random, 99)} `,
  ),
  written('mail addresses', (random) => `${word(random)}.${word(random)}@example.invalid, `),
  written(
    'postal addresses',
    (random) =>
      `${pick(random, people)}, ${below(random, 200)} ${word(random)} Street, ${below(random, 99999)} Berlin\n`,
  ),
  written(
    'code',
    (random, i) =>
      `export function ${word(random)}${i}(a: string[]) {\n  for (const b of a) { if (b !== "${word(random)}") return b?.c[${i}]; } // ${word(random)}\n}\n`,
  ),
  written(
    'lines of a log',
    (random) =>
      `2026-11-23T06:0${below(random, 9)}:11Z ERROR [${word(random)}] at ${word(random)} (${word(random)}.ts:${below(random, 900)}:5) key="${word(random)}"\n`,
  ),
  written(
    'JSON',
    (random, i) =>
      `{"id":${i},"name":"${pick(random, people)}","items":[{"thing":"${pick(random, things)}","price":${amount(random, '.')}}],"ok":true}\n`,
  ),
  written('CSV', (random, i) =>
    i === 0
      ? 'id,name,thing,price,date\n'
      : `${i},"${pick(random, people)}",${pick(random, things)},${amount(random, '.')},2026-01-0${below(random, 9)}\n`,
  ),
  written('CSV of semicolons', (random, i) =>
    i === 0 ? 'Nr;Name;Betrag\n' : `${i};${pick(random, people)};${amount(random, ',')}\n`,
  ),
  written(
    'columns of spaces',
    (random) =>
      `${pick(random, people).padEnd(30)}${String(below(random, 9999)).padStart(12)}   ${pick(random, things)}\n`,
  ),
  written('a Markdown table', (random, i) =>
    i === 0
      ? '| Name | Thing | Price |\n|---|---|---|\n'
      : `| ${pick(random, people)} | ${pick(random, things)} | ${amount(random, '.')} |\n`,
  ),
  written('Markdown', (random, i) =>
    pick(random, [
      `\n## ${word(random)} ${i}\n\n`,
      `- **${word(random)}** and _${word(random)}_ ([${word(random)}](https://a.invalid))\n`,
      `${word(random)} \`${word(random)}\`. `,
      `\n\`\`\`js\n${word(random)}()\n\`\`\`\n`,
      `> ${word(random)}\n`,
    ]),
  ),
  written('HTML', (random) =>
    pick(random, [
      `<div class="${word(random)}"><p>${word(random)} &amp; ${word(random)}</p></div>`,
      `<table><tr><td>${word(random)}</td></tr></table>`,
      `<script>var a="${word(random)}"</script>`,
      `<a href='https://a.invalid'>${word(random)}</a><br>`,
    ]),
  ),
  { name: 'deep HTML', make: (_, bytes) => '<div>'.repeat(bytes / 11) + '</div>'.repeat(bytes / 11) },
  { name: 'deep JSON', make: (_, bytes) => '[{"a":'.repeat(bytes / 8) + '}]'.repeat(bytes / 8) },
  written(
    'a thread of mail',
    (random, i) =>
      `${'> '.repeat(i % 7)}${i % 9 === 0 ? `From: ${pick(random, people)} <${word(random)}@a.invalid>\nSubject: Re: Re: ${word(random)}\n` : ''}${word(random)} ${word(random)} ${word(random)}.\n`,
  ),
  written('a list of figures', (random, i) => `${i + 1}. ${word(random)} ${word(random)}\n`),
  written(
    'identifiers',
    (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)} `,
  ),
  written('base64', (random) => Buffer.from(hex(random, 48)).toString('base64')),
  written(
    'a conversation',
    (random, i) => `${i % 2 === 0 ? 'User' : 'Assistant'}: ${word(random)} ${word(random)} ${word(random)}?\n`,
  ),
  repeated('a sum', '2+2*'),
];

function amount(random: Random, mark: string): string {
  return `${below(random, 100_000)}${mark}${10 + below(random, 89)}`;
}

function word(random: Random): string {
  return (1e6 + below(random, 1e9)).toString(36).replace(/\d/g, 'e');
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => below(random, 16).toString(16)).join('');
}
