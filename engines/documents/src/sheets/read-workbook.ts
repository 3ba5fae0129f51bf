import { brokenFile } from '../document-error.ts';
import type { ParsedContent } from '../formats/parsed-content.ts';
import { ZipArchive } from '../formats/zip-archive.ts';
import type { JsonObject } from '../json-value.ts';
import { excelDate, excelNumber, numberStyle } from './excel-date.ts';
import { type GridCell, GridSheet } from './grid-sheet.ts';
import { type NumberUnit, numberUnit, withUnit } from './number-unit.ts';
import { listed } from './read-csv.ts';
import { readXlsx, type WorkbookSheet } from './read-xlsx.ts';
import { sheetText } from './sheet-text.ts';

export type WorkbookFormat = 'xlsx' | 'xlsb' | 'xls' | 'ods';

/** What `metadata` says of all columns of a workbook takes at most so many characters. */
const factCharacters = 400_000;

const mediaTypes: Record<WorkbookFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** Workbooks of every Excel format and OpenDocument. */
export async function readWorkbook(bytes: Uint8Array, format: WorkbookFormat): Promise<ParsedContent> {
  const sheets = describedInAll(
    format === 'xlsx' ? await readXlsx(new ZipArchive(bytes)) : await readLegacy(bytes, format),
  );
  const names = sheets.map((sheet) => sheet.data.name);
  const facts: [string, JsonObject][] = sheets.map((sheet) => [
    sheet.data.name,
    { ...sheet.facts, ...(sheet.isHidden && { hidden: true }) },
  ]);
  const { text, warnings } = sheetText(sheets, true);
  const label = format === 'ods' ? 'OpenDocument spreadsheet' : 'Excel file';
  return {
    kind: 'spreadsheet',
    mediaType: mediaTypes[format],
    text,
    metadata: { sheet_names: names, sheets: Object.fromEntries(facts) },
    processingSummary: `${label} with ${names.length} sheet${names.length === 1 ? '' : 's'} (${listed(names)})`,
    outline: headings(names, text),
    tables: sheets.map(({ data }) => ({ page: null, rows: data.rowCount, columns: data.columns.length })),
    sheets: sheets.map((sheet) => sheet.data),
    warnings,
  };
}

/** The sheets, without what `metadata` says of columns for those after which it would be too long. */
function describedInAll(sheets: WorkbookSheet[]): WorkbookSheet[] {
  let characters = 0;
  return sheets.map((sheet) => {
    characters += JSON.stringify(sheet.facts).length;
    if (characters <= factCharacters) return sheet;
    const facts = { ...sheet.facts, columns: [], data_types: {}, preview: [], stats: {} };
    return { ...sheet, facts, columnsUndescribed: sheet.data.columns.length };
  });
}

function headings(names: string[], text: string): { title: string; level: number; page: null; offset: number }[] {
  let from = 0;
  return names.map((title) => {
    const offset = Math.max(from, text.indexOf(`## ${title}`, from));
    from = offset;
    return { title, level: 1, page: null, offset };
  });
}

/** The formats that are not worth a reader of their own. */
async function readLegacy(bytes: Uint8Array, format: WorkbookFormat): Promise<WorkbookSheet[]> {
  if (format !== 'xls') new ZipArchive(bytes).verify();
  const { read } = await import('@e965/xlsx');
  const workbook = parse(() =>
    read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: true,
      cellDates: false,
      cellNF: true,
      sheetStubs: false,
    }),
  );
  const hidden = workbook.Workbook?.Sheets ?? [];
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
  return workbook.SheetNames.map((name, i) => {
    const grid = new GridSheet(name);
    const rows: unknown = workbook.Sheets[name]?.['!data'];
    for (const [number, row] of (Array.isArray(rows) ? rows : []).entries()) {
      grid.addRow(number, legacyCells(row, is1904));
    }
    return { ...grid.finish(), isHidden: (hidden[i]?.Hidden ?? 0) > 0 };
  });
}

function legacyCells(row: unknown, is1904: boolean): GridCell[] {
  if (!Array.isArray(row)) return [];
  const cells: GridCell[] = [];
  row.forEach((cell: unknown, column) => {
    const text = legacyText(cell, is1904);
    const unit = legacyUnit(cell);
    if (text !== '') cells.push({ column, text, ...(unit && { shown: withUnit(text, unit) }) });
  });
  return cells;
}

function legacyUnit(cell: unknown): NumberUnit | undefined {
  if (typeof cell !== 'object' || cell === null || !('v' in cell) || typeof cell.v !== 'number') return undefined;
  return 'z' in cell && typeof cell.z === 'string' ? numberUnit(0, cell.z) : undefined;
}

function legacyText(cell: unknown, is1904: boolean): string {
  if (typeof cell !== 'object' || cell === null) return '';
  const value = 'v' in cell ? cell.v : undefined;
  const format = 'z' in cell && typeof cell.z === 'string' ? cell.z : undefined;
  const shown = 'w' in cell && typeof cell.w === 'string' ? cell.w : undefined;
  if ('t' in cell && cell.t === 'e') return shown ?? '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return value;
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, '');
  if (typeof value !== 'number') return '';
  const style = format === undefined ? 'plain' : numberStyle(0, format);
  return style === 'plain' ? excelNumber(String(value)) : excelDate(value, style, is1904);
}

function parse<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(reason)) {
      throw brokenFile('The workbook is protected by a password. Remove the password and upload it again.');
    }
    throw brokenFile('The file is broken or no workbook. Open it in Excel or LibreOffice and save it again.');
  }
}
