import { makeZip } from './make-zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface SheetParts {
  name: string;
  /** XML of the `<row>` elements. */
  rows: string;
  state?: 'hidden';
}

/** A workbook from the XML of its rows. Cell style 1 is a date, 2 a date with time, 3 a percentage. */
export function makeXlsx(sheets: SheetParts[], sharedStrings: string[] = []): Buffer {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (body: string) => `<Relationships xmlns="${office}">${body}</Relationships>`;
  const names = sheets.map(
    (sheet, i) =>
      `<sheet name="${sheet.name}" sheetId="${i + 1}" ${sheet.state ? `state="${sheet.state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const own = sheets.map((_, i) => relation(i + 1, 'worksheet', `worksheets/sheet${i + 1}.xml`));
  own.push(relation(90, 'styles', 'styles.xml'), relation(91, 'sharedStrings', 'sharedStrings.xml'));
  return makeZip({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(own.join('')),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map((sheet, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${sheet.rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}
