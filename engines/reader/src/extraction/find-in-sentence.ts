import { asksPlace, bearerLikelihood } from './bearer-likelihood.ts';
import type { FieldWords } from './field-words.ts';
import { formOfWord } from './form-words.ts';
import type { Found } from './found.ts';
import { isSameThing, type LabelWord, labelWords } from './label-words.ts';
import { joinVerb, mentions, type SaidSentence } from './said-sentence.ts';
import { type Candidate, candidatesIn } from './sentence-candidates.ts';
import type { SourceText } from './source-text.ts';

const margin = 0.12;
const leastScore = 0.62;

/** The value that sentences give for a property: of its form, in the clause that speaks of it, and the only one there. */
export function findInSentence(field: FieldWords, source: SourceText): Found | undefined {
  const found: Found[] = [];
  const needsMention = !isBare(field) && field.unit === undefined && !asksPlace(field);
  for (const sentence of source.sentences) {
    if (needsMention && !field.telling.some((word) => mentions(sentence.words, word))) continue;
    const candidates = candidatesIn(field, sentence, source);
    for (const [index, candidate] of candidates.entries()) {
      const from = candidates[index - 1]?.end ?? sentence.start;
      const to = candidates[index + 1]?.start ?? sentence.end;
      const score = speaksFor(field, { sentence, candidate, from, to }, source);
      if (score >= leastScore) found.push({ ...candidate, score });
    }
  }
  found.sort((one, other) => other.score - one.score);
  const [best] = found;
  const rival = best && found.find((each) => each.score > best.score - margin && keyOf(each) !== keyOf(best));
  return best && !rival ? best : undefined;
}

const keyOf = ({ iso, value, text }: Found): string => iso ?? String(value ?? text.toLowerCase());

/** A property that names nothing but its form: the only telephone number of a text is its `phone`. */
const isBare = ({ form, telling }: FieldWords): boolean =>
  (form === 'phone' || form === 'email' || form === 'url') &&
  telling.every(({ word }) => formOfWord(word) === form || /^(?:address|number|contact)$/.test(word));

/** What is measured in one unit only is told by the unit alone. */
const implied: Record<string, RegExp> = { 'm²': /^area$/, kg: /^weight$/, g: /^weight$/, W: /^(?:power|wattage)$/ };
const isImplied = ({ unit, telling }: FieldWords): boolean =>
  unit !== undefined && telling.every(({ word }) => implied[unit]?.test(word) === true);

/** A candidate, its sentence, and where the candidates before and behind it end and begin. */
interface Place {
  sentence: SaidSentence;
  candidate: Candidate;
  from: number;
  to: number;
}

/**
 * How surely a clause gives a candidate for the property: each telling word counts fully next to the candidate, half elsewhere
 * in the sentence, less in the heading; 0 when one is missing or none is next to it.
 */
function speaksFor(field: FieldWords, place: Place, source: SourceText): number {
  const { sentence, candidate, from, to } = place;
  const { text } = source;
  if (isDenied(text.slice(sentence.start, candidate.start)) || isChange(text, candidate)) return 0;
  const before = text.slice(from, candidate.start);
  if (field.form === 'name' || asksPlace(field))
    return bearerLikelihood(
      field,
      before,
      candidate.text,
      text.slice(candidate.end, Math.min(sentence.end, candidate.end + 80)),
    );
  if (isBare(field) || (isImplied(field) && candidate.hasUnit === true)) return 0.9;
  const left = leftOf(before);
  const leftWords = labelWords(left);
  const rightWords = hasNoRight.has(field.form)
    ? []
    : labelWords(rightOf(text.slice(candidate.end, Math.min(to, candidate.end + 60))));
  if (field.isCount) return countsThings(field, leftWords, rightWords, sentence.words);
  if (field.form === 'code') return followsLabel(field, leftWords);
  if (field.form === 'text') return 0.8 * followsLabel(field, leftWords);
  return nearness(
    field,
    place,
    [...leftWords, ...rightWords, ...labelWords(joinVerb(left))],
    headingOf(source, sentence.start),
  );
}

const hasNoRight = new Set(['phone', 'email', 'url', 'date', 'time']);

