import type { Entry } from './document-part.ts';
import { type LabelWord, labelWords } from './label-words.ts';
import type { Line } from './layout.ts';
import { plainSpan } from './read-blocks.ts';

const mostLabelWords = 6;
const mark = /^\s*(?:[-*•–·]|\d{1,2}[.)]|#{1,6})\s+(?=\S)/;
/** "Label: value" at the beginning of a piece; a colon inside a time or an address on the net ends no label. */
const labelled =
  /^((?:\*\*|__)?[^:：.!?|]{1,60}?(?:\b(?:no|nr|tel|art|St)\.[^:：.!?|]{0,20})?)\s*(?:\*\*|__)?[:：](?!\/\/|\d\d(?!\d))(?:\*\*|__)?\s*(.*)$/isu;
/** Where the next "Label: value" begins in the same line: behind a full stop. */
const nextLabel = /(?<=[\p{L}\d)]{3})\. (?=\p{Lu}[\p{L} ]{2,40}:\s)/u;

/** Above the address of whom a paper is for. */
const toWhom = /^(?:an|à|a|para|rechnung an|bill to|facturée? à|facturar a)$/iu;

/** The labelled values of a line: beside their labels, or below them. */
export function readLine(line: Line, next: Line | undefined, context: LabelWord[]): Entry[] {
  const entries: Entry[] = [];
  const add = (label: string, raw: string, at: number, weight: number) => {
    const value = plainSpan(raw, at);
    const plain = label.replaceAll('*', '').trim();
    const words = labelWords(toWhom.test(plain) ? 'customer' : plain);
    if (value.text === '' || words.length === 0 || words.length > mostLabelWords) return;
    // The stop of "S.L." is not the sentence's.
    const trailing = /\.\p{L}\.$/u.test(value.text) ? 0 : (/[.,;]$/.exec(value.text)?.[0].length ?? 0);
    entries.push({
      label: words,
      value: { text: value.text.slice(0, value.text.length - trailing), start: value.start, end: value.end - trailing },
      context,
      weight,
    });
  };
  for (const [index, cell] of line.cells.entries()) {
    const marked = mark.exec(cell.text)?.[0].length ?? 0;
    let at = cell.start + marked;
    for (const piece of cell.text.slice(marked).split(nextLabel)) {
      const [, label, value = ''] = labelled.exec(piece) ?? [];
      if (label !== undefined && value.replaceAll('*', '').trim() !== '')
        add(label, value, at + piece.length - value.length, 1);
      else if (label !== undefined) {
        const beside = line.cells[index + 1];
        const below = index === line.cells.length - 1 ? next?.cells[0] : undefined;
        const found = beside ?? below;
        if (found && !labelled.test(found.text)) add(label, found.text, found.start, beside ? 1 : 0.8);
      }
      at += piece.length + 2;
    }
  }
  const [first, second, third] = line.cells;
  if (first && second && !third && !labelled.test(first.text) && !labelled.test(second.text) && first.text.length <= 40)
    add(first.text, second.text, second.start, 0.9);
  const addressed = /^(?:to|from|by|an|von)\s+(?=\p{Lu}\p{L})/iu.exec(line.text)?.[0];
  if (addressed !== undefined && !/[.!?:]\s*$/.test(line.text) && line.text.length <= 80)
    add(addressed, line.text.slice(addressed.length), line.start + addressed.length, 0.9);
  if (isLabelAlone(line) && next && isValueAlone(next))
    add(line.text.replace(/^#+\s*/, ''), next.text, next.start, 0.75);
  return entries;
}

const isLabelAlone = ({ text, cells }: Line): boolean =>
  cells.length === 1 &&
  text.trim().length <= 40 &&
  /^\W*\p{L}/u.test(text) &&
  !/[.!?,;:]\s*$|\d{3}|\p{L}: /u.test(text);

const isValueAlone = ({ text, cells }: Line): boolean =>
  cells.length === 1 && text.trim().length <= 100 && !labelled.test(text) && !/^\s*(?:[-*•|#]|\d+[.)])\s/.test(text);
