import { longestCell } from '../bounds/bounds.ts';
import type { Span } from './document-part.ts';
import { type FieldWords, fieldWords } from './field-words.ts';
import type { Field } from './find-field.ts';
import { isSameThing, type LabelWord, labelWords } from './label-words.ts';
import { matchLabel } from './match-label.ts';
import { plainSpan } from './read-blocks.ts';
import type { SourceText } from './source-text.ts';

/** Items that stand in a list, in a line behind a label, or in a column of a table, for a property that is a list. */
export function findList(name: string, source: SourceText, topic: readonly LabelWord[]): Span[] {
  const field: Field = { name, schema: { type: 'string' } };
  const words: FieldWords = { ...fieldWords(field), form: 'text' };
  const around = { title: source.parts.title, topic };
  let best: { items: Span[]; score: number } | undefined;
  const offer = (items: Span[], score: number) => {
    if (items.length > 0 && score >= 0.5 && score > (best?.score ?? 0)) best = { items, score };
  };
  for (const { label, items } of source.parts.lists) offer(items, introduces(words, label));
  for (const { label, value, context, weight } of source.parts.entries)
    offer(partsOf(value), matchLabel(words, label, { ...around, context }) * weight * 0.95);
  for (const grid of source.parts.grids) {
    for (const [at, heading] of grid.headings.entries()) {
      const cells = grid.rows.flatMap((row) => (row[at] && row[at].text !== '' ? [row[at]] : []));
      offer(cells, matchLabel(words, labelWords(heading.text), { ...around, context: grid.context }) * 0.8);
    }
  }
  const items = best?.items ?? saidList(words, source);
  return items.map(withoutRole);
}

/** How well the words above a list name the property: "We offer" for no property at all, "Key skills" for `skills`. */
function introduces(words: FieldWords, label: readonly LabelWord[]): number {
  const missing = words.telling.filter((word) => !label.some(({ stem }) => isSameThing(stem, word.stem)));
  const extra = label.length - (words.telling.length - missing.length);
  return missing.length > 0 ? 0 : Math.max(0, 1 - 0.12 * extra);
}

const named = "\\p{Lu}[\\p{L}\\d&'’-]*(?:\\s+\\p{Lu}[\\p{L}\\d&'’-]*)*";
// bounded: a sentence (longest), at most 300 characters
const enumerated = new RegExp(
  `^[^.;]*?\\b(\\p{L}+)\\s+(?:(?:are|is|include|includes|were):?\\s+)?(${named}(?:,\\s+${named})*,?\\s+(?:and|und|et|y)\\s+${named})`,
  'u',
);

/** Sentences longer than this list something else. */
const longest = 300;

/** "I speak Spanish, English and Turkish": names that a sentence lists behind the property's word. */
function saidList(words: FieldWords, source: SourceText): Span[] {
  for (const { text, start } of source.sentences) {
    const [whole, word = '', list = ''] = text.length > longest ? [] : (enumerated.exec(text) ?? []);
    if (
      whole === undefined ||
      !labelWords(word).some(({ stem }) => words.telling.every((own) => isSameThing(own.stem, stem)))
    )
      continue;
    const at = start + whole.length - list.length;
    return partsOf({ text: list, start: at, end: at + list.length });
  }
  return [];
}

/** "a, b and c" as its parts, each with its place. */
function partsOf({ text, start, end }: Span): Span[] {
  if (text.length > longestCell) return [];
  const parts: Span[] = [];
  const mark = /;/.test(text) ? ';' : ',';
  // such as: /(?:(?!\s*,|\s+(?:and|und|et|y|&)\s).)+/gsu
  // bounded: a line, a cell or a value in it, at most 2,000 characters
  for (const match of text.matchAll(new RegExp(`(?:(?!\\s*${mark}|\\s+(?:and|und|et|y|&)\\s).)+`, 'gsu'))) {
    const lead = /^[\s,;]*(?:(?:and|und|et|y|&)\s+)?/.exec(match[0])?.[0].length ?? 0;
    const raw = match[0].slice(lead).replace(/[.\s]+$/, '');
    if (raw.trim() === '') continue;
    const span = plainSpan(raw, start + match.index + lead);
    parts.push(end - start === text.length ? span : { ...span, start, end });
  }
  return parts;
}

/** "Dorothy Pell (chair)" lists Dorothy Pell. */
function withoutRole(span: Span): Span {
  const text = /^(\p{Lu}[\p{L}'’.-]+(?:\s+\p{Lu}[\p{L}'’.-]+){0,3})\s+\([^)]*\)$/u.exec(span.text)?.[1];
  return text === undefined ? span : { text, start: span.start, end: span.start + text.length };
}