function nearness(
  field: FieldWords,
  { sentence, candidate }: Place,
  nearWords: LabelWord[],
  heading: LabelWord[],
): number {
  const isAddress = field.form === 'phone' || field.form === 'email';
  let sum = 0;
  let isNear = candidate.hasUnit === true || isAddress;
  for (const word of field.telling) {
    if (mentions(nearWords, word)) {
      sum += 1;
      isNear = true;
    } else if (mentions(sentence.words, word)) sum += isAddress ? 0.9 : 0.6;
    else if (mentions(heading, word)) sum += candidate.hasUnit ? 0.8 : 0.45;
    else return 0;
  }
  const unit = field.unit === undefined || candidate.hasUnit ? 0 : 0.3;
  const sort = field.isMoney && field.sort.some((word) => mentions(nearWords, word)) ? 0.15 : 0;
  return isNear ? sum / field.telling.length - unit + sort : 0;
}

/** From the last comma, bracket or "and" on. */
const leftOf = (text: string): string =>
  text
    .split(/[,;(]\s|\n\s*\n|\s(?:and|but|or|while|und|sowie)\s/u)
    .at(-1)
    ?.slice(-90) ?? '';

/** The words right behind a value that belong to it: "186 photovoltaic panels", "139 a night"; up to a preposition or a mark. */
function rightOf(text: string): string {
  const words = (text.split(/[,;:()\n.]/u)[0] ?? '').trim().split(/\s+/);
  const stop = words.findIndex((word) => endsPhrase.test(word));
  return words.slice(0, stop < 0 ? 5 : Math.min(stop, 5)).join(' ');
}

const endsPhrase =
  /^(?:in|on|at|to|from|by|with|without|including|excluding|incl|excl|plus|before|after|until|for|and|or|but|of|is|are|was|were|will|have|has|had|who|which|that|than|if|as|go|goes)$/i;

/** "186 photovoltaic panels", "the number of rooms is 5": the thing counted stands behind its number, or before "is". */
function countsThings(field: FieldWords, left: LabelWord[], right: LabelWord[], all: LabelWord[]): number {
  const isThing = field.telling.some((word) => mentions(right.slice(0, 4), word));
  if (isThing && field.telling.every((word) => mentions(all, word))) return 1;
  const isBefore =
    field.telling.every((word) => mentions(left.slice(-5), word)) &&
    left.some(({ word }) => /^(?:is|are|was|were|number|total|count)$/.test(word));
  return isBefore && right.length === 0 ? 0.9 : 0;
}

const idle = /^(?:is|are|was|has|no|nr|number|id|code|ref|reference|have|with|num)$/;

/** "booth 4C-118", "patient ID P-7", "booking reference is LT-9": nothing but the property's words stands right before the code. */
function followsLabel(field: FieldWords, left: readonly LabelWord[]): number {
  const seen = new Set<LabelWord>();
  for (const word of left.toReversed()) {
    const own = field.telling.find(
      ({ stem }) => stem === word.stem || (field.form === 'code' && isSameThing(stem, word.stem)),
    );
    if (own) seen.add(own);
    else if (!idle.test(word.word) && !mentions(field.sort, word)) break;
  }
  return seen.size === field.telling.length ? 1 : 0;
}

/** "from £45 to £52": two values, one of them old. */
// bounded: what stands right before or behind a value, at most 40 characters
const isChange = (text: string, { start, end }: Candidate): boolean =>
  (/\b(?:from|von|de)\s+\p{Sc}?\s*$/u.test(text.slice(Math.max(0, start - 10), start)) &&
    /^\s*(?:\p{L}{3}\s+)?(?:to|auf|bis|a)\s+\p{Sc}?\s*\d/u.test(text.slice(end, end + 16))) ||
  /\bfrom\s+\p{Sc}?\s*[\d.,]+\s*(?:\p{L}{3}\s+)?to\s+\p{Sc}?\s*$/u.test(text.slice(Math.max(0, start - 40), start));

// bounded: what stands right before a value, at most 60 characters
const isDenied = (text: string): boolean =>
  /\b(?:not|no|never|without|nor|neither|isn['’]t|wasn['’]t)\b(?!\.)[^,;]*$/i.test(text.slice(-60));

/** Words of the heading that a sentence stands under. */
function headingOf({ lines }: SourceText, at: number): LabelWord[] {
  let index = lines.findLastIndex(({ start }) => start <= at);
  for (let steps = 0; index >= 0 && steps < 30; index--, steps++) {
    const text = lines[index]?.text ?? '';
    if (/^\s*#{1,6}\s/.test(text) || /^\s*\d+\.\s+\p{Lu}[\p{L} ']{2,50}$/u.test(text)) return labelWords(text);
  }
  return [];
}
