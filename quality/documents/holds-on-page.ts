import type { PageAssertion } from './page-assertions.ts';

/** A page's Markdown, made ready to be asked. */
export interface AskedPage {
  text: string;
  tables: string[][][];
}

export function askedPage(markdown: string): AskedPage {
  const body = markdown.replace(/<!--[\s\S]*?-->/g, '\n');
  const tables = [...body.matchAll(/(?:^\|.*\|[ \t]*\n?)+/gm)].map(([table]) =>
    table
      .trim()
      .split('\n')
      .filter((row) => !/^\|[\s:|-]+\|$/.test(row))
      .map((row) =>
        row
          .trim()
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map(fold),
      ),
  );
  return { text: fold(body), tables };
}

/** Whether it is so, by as many differing characters as olmOCR-bench lets pass: one in twenty. */
export function holds(assertion: PageAssertion, page: AskedPage): boolean {
  switch (assertion.kind) {
    case 'present':
      return endsOf(assertion.text, page.text).length > 0;
    case 'order': {
      const [before, after] = [endsOf(assertion.before, page.text), endsOf(assertion.after, page.text)];
      return before.length > 0 && after.length > 0 && (before[0] ?? 0) < (after.at(-1) ?? 0);
    }
    case 'absent': {
      if (!assertion.isNumber) return endsOf(assertion.text, page.text).length === 0;
      const words = page.text.split(' ');
      return words.length < 2 || ![words[0], words.at(-1)].includes(fold(assertion.text));
    }
    case 'table':
      return page.tables.some((rows) =>
        rows.some((row, r) =>
          row.some(
            (cell, c) =>
              c > 0 &&
              r > 0 &&
              isLike(assertion.cell, cell) &&
              isLike(assertion.left, row[c - 1] ?? '') &&
              isLike(assertion.up, rows[r - 1]?.[c] ?? '') &&
              (assertion.heading === '' || rows.slice(0, r).some((above) => isLike(assertion.heading, above[c] ?? ''))),
          ),
        ),
      );
    default: {
      const unknown: never = assertion;
      return unknown;
    }
  }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function fold(text: string): string {
  return text
    .replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/^[ \t]*(?:#{1,6}|-)[ \t]+/gm, '')
    .replace(/\*\*|`+|\\(?=[#>|*_])/g, '')
    .normalize('NFKC')
    .replace(/[‘’‛´]/g, "'")
    .replace(/[“”„]|''/g, '"')
    .replace(/[‐-―−]+|--+/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

const allowed = (text: string): number => Math.ceil(text.length / 20);

/** Where in the text it ends. */
function endsOf(sentence: string, text: string): number[] {
  const needle = fold(sentence);
  const exact = text.indexOf(needle);
  return exact >= 0
    ? [exact + needle.length, text.lastIndexOf(needle) + needle.length]
    : nearEnds(needle, text, allowed(needle));
}

function isLike(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  const differences = a.length < 8 ? 0 : allowed(a);
  return (
    a === b ||
    (differences > 0 && Math.abs(a.length - b.length) <= differences && nearEnds(a, b, differences).length > 0)
  );
}

/** Where it ends with at most so many characters that differ. */
function nearEnds(needle: string, text: string, differences: number): number[] {
  const ends: number[] = [];
  const row = Array.from({ length: needle.length + 1 }, (_, i) => i);
  for (let j = 1; j <= text.length; j++) {
    let diagonal = 0;
    for (let i = 1; i <= needle.length; i++) {
      const up = row[i] ?? 0;
      row[i] = Math.min(
        diagonal + (needle.charCodeAt(i - 1) === text.charCodeAt(j - 1) ? 0 : 1),
        up + 1,
        (row[i - 1] ?? 0) + 1,
      );
      diagonal = up;
    }
    if ((row[needle.length] ?? 0) <= differences) ends.push(j);
  }
  return ends;
}
