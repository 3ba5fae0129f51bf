import type { RawPage } from '../../engines/documents/src/pdf/raw-page.ts';
import type { SecondForm } from './second-form.ts';

/** What must hold of a page's Markdown, as olmOCR-bench says it. */
export type PageAssertion = { page: number } & (
  | { kind: 'present'; text: string }
  /** A page number is absent when the page neither begins nor ends in it. */
  | { kind: 'absent'; text: string; isNumber: boolean }
  | { kind: 'order'; before: string; after: string }
  | { kind: 'table'; cell: string; up: string; left: string; heading: string }
);

const most = { present: 60, order: 60, table: 60, absent: 40 };

/**
 * Derived from the second form, for the pages whose text layer has the letters: a sentence is asked for on the one page that has all
 * of it, or its beginning and its end with something between. The order in which the text layer has them does not count.
 */
export function pageAssertions(
  form: SecondForm,
  pages: readonly RawPage[],
  layers: readonly string[],
): PageAssertion[] {
  const letters = layers.map(squeeze);
  const placed = form.sentences.flatMap((sentence) => {
    const page = pageOf(squeeze(sentence.text), letters);
    return page === null ? [] : [{ ...sentence, page }];
  });
  const present = placed.map(({ text, page }): PageAssertion => ({ kind: 'present', page, text }));
  const order = placed.slice(1).flatMap((after, i): PageAssertion[] => {
    const before = placed[i];
    const isAsked =
      before && before.page === after.page && !before.isFloating && !after.isFloating && before.text !== after.text;
    return isAsked ? [{ kind: 'order', page: after.page, before: before.text, after: after.text }] : [];
  });
  const table = form.tables.flatMap((rows) => cellAssertions(rows, letters));
  return [
    ...spread(present, most.present),
    ...spread(order, most.order),
    ...spread(table, most.table),
    ...spread(furnitureAssertions(pages, letters), most.absent),
  ];
}

/** Some of a list, evenly over all of it. */
function spread<Item>(items: Item[], count: number): Item[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]).filter(
    (item) => item !== undefined,
  );
}

const endLetters = 20;

/** The one page that has these letters in one piece, or their two ends; null when it is none or not sure. */
function pageOf(text: string, letters: readonly string[]): number | null {
  const [head, tail] = [text.slice(0, endLetters), text.slice(-endLetters)];
  const found: number[] = [];
  for (const [page, layer] of letters.entries()) {
    const first = layer.indexOf(head);
    if (first < 0 || !layer.includes(tail)) continue;
    // Twice on the page: which of the two is meant cannot be told.
    if (layer.includes(head, first + 1)) return null;
    found.push(page);
  }
  return found.length === 1 && text.length > endLetters * 1.3 ? (found[0] ?? null) : null;
}

const mostCell = 60;

/** A cell with the ones above and to the left and the first of its column. */
function cellAssertions(rows: string[][], letters: readonly string[]): PageAssertion[] {
  const found: PageAssertion[] = [];
  const isAsked = (cell: string) => cell.length <= mostCell;
  for (let r = 1; r < rows.length; r++) {
    for (let c = 1; c < (rows[r]?.length ?? 0); c++) {
      const cell = rows[r]?.[c] ?? '';
      const left = rows[r]?.[c - 1] ?? '';
      const up = rows[r - 1]?.[c] ?? '';
      const top = rows[0]?.[c] ?? '';
      if (squeeze(cell) === '' || squeeze(left) === '' || squeeze(up) === '' || ![cell, left, up].every(isAsked))
        continue;
      const parts = [cell, left, up].map(squeeze);
      if (parts.join('').length < 12) continue;
      const on = letters.flatMap((layer, page) => (areTogether(parts, layer) ? [page] : []));
      const [page] = on;
      if (page === undefined || on.length > 1) continue;
      const heading = isAsked(top) && letters[page]?.includes(squeeze(top)) ? top : '';
      found.push({ kind: 'table', page, cell, left, up, heading });
    }
  }
  return found;
}

const rowLetters = 250;

/** The first two stand near to each other, and the third is on the page. */
function areTogether([cell = '', left = '', up = '']: string[], layer: string): boolean {
  if (!layer.includes(up)) return false;
  for (let at = layer.indexOf(left); at >= 0; at = layer.indexOf(left, at + 1)) {
    const next = layer.indexOf(cell, at + left.length);
    if (next >= 0 && next - at < rowLetters + left.length) return true;
  }
  return false;
}

const recurring = 3;

/** Lines at the upper and lower edge that differ from those of two other pages in numbers alone. */
function furnitureAssertions(pages: readonly RawPage[], letters: readonly string[]): PageAssertion[] {
  const edges = pages.flatMap((page, index) => {
    const lines = linesOf(page);
    return [lines[0], lines.at(-1)].flatMap((line) =>
      line && (line.y < page.height * 0.15 || line.y > page.height * 0.85) ? [{ index, ...line }] : [],
    );
  });
  const keyOf = ({ text, y }: { text: string; y: number }) =>
    `${Math.round(y / 4)} ${text.replace(/\d+|\b[ivxl]+\b/g, '#')}`;
  const counts = new Map<string, number>();
  for (const edge of edges) counts.set(keyOf(edge), (counts.get(keyOf(edge)) ?? 0) + 1);
  return edges.flatMap((edge): PageAssertion[] => {
    if ((counts.get(keyOf(edge)) ?? 0) < recurring) return [];
    const text = edge.text.trim();
    const isNumber = /^[\divxl]{1,5}$/.test(text);
    const line = squeeze(text);
    const layer = letters[edge.index] ?? '';
    // What is also a title or in a sentence of the page has to stay.
    if (!isNumber && (line.length < 6 || layer.indexOf(line) !== layer.lastIndexOf(line))) return [];
    return [{ kind: 'absent', page: edge.index, text, isNumber }];
  });
}

function linesOf({ runs }: RawPage): { y: number; text: string }[] {
  const lines: { y: number; runs: RawPage['runs'] }[] = [];
  for (const run of runs
    .filter(({ rotation, text }) => rotation === 0 && text.trim() !== '')
    .sort((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    if (line && run.y - line.y < run.height * 0.6) line.runs.push(run);
    else lines.push({ y: run.y, runs: [run] });
  }
  return lines.map(({ y, runs: parts }) => ({
    y,
    text: parts
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(' '),
  }));
}

export const squeeze = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
