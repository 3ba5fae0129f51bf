import { legalForm, namesFirm } from './name-words.ts';
import type { SourceText } from './source-text.ts';

const notName =
  /^[-*•]\s|^(?:tax invoice|invoice|receipt|bill|facture|rechnung|factura|date|page|tel|fax|no\b|gst|thank|welcome|cash|copy)|https?:|@|\d{3}[- ]\d{3}/i;

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
    /(?<![\p{L}])(?:\p{Lu}[\p{L}&'’.-]*\s+){1,5}(?:Inc|Ltd|LLC|GmbH|Corp(?:oration)?|Company|Group|Bank|University|AG|PLC|BV|SA)\b\.?/u.exec(
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
    .replace(/\s*\((?:co|reg|gst)[^)]*\)\s*$/i, '')
    .replace(/[,;:\s]+$/, '')
    .trim();
