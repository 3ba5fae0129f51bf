import type { BuiltSheet } from './sheet-builder.ts';

const furtherRows = 'further rows are not part of the text';

/** Whether the text of a table says that it does not hold all rows. */
export const lacksRows = (text: string): boolean => text.includes(furtherRows);

/** The Markdown of a workbook (with a heading for each sheet) or of one table. */
export function sheetText(sheets: BuiltSheet[], withHeadings: boolean): { text: string; warnings: string[] } {
  const warnings: string[] = [];
  const parts = sheets.map((sheet) => {
    const more = sheet.data.rowCount - sheet.rowsShown;
    const lines = withHeadings ? [`## ${sheet.data.name}`, ''] : [];
    if (sheet.caption !== undefined) lines.push(...sheet.caption, '');
    lines.push(sheet.table);
    if (more > 0) {
      const sentence = `${more.toLocaleString('en-US')} ${furtherRows}; questions about them are answered from the stored rows.`;
      lines.push('', sentence);
      warnings.push(withHeadings ? `Sheet ${sheet.data.name}: ${sentence}` : sentence);
    }
    if (sheet.cellsCut > 0) {
      const cells = `${sheet.cellsCut} cell${sheet.cellsCut === 1 ? '' : 's'} too long for the text ${sheet.cellsCut === 1 ? 'is' : 'are'} cut there; the stored rows have ${sheet.cellsCut === 1 ? 'it' : 'them'} whole.`;
      warnings.push(withHeadings ? `Sheet ${sheet.data.name}: ${cells}` : cells);
    }
    if (sheet.headingsCut > 0) {
      const headings = `${sheet.headingsCut} heading${sheet.headingsCut === 1 ? '' : 's'} too long for the text ${sheet.headingsCut === 1 ? 'is' : 'are'} cut.`;
      warnings.push(withHeadings ? `Sheet ${sheet.data.name}: ${headings}` : headings);
    }
    return lines.join('\n').trim();
  });
  return { text: parts.join('\n\n'), warnings };
}
