import type { FieldWords } from './field-words.ts';
import { type LabelWord, labelWords } from './label-words.ts';
import type { Found } from './labelled-value.ts';
import { matchLabel } from './match-label.ts';
import type { SourceText } from './source-text.ts';
import { typedValue } from './typed-value.ts';

const leastScore = 0.5;
const mostCharacters = 200_000;
/** Two labels that fit nearly as well with different values leave it open which is meant. */
const margin = 0.06;

/** The value whose label names the property best; `ambiguous` when two different values are named equally well. */
export function findEntry(
  field: FieldWords,
  source: SourceText,
  topic: readonly LabelWord[],
): Found | 'ambiguous' | undefined {
  const found: Found[] = [];
  for (const entry of source.parts.entries) {
    const around = { context: entry.context, title: source.parts.title, topic };
    const ofRange = isEndOfRange(field) ? 0.9 * matchLabel(withoutEnd(field), entry.label, around) : 0;
    const score = Math.max(matchLabel(field, entry.label, around), ofRange) * entry.weight;
    // What stands below a heading and has parts is more than one value.
    const isComposed =
      entry.weight < 0.8 && (field.form === 'text' || field.form === 'name') && entry.value.text.includes(',');
    if (score < leastScore || isComposed) continue;
    const value = typedValue(field, entry.value, source);
    if (value) found.push({ ...value, score });
  }
  found.sort((one, other) => other.score - one.score);
  const [best] = found;
  if (!best) return undefined;
  const rival = found.find((each) => each.score > best.score - margin && !isSameValue(each, best));
  return rival ? 'ambiguous' : best;
}

const rangeEnd = /^(?:min|minimum|lowest|max|maximum|highest)$/;
const isEndOfRange = ({ telling, form }: FieldWords): boolean =>
  form === 'number' && telling.length > 1 && telling.some(({ word }) => rangeEnd.test(word));
const withoutEnd = (field: FieldWords): FieldWords => ({
  ...field,
  telling: field.telling.filter(({ word }) => !rangeEnd.test(word)),
});

const yes = /^(?:true|yes|ja|oui|sí|si)$/i;
const no = /^(?:false|no|nein|non)$/i;

/** The yes or no that stands beside a label: of a form, of data. */
export function findFlag(
  field: FieldWords,
  { parts }: SourceText,
): { isSo: boolean; start: number; end: number } | undefined {
  const found = parts.entries.flatMap(({ label, value, context }) => {
    const isTold = yes.test(value.text) || no.test(value.text);
    const score = isTold ? matchLabel(field, label, { context, title: parts.title, topic: [] }) : 0;
    return score >= leastFlag ? [{ isSo: yes.test(value.text), start: value.start, end: value.end }] : [];
  });
  const [first] = found;
  return first && found.every(({ isSo }) => isSo === first.isSo) ? first : undefined;
}

const leastFlag = 0.8;
const isSameValue = (one: Found, other: Found): boolean =>
  one.value !== undefined || other.value !== undefined
    ? one.value === other.value
    : one.iso !== undefined || other.iso !== undefined
      ? one.iso === other.iso
      : one.text.toLowerCase() === other.text.toLowerCase();

/** Words of the question that the document nowhere uses: they name it as a whole. */
export function freeTopic(topic: readonly LabelWord[], text: string): LabelWord[] {
  const used = labelWords(text.slice(0, mostCharacters));
  return topic.filter((word) => !used.some(({ stem }) => stem === word.stem));
}
