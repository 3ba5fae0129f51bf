import { type JsonNode, readJson } from '../tables/read-json.ts';
import type { Entry, Grid, ListBlock, Span } from './document-part.ts';
import { type LabelWord, labelWords } from './label-words.ts';
import type { Line } from './layout.ts';
import { readBlocks } from './read-blocks.ts';
import { readLine } from './read-line.ts';
import { signatureAt } from './signature.ts';

/** What a text holds besides sentences. */
export interface DocumentParts {
  entries: Entry[];
  grids: Grid[];
  lists: ListBlock[];
  /** Words of its first line: what it is. */
  title: LabelWord[];
}

const mostParts = 20_000;

/** Takes a text apart into labelled values, tables and lists. */
export function readDocumentParts(text: string, lines: readonly Line[]): DocumentParts {
  const first = lines.find((line) => /\p{L}/u.test(line.text))?.text ?? '';
  const parts: DocumentParts = { entries: [], grids: [], lists: [], title: [] };
  const root = readJson(text);
  if (root) {
    addJson(parts, root, [], text);
    return parts;
  }
  parts.title = labelWords(first.slice(0, 120));
  const { blocks, grids, lists } = readBlocks(lines);
  parts.grids.push(...grids.slice(0, mostParts));
  parts.lists.push(...lists.slice(0, mostParts));
  for (const { line, next, context } of blocks) {
    if (parts.entries.length >= mostParts) break;
    parts.entries.push(...readLine(line, next, context));
  }
  for (const grid of grids) parts.entries.push(...entriesAbove(grid), ...entriesOfGrid(grid));
  const signed = signatureAt(text) ?? text.length;
  parts.entries = parts.entries.map((entry) =>
    entry.value.start < signed ? entry : { ...entry, context: [...entry.context, ...labelWords('sender')] },
  );
  return parts;
}

/** What sheets say above their table: a label, its value, and nothing else in the row. */
function entriesAbove({ above = [], context }: Grid): Entry[] {
  return above.flatMap((row) => {
    const [label, value, ...more] = row.filter(({ text }) => text !== '');
    return label && value && more.length === 0 && label === row[0]
      ? [{ label: labelWords(label.text), value, context, weight: 0.9 }]
      : [];
  });
}

/** A table of two columns names its rows in the first; one of a single row names its cells in the headings. */
function entriesOfGrid({ headings, rows, context }: Grid): Entry[] {
  if (headings.length === 2)
    return [headings, ...rows].flatMap(([label, value]) =>
      label && value && value.text !== '' ? [{ label: labelWords(label.text), value, context, weight: 1 }] : [],
    );
  if (rows.length !== 1) return [];
  return (rows[0] ?? []).flatMap((value, column) =>
    value.text === '' ? [] : [{ label: labelWords(headings[column]?.text ?? ''), value, context, weight: 0.9 }],
  );
}

function addJson(parts: DocumentParts, node: JsonNode, path: LabelWord[], text: string): void {
  if (parts.entries.length > mostParts) return;
  if (node.type === 'object') {
    for (const [key, child] of node.entries) {
      const label = labelWords(key);
      if (child.type === 'scalar') {
        if (child.text !== '') parts.entries.push({ label, value: scalarSpan(child, text), context: path, weight: 1 });
      } else addJson(parts, child, [...path, ...label], text);
    }
    return;
  }
  if (node.type !== 'array') return;
  const scalars = node.items.flatMap((item) => (item.type === 'scalar' ? [scalarSpan(item, text)] : []));
  if (scalars.length > 0) parts.lists.push({ label: path, items: scalars });
  const objects = node.items.filter((item) => item.type === 'object');
  if (objects.length === 0) return;
  const rows = objects.map((item) => leavesOf(item, '', text));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const nothing = (start: number): Span => ({ text: '', start, end: start });
  parts.grids.push({
    headings: names.map((name) => ({ text: name, start: node.start, end: node.start })),
    rows: rows.map((row, index) => names.map((name) => row.get(name) ?? nothing(objects[index]?.start ?? node.start))),
    context: path,
  });
  if (objects.length === 1) for (const item of objects) addJson(parts, item, path, text);
}

/** The scalars of an object by their path. */
function leavesOf(node: JsonNode, prefix: string, text: string): Map<string, Span> {
  const leaves = new Map<string, Span>();
  if (node.type !== 'object') return leaves;
  for (const [key, child] of node.entries) {
    const path = prefix === '' ? key : `${prefix} ${key}`;
    if (child.type === 'scalar' && child.text !== '') leaves.set(path, scalarSpan(child, text));
    else if (child.type === 'object') for (const [name, leaf] of leavesOf(child, path, text)) leaves.set(name, leaf);
  }
  return leaves;
}

/** A scalar without its quotation marks. */
function scalarSpan({ text: value, start, end }: JsonNode & { type: 'scalar' }, text: string): Span {
  const isQuoted = text[start] === '"';
  return { text: value, start: isQuoted ? start + 1 : start, end: isQuoted ? end - 1 : end };
}
