type Cell = 'td' | 'th';

/** An open table: its open row and cell, as far as there are any. */
interface OpenTable {
  cell: Cell | null;
  isRowOpen: boolean;
}

/** A tag that never ends stops at the next one, so that the search takes no more than one pass. */
const tableTag = /<(\/?)(table|thead|tbody|tfoot|tr|td|th)(?=[\s/>])[^<>]*>/gi;

/** HTML lets the ends of cells and rows be left out, which the parser that is used does not know of rows: writes them. */
export function closeTableCells(html: string): string {
  const tables: OpenTable[] = [];
  return html.replace(tableTag, (tag, slash: string, name: string) => {
    const isEnd = slash === '/';
    const kind = name.toLowerCase();
    if (kind === 'table' && !isEnd) {
      tables.push({ cell: null, isRowOpen: false });
      return tag;
    }
    const table = tables.at(-1);
    if (!table) return tag;
    if (isCell(kind)) return isEnd ? endCell(table) : startOfCell(table, kind, tag);
    const ends = endRow(table, kind === 'tr' && isEnd);
    if (kind === 'tr') table.isRowOpen = !isEnd;
    if (kind === 'table') tables.pop();
    return ends + tag;
  });
}

const isCell = (kind: string): kind is Cell => kind === 'td' || kind === 'th';

function endCell(table: OpenTable): string {
  const end = table.cell === null ? '' : `</${table.cell}>`;
  table.cell = null;
  return end;
}

/** `isTold`: the end of the row itself follows. */
function endRow(table: OpenTable, isTold: boolean): string {
  const ends = endCell(table) + (table.isRowOpen && !isTold ? '</tr>' : '');
  table.isRowOpen = false;
  return ends;
}

function startOfCell(table: OpenTable, kind: Cell, tag: string): string {
  const ends = endCell(table) + (table.isRowOpen ? '' : '<tr>');
  table.isRowOpen = true;
  table.cell = kind;
  return ends + tag;
}
