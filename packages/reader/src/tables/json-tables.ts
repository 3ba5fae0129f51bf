import { type DataTable, type TableRow, toDataTable } from './data-table.ts';

type Node =
  | { type: 'object'; entries: [string, Node][]; start: number; end: number }
  | { type: 'array'; items: Node[]; start: number; end: number }
  | { type: 'scalar'; text: string; start: number; end: number };

const mostCharacters = 2_000_000;
const deepest = 64;

/** Lists of objects in a JSON text as tables; lists inside their objects as tables of their own that keep the outer fields. */
export function jsonTables(text: string, document: number): DataTable[] {
  if (text.length > mostCharacters || !/^\s*[[{]/.test(text)) return [];
  const root = new JsonReader(text).read();
  if (root === null) return [];
  const tables: DataTable[] = [];
  collect(root, '', [], document, tables);
  return tables;
}

type Field = [string, string];

function collect(node: Node, title: string, outer: readonly Field[], document: number, tables: DataTable[]): void {
  if (node.type === 'object') {
    const fields = scalars(node);
    if (outer.length === 0 && fields.length > 0) addTable([{ node, fields }], title, 0, document, tables);
    for (const [key, child] of node.entries) collect(child, key, outer, document, tables);
    return;
  }
  if (node.type !== 'array') return;
  const rows = node.items.flatMap((item) => (item.type === 'object' ? [{ node: item, fields: scalars(item) }] : []));
  collectRows(rows, title, 0, document, tables);
}

type ObjectNode = Extract<Node, { type: 'object' }>;

interface NestedRow {
  node: ObjectNode;
  /** Its own, after those of the objects around it. */
  fields: Field[];
}

function collectRows(
  rows: readonly NestedRow[],
  title: string,
  depth: number,
  document: number,
  tables: DataTable[],
): void {
  if (rows.length === 0) return;
  addTable(rows, title, depth, document, tables);
  const lists = new Set(
    rows.flatMap(({ node }) => node.entries.flatMap(([key, child]) => (child.type === 'array' ? [key] : []))),
  );
  for (const key of lists) {
    const inner = rows.flatMap(({ node, fields }) => {
      const child = node.entries.find(([name]) => name === key)?.[1];
      if (child?.type !== 'array') return [];
      return child.items.flatMap((each) =>
        each.type === 'object' ? [{ node: each, fields: [...fields, ...scalars(each, key)] }] : [],
      );
    });
    collectRows(inner, key, depth + 1, document, tables);
  }
}

/** The scalar fields of an object, nested objects' by their path; a list of scalars is one field. */
function scalars(node: Node, prefix = ''): Field[] {
  if (node.type !== 'object') return [];
  return node.entries.flatMap(([key, child]): Field[] => {
    const path = prefix === '' ? key : `${prefix} ${key}`;
    if (child.type === 'scalar') return [[path, child.text]];
    if (child.type === 'object') return scalars(child, path);
    const items = child.items.flatMap((item) => (item.type === 'scalar' && item.text !== '' ? [item.text] : []));
    return items.length > 0 && items.length === child.items.length ? [[path, items.join(', ')]] : [];
  });
}

function addTable(
  objects: readonly NestedRow[],
  title: string,
  depth: number,
  document: number,
  tables: DataTable[],
): void {
  const headings = [...new Set(objects.flatMap(({ fields }) => fields.map(([name]) => name)))];
  if (headings.length === 0) return;
  const rows = objects.map(({ node, fields }): TableRow => {
    const values = new Map(fields);
    return { cells: headings.map((name) => values.get(name) ?? ''), start: node.start, end: node.end };
  });
  tables.push(toDataTable({ document, title, headings, rows, depth, isOnly: false, isWhole: true }));
}

/** Reads JSON with the place of each value; null for what is not JSON. */
class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Node | null {
    try {
      JSON.parse(this.#text);
    } catch {
      return null;
    }
    return this.#value(0);
  }

  /** The text is known to be JSON. */
  #value(depth: number): Node | null {
    this.#skip();
    const start = this.#at;
    const character = this.#text[start];
    if (depth > deepest) return null;
    if (character === '{' || character === '[') {
      this.#at += 1;
      const entries: [string, Node][] = [];
      const close = character === '{' ? '}' : ']';
      for (this.#skip(); this.#text[this.#at] !== close; this.#skip()) {
        const key = character === '{' ? this.#string() : '';
        this.#skip();
        if (character === '{') this.#at += 1;
        const child = this.#value(depth + 1);
        if (child === null) return null;
        entries.push([key, child]);
        this.#skip();
        if (this.#text[this.#at] === ',') this.#at += 1;
      }
      this.#at += 1;
      if (character === '{') return { type: 'object', entries, start, end: this.#at };
      return { type: 'array', items: entries.map(([, child]) => child), start, end: this.#at };
    }
    if (character === '"') return { type: 'scalar', text: this.#string(), start, end: this.#at };
    const word = /[^\s,\]}]*/y;
    word.lastIndex = start;
    const text = word.exec(this.#text)?.[0] ?? '';
    this.#at = start + Math.max(1, text.length);
    return { type: 'scalar', text: text === 'null' ? '' : text, start, end: this.#at };
  }

  #string(): string {
    const start = this.#at;
    let at = start + 1;
    while (at < this.#text.length && this.#text[at] !== '"') at += this.#text[at] === '\\' ? 2 : 1;
    this.#at = at + 1;
    const value: unknown = JSON.parse(this.#text.slice(start, at + 1));
    return typeof value === 'string' ? value : '';
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }
}
