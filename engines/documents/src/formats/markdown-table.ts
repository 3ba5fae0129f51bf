/** A Markdown table. Short rows are filled up, long ones widen the header. */
export function markdownTable(header: string[], rows: string[][]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const line = (cells: string[]) => {
    let text = '|';
    for (let i = 0; i < width; i++) text += ` ${tableCell(cells[i] ?? '')} |`;
    return text;
  };
  return [line(header), `|${'---|'.repeat(width)}`, ...rows.map(line)].join('\n');
}

/** The text of a cell on one line, with nothing that would end the cell. */
function tableCell(text: string): string {
  return /[|\\\r\n]/.test(text)
    ? text
        .trim()
        .replace(/\|/g, '\\|')
        .replace(/(?<!\s)\s*\n\s*|\r/g, '<br>')
    : text.trim();
}
