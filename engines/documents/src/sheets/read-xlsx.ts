import { brokenFile } from '../document-error.ts';
import { attribute, relations, startTags } from '../formats/xml-text.ts';
import type { ZipArchive } from '../formats/zip-archive.ts';
import { numberStyle } from './excel-date.ts';
import { GridSheet } from './grid-sheet.ts';
import { numberUnit } from './number-unit.ts';
import type { BuiltSheet } from './sheet-builder.ts';
import { type CellStyle, readWorksheet, richText, type WorkbookFacts } from './xlsx-sheet.ts';

export interface WorkbookSheet extends BuiltSheet {
  isHidden: boolean;
}

/** Reads an Office Open XML workbook (.xlsx, .xlsm), sheet by sheet in the order of its tabs. */
export async function readXlsx(zip: ZipArchive): Promise<WorkbookSheet[]> {
  const workbookPath = findWorkbook(zip);
  const workbook = zip.text(workbookPath);
  if (workbook === null) throw brokenFile('The file is broken: it holds no workbook. Save it again in Excel.');
  const folder = workbookPath.split('/').slice(0, -1).join('/');
  const parts = relations(zip.text(relationsOf(workbookPath)), folder);
  const partOf = (type: string) => [...parts.values()].find((part) => part.type === type)?.target ?? null;
  const facts: WorkbookFacts = {
    sharedStrings: sharedStrings(zip.text(partOf('sharedStrings') ?? '')),
    styles: cellStyles(zip.text(partOf('styles') ?? '')),
    is1904: startTags(workbook, 'workbookPr').some((tag) => /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')),
  };
  const sheets: WorkbookSheet[] = [];
  for (const tag of startTags(workbook, 'sheet')) {
    const name = attribute(tag, 'name') ?? `Sheet${sheets.length + 1}`;
    const part = parts.get(attribute(tag, '(?:[\\w.-]+:)?id') ?? '');
    const isTable = part?.type === 'worksheet' && zip.find(part.target) !== null;
    const built = isTable ? await readWorksheet(zip, part.target, name, facts) : new GridSheet(name).finish();
    sheets.push({ ...built, isHidden: /hidden/i.test(attribute(tag, 'state') ?? '') });
  }
  if (sheets.length === 0) throw brokenFile('The file is broken: its workbook names no sheet. Save it again in Excel.');
  return sheets;
}

function findWorkbook(zip: ZipArchive): string {
  const root = relations(zip.text('_rels/.rels'), '');
  const target = [...root.values()].find((part) => part.type === 'officeDocument')?.target;
  return target !== undefined && zip.find(target) !== null ? target : 'xl/workbook.xml';
}

function relationsOf(path: string): string {
  const at = path.lastIndexOf('/');
  return `${path.slice(0, at + 1)}_rels/${path.slice(at + 1)}.rels`;
}

function sharedStrings(xml: string | null): string[] {
  if (!xml) return [];
  const prefix = /<((?:[\w.-]+:)?)sst[\s>]/.exec(xml)?.[1] ?? '';
  const open = `<${prefix}si`;
  const close = `</${prefix}si>`;
  const strings: string[] = [];
  let at = 0;
  for (;;) {
    const start = xml.indexOf(open, at);
    if (start < 0) return strings;
    const tagEnd = xml.indexOf('>', start);
    if (tagEnd < 0) return strings;
    if (xml.charCodeAt(tagEnd - 1) === 0x2f) {
      strings.push('');
      at = tagEnd + 1;
      continue;
    }
    const end = xml.indexOf(close, tagEnd);
    if (end < 0) return strings;
    strings.push(richText(xml.slice(tagEnd + 1, end), prefix));
    at = end + close.length;
  }
}

function cellStyles(xml: string | null): CellStyle[] {
  if (!xml) return [];
  const codes = new Map<number, string>();
  for (const tag of startTags(xml, 'numFmt'))
    codes.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '');
  const start = xml.search(/<(?:[\w.-]+:)?cellXfs/);
  const behind = start < 0 ? '' : xml.slice(start);
  const formats = behind.slice(0, Math.max(0, behind.search(/<\/(?:[\w.-]+:)?cellXfs>/)));
  return startTags(formats, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    return { number: numberStyle(id, codes.get(id)), unit: numberUnit(id, codes.get(id)) };
  });
}
