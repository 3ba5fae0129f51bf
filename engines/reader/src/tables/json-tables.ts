import { type DataTable, type TableRow, toDataTable } from './data-table.ts';
import { type JsonNode, readJson } from './read-json.ts';

/** Lists of objects in a JSON text as tables; lists inside their objects as tables of their own that keep the outer fields. */
export function jsonTables(text: string, document: number): DataTable[] {
  const root = readJson(text);
  if (root === null) return [];
  const tables: DataTable[] = [];
  collect(root, '', [], document, tables);
  return tables;
}

type Field = [string, string];

function collect(node: JsonNode, title: string, outer: readonly Field[], document: number, tables: DataTable[]): void {
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

type ObjectNode = Extract<JsonNode, { type: 'object' }>;

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
  around = '',
): void {
  if (rows.length === 0) return;
  addTable(rows, title, depth, document, tables, around);
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
    collectRows(inner, key, depth + 1, document, tables, `${around} ${title}`.trim());
  }
}

/** The scalar fields of an object, nested objects' by their path; a list of scalars is one field. */
function scalars(node: JsonNode, prefix = ''): Field[] {
  if (node.type !== 'object') return [];
  return node.entries.flatMap(([key, child]): Field[] => {
    const path = prefix === '' ? key : `${prefix} ${key}`;
    if (child.type === 'scalar') return [[path, child.text]];
    if (child.type === 'object') return scalars(child, path);
    const items = child.items.flatMap((item) => (item.type === 'scalar' && item.text !== '' ? [item.text] : []));
    return items.length > 0 && items.length === child.items.length ? [[path, items.join(', ')]] : [];
  });
}

/** Which fields of an object are lists of scalars, by the names that `scalars` gives them. */
function listKeys(node: JsonNode, prefix = ''): string[] {
  if (node.type !== 'object') return [];
  return node.entries.flatMap(([key, child]) => {
    const path = prefix === '' ? key : `${prefix} ${key}`;
    return child.type === 'array' ? [path] : listKeys(child, path);
  });
}

function addTable(
  objects: readonly NestedRow[],
  title: string,
  depth: number,
  document: number,
  tables: DataTable[],
  around = '',
): void {
  const headings = [...new Set(objects.flatMap(({ fields }) => fields.map(([name]) => name)))];
  if (headings.length === 0) return;
  const rows = objects.map(({ node, fields }): TableRow => {
    const values = new Map(fields);
    return { cells: headings.map((name) => values.get(name) ?? ''), start: node.start, end: node.end };
  });
  const lists = new Set(objects.flatMap(({ node }) => listKeys(node)));
  tables.push(
    toDataTable({
      document,
      title,
      headings,
      rows,
      depth,
      isOnly: false,
      isWhole: true,
      ...(lists.size > 0 && { lists }),
      ...(around !== '' && { around }),
    }),
  );
}
