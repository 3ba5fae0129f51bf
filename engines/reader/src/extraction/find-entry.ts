import type { FieldWords } from './field-words.ts';
import type { Found } from './found.ts';
import { type LabelWord, labelWords } from './label-words.ts';
import { matchLabel } from './match-label.ts';
import type { SourceText } from './source-text.ts';
import { typedValue } from './typed-value.ts';

const leastScore = 0.5;
const mostCharacters = 200_000;
/** Two labels that fit nearly as well with different values leave it open which is meant. */
const margin = 0.06;

/** The value whose label names the property best; undefined when two different values are named equally well. */
export function findEntry(field: FieldWords, source: SourceText, topic: readonly LabelWord[]): Found | undefined {
  const found: Found[] = [];
  for (const entry of source.parts.entries) {
    const around = { context: entry.context, title: source.parts.title, topic };
    const score = matchLabel(field, entry.label, around) * entry.weight;
    const value = score < leastScore ? undefined : typedValue(field, entry.value, source);
    if (value) found.push({ ...value, score });
  }
  found.sort((one, other) => other.score - one.score);
  const [best] = found;
  const rival = best && found.find((each) => each.score > best.score - margin && each.text !== best.text);
  return rival ? undefined : best;
}

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
/** Words of the question that the document nowhere uses: they name it as a whole. */
export function freeTopic(topic: readonly LabelWord[], text: string): LabelWord[] {
  const used = labelWords(text.slice(0, mostCharacters));
  return topic.filter((word) => !used.some(({ stem }) => stem === word.stem));
}
