import type { Sentence } from '@parley/text';

/** A passage that can be cited; a row of a table also says its cells with their headings. */
export interface Quotable extends Sentence {
  said?: string;
}

const row = /^\|.*\|\s*$/;
const rule = /^\|(?:\s*:?-{2,}:?\s*\|)+\s*$/;
const mostRows = 2000;
const longest = 420;

/** The rows of the Markdown tables of a text: `text` is the row as it stands there, without its outer bars. */
export function tableRows(text: string): Quotable[] {
  const rows: Quotable[] = [];
  let headings: string[] | null = null;
  let start = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!row.test(line)) headings = null;
    else if (headings === null) headings = rule.test(lines[index + 1] ?? '') ? cellsOf(line) : null;
    else if (!rule.test(line) && rows.length < mostRows) {
      const said = spoken(headings, cellsOf(line));
      const [from, to] = [line.search(/[^|\s]/), line.replace(/(?<![|\s])[|\s]+$/, '').length];
      if (said !== null && from >= 0)
        rows.push({ text: line.slice(from, to), start: start + from, end: start + to, said });
    }
    start += line.length + 1;
  }
  return rows;
}

/** The line of headings of the table that a line belongs to; null outside tables and for the headings themselves. */
export function headerOf(text: string, lineStart: number): string | null {
  if (text[lineStart] !== '|') return null;
  let from = lineStart;
  while (from > 0) {
    const above = text.lastIndexOf('\n', from - 2) + 1;
    if (text[above] !== '|' || above === from) break;
    from = above;
  }
  return from === lineStart ? null : text.slice(from, text.indexOf('\n', from));
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** "Place: 1, Name: Ada Lund."; null for a row of fewer than two cells, or one that is too long to cite. */
function spoken(headings: readonly string[], cells: readonly string[]): string | null {
  const told = cells.flatMap((cell, column) => {
    const heading = headings[column] ?? '';
    return cell === '' ? [] : [heading === '' ? cell : `${heading}: ${cell}`];
  });
  const said = `${told.join(', ')}.`;
  return told.length < 2 || said.length > longest || /https?:/.test(said) ? null : said;
}
