import { longestLine } from '../bounds/bounds.ts';
import { legalForm, namesFirm, namesStreet } from './name-words.ts';
import type { SourceText } from './source-text.ts';

const notName =
  /^[-*•]\s|^(?:tax invoice|invoice|receipt|bill|facture|rechnung|factura|date|page|tel|fax|no\b|gst|thank|welcome|cash|copy|bank(?:verbindung)?\s*:)|https?:|@|\d{3}[- ]\d{3}/i;

/** The name of the firm that issued a document: a labelled name, a name with a legal form near the top, else the first name-like line. */
export function findIssuer(source: SourceText): string | undefined {
  const labelled =
    /(?:sold by|seller|vendor|supplier|issued by|titulaire du compte|account holder|beneficiary|merchant)\s*:\s*([^\n|]{2,60}?)(?=\s{2,}|[\n|,]|$)/i.exec(
      source.text,
    )?.[1];
  if (labelled) return labelled.trim();
  const lines = source.lines.filter((line) => line.cells.length > 0).slice(0, 12);
  const cells = lines
    .flatMap((line) => line.cells)
    .filter((cell) => /\p{L}{2}/u.test(cell.text) && !notName.test(cell.text) && cell.text.length < 70);
  const best =
    cells.slice(0, 8).find((cell) => legalForm.test(cell.text)) ??
    cells.slice(0, 6).find((cell) => namesFirm(cell.text) && !/\d{4}/.test(cell.text));
  if (best) return cleanName(upToForm(best.text));
  const inProse =
    /(?<![\p{L}&'’.-])(?:\p{Lu}[\p{L}&'’.-]*\s+){1,5}(?:Inc|Ltd|LLC|GmbH|Corp(?:oration)?|Company|Group|University|AG|PLC|BV|SA)\b\.?/u.exec(
      source.text,
    )?.[0];
  return inProse ?? (cells[0] && cells[0].text.split(/\s+/).length <= 6 ? cleanName(cells[0].text) : undefined);
}

/** A name up to its legal form, where an address or a sentence goes on behind it. */
function upToForm(text: string): string {
  // bounded: a cell that may be a name, at most 70 characters
  for (const mark of text.matchAll(/,\s+|\s+(?=\p{Ll})/gu)) {
    const name = text.slice(0, mark.index);
    if (legalForm.test(name) && !legalForm.test(text.slice(mark.index))) return name;
  }
  return text;
}

// bounded: a cell that may be a name, at most 70 characters
const cleanName = (name: string): string =>
  name
    .replace(/^(?:between|zwischen|entre)\s(?:(?:the|der|dem|den|das|la|le|el)\s)?(?=\p{Lu})/u, '')
    .replace(/\s*\((?:co|reg|gst)[^)]*\)\s*$/i, '')
    .replace(/,\s[^,]{0,40}\d.*$/, '')
    .replace(/[,;:\s]+$/, '')
    .trim();

// bounded: a line or the block of an address, at most 2,000 characters
const postcode =
  /(?<!\d)(?:[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|\d{5}(?:-\d{4})?|\d{4} ?[A-Z]{2}|\d{4,6})(?!\d)\s+\p{L}|\p{L}+,?\s+\d{5,6}(?!\d)/iu;
// bounded: a line, at most 2,000 characters
const notAddress =
  /\b(?:tel|phone|fax|gst|vat|tax|invoice|receipt|bill|date|time|no\.? ?:|www|http|cashier|order|table|thank|total|qty)\b|@|^\W*\(?\s*(?:co\.?|reg)[^a-z]*(?:no|reg|rfg)?/i;

/** A postal address in one line: the lines near the top that have streets, numbers and postcodes, one after the other. */
export function findAddress(source: SourceText): string | undefined {
  const labelled = /(?:address|adresse|dirección)\s*:\s*([^\n]{8,160})/i.exec(source.text)?.[1];
  const lines = source.lines
    .filter((line) => line.cells.length > 0)
    .map(
      (line) =>
        line.cells
          .map((cell) => cell.text)
          .join('  ')
          .slice(0, longestLine)
          .split(/\s{4,}/)[0]
          ?.trim() ?? '',
    );
  let best: string[] = [];
  for (let from = 0; from < Math.min(lines.length, 30); from++) {
    const block = addressBlock(lines, from);
    if (scoreBlock(block) > scoreBlock(best)) best = block;
  }
  if (best.length > 0 && scoreBlock(best) >= 2)
    // bounded: the block of an address, at most 2,000 characters
    return joined(best)
      .replace(/\s+/g, ' ')
      .replace(/[,;\s]+$/, '')
      .trim();
  return labelled?.trim();
}

function addressBlock(lines: string[], from: number): string[] {
  const block: string[] = [];
  for (let at = from; at < lines.length && block.length < 6; at++) {
    const line = lines[at] ?? '';
    const continues = /,\s*$/.test(block.at(-1) ?? '');
    if (notAddress.test(line) || legalForm.test(line) || !/\p{L}/u.test(line) || /[$€£]|\d\.\d{2}(?!\d)/.test(line))
      break;
    if (
      !isAddressLine(line) &&
      !(continues && line.length < 60) &&
      !(block.length > 0 && /^\([^)]*\)$|^\p{Lu}[\p{L} ,.]{3,30}$/u.test(line) && postcodeOrComma(block))
    )
      break;
    block.push(line);
  }
  return block;
}

const postcodeOrComma = (block: string[]): boolean => block.some((line) => postcode.test(line)) && block.length >= 2;
// bounded: a line, at most 2,000 characters
const isAddressLine = (line: string): boolean =>
  namesStreet(line) || postcode.test(line) || /^\s*(?:no\.? ?)?\d+[a-z]?\s*[&,]?\s*\p{L}/iu.test(line);

const joined = (block: string[]): string => block.join(' ').slice(0, longestLine);

function scoreBlock(block: string[]): number {
  const text = joined(block);
  if (!/\d/.test(text)) return 0;
  return (
    (namesStreet(text) ? 2 : 0) +
    (postcode.test(text) ? 1.5 : 0) +
    Math.min(block.length, 4) * 0.3 +
    (/,/.test(text) ? 0.3 : 0)
  );
}
