import { brokenFile, DocumentError } from '../document-error.ts';
import { decodeText } from '../formats/decode-text.ts';
import type { ParsedContent } from '../formats/parsed-content.ts';
import type { JsonObject } from '../json-value.ts';
import { findDialect } from './csv-dialect.ts';
import { CsvRows, rowTexts } from './csv-rows.ts';
import { SheetBuilder } from './sheet-builder.ts';
import { sheetText } from './sheet-text.ts';

/** CSV, TSV and relatives in any encoding, one pass over the bytes. */
export function readCsv(bytes: Uint8Array, extension: string): ParsedContent {
  const decoded = decodeText(bytes);
  if (!decoded) throw brokenFile('The file is not a text, so it cannot be read as CSV. Save it as CSV or Excel again.');
  const isTabs = extension === 'tsv' || extension === 'tab';
  const dialect = findDialect(decoded.utf8, isTabs ? 0x09 : undefined);
  const rows = new CsvRows(decoded.utf8, dialect, dialect.start);
  const header = dialect.hasHeader && rows.next() ? rowTexts(rows.row) : null;
  const builder = new SheetBuilder({ name: '', header, decimalComma: dialect.decimalComma });
  while (rows.next()) {
    const { count, starts, ends, sources } = rows.row;
    for (let column = 0; column < count; column++) {
      const source = sources[column];
      if (source) builder.add(column, source, starts[column] ?? 0, ends[column] ?? 0);
    }
    builder.endRow();
  }
  const built = builder.finish();
  if (built.data.columns.length === 0) throw new DocumentError('file_empty', 'The file holds no rows.');
  const delimiter = String.fromCharCode(dialect.delimiter);
  const metadata: JsonObject = { ...built.facts, delimiter, encoding: decoded.encoding };
  const names = built.data.columns.map((column) => column.name);
  const { text, warnings } = sheetText([built], false);
  if (rows.hasOpenQuote)
    warnings.push('A quotation mark is opened and never closed; it was read as an ordinary character.');
  return {
    kind: 'spreadsheet',
    mediaType: delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv',
    text,
    metadata,
    processingSummary: `CSV with ${names.length} column${names.length === 1 ? '' : 's'} (${listed(names)}), ${built.data.rowCount.toLocaleString('en-US')} row${built.data.rowCount === 1 ? '' : 's'}`,
    tables: [{ page: null, rows: built.data.rowCount, columns: names.length }],
    sheets: [built.data],
    warnings,
  };
}

const namesShown = 20;

/** Names joined by commas; beyond twenty they are counted. */
export function listed(names: string[]): string {
  const more = names.length - namesShown;
  return more > 0 ? `${names.slice(0, namesShown).join(', ')} and ${more} more` : names.join(', ');
}
