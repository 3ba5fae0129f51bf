import { type BuiltSheet, maxColumns } from './sheet-builder.ts';

const furtherRows = 'further rows are not part of the text';

/** Whether the text of a table says that it does not hold all rows. */
export const lacksRows = (text: string): boolean => text.includes(furtherRows);

/** The Markdown of a workbook (with a heading for each sheet) or of one table. */
export function sheetText(sheets: BuiltSheet[], withHeadings: boolean): { text: string; warnings: string[] } {
  const warnings: string[] = [];
  const parts = sheets.map((sheet) => {
    const warn = (sentence: string) => warnings.push(withHeadings ? `Sheet ${sheet.data.name}: ${sentence}` : sentence);
    const more = sheet.data.rowCount - sheet.rowsShown;
    const lines = withHeadings ? [`## ${sheet.data.name}`, ''] : [];
    if (sheet.caption !== undefined) lines.push(...sheet.caption, '');
    lines.push(sheet.table);
    if (more > 0) {
      const sentence = `${more.toLocaleString('en-US')} ${furtherRows}; questions about them are answered from the stored rows.`;
      lines.push('', sentence);
      warn(sentence);
    }
    const { cellsCut, headingsCut, columnsUndescribed, columnsUnread } = sheet;
    if (cellsCut > 0)
      warn(
        `${counted(cellsCut, 'cell')} too long for the text ${be(cellsCut)} cut there; the stored rows have ${them(cellsCut)} whole.`,
      );
    if (headingsCut > 0) warn(`${counted(headingsCut, 'heading')} too long for the text ${be(headingsCut)} cut.`);
    if (columnsUndescribed > 0)
      warn(
        `${counted(columnsUndescribed, 'further column')} ${be(columnsUndescribed)} not described in the metadata; the stored rows have ${them(columnsUndescribed)}.`,
      );
    if (columnsUnread > 0)
      warn(
        `${counted(columnsUnread, 'column')} after the first ${maxColumns.toLocaleString('en-US')} ${be(columnsUnread)} not read.`,
      );
    return lines.join('\n').trim();
  });
  return { text: parts.join('\n\n'), warnings };
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const be = (count: number): string => (count === 1 ? 'is' : 'are');
const them = (count: number): string => (count === 1 ? 'it' : 'them');
