import { cardinalOf, cardinalPattern, isoDay, monthOf } from '@parley/text';
import { asksPlace } from './bearer-likelihood.ts';
import type { FieldWords } from './field-words.ts';
import type { Found } from './found.ts';
import type { SaidSentence } from './said-sentence.ts';
import type { SourceText } from './source-text.ts';
import { fitsNumber, unitBehind } from './typed-value.ts';

/** A stretch of a sentence that has the form that a property wants. */
export interface Candidate extends Omit<Found, 'score'> {
  /** The property's unit stands behind it. */
  hasUnit?: boolean;
}

// bounded: a sentence or a part of one, at most 2,000 characters
const email = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;
const phone = /(?<![\d.,/-])(?:\+\d{1,3}|\(?0\d{1,5}\)?)(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?!\d)/g;
const url = /\b(?:https?:\/\/|www\.)[^\s,;)<>]+/gi;
const time = /(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?:\s?[ap]\.?m\.?)?(?!\d)/gi;
/** A word with a digit and a letter or a mark in it, or four digits. */
// bounded: a sentence or a part of one, at most 2,000 characters
const code =
  /(?<![\p{L}\d-])(?=[\p{L}\d/_-]*\d)(?=[\p{L}\d/_-]*[\p{L}/_-]|\d{4})[\p{L}\d]+(?:[/_-][\p{L}\d]+)*(?![\p{L}\d])/gu;
/** Such a word, or a number of few digits that no noun follows: "hall 4". */
// bounded: a sentence or a part of one, at most 2,000 characters
const codeOrNumber = new RegExp(
  `${code.source}|(?<![\\p{L}\\d.,-])\\d{1,3}(?![\\p{L}\\d:%-]|[.,]\\d|\\s+\\p{L})`,
  'gu',
);
const countWord = new RegExp(`(?<![\\p{L}-])(?:${cardinalPattern(['en'], 2)})(?![\\p{L}-])`, 'giu');
/** Capitalised words that follow each other, with what binds names: "Hallgren & Son AB", "Brightwater Tools Ltd". */
const properName =
  /(?<![\p{L}\d])(?:(?:Mr|Ms|Mrs|Dr|Prof)\.?\s+)?\p{Lu}[\p{L}'’-]+(?:(?:\s+(?:&\s+)?|\s+(?:de|van|von|del|da|di|der|of)\s+)(?:\p{Lu}(?:\.\p{Lu})+\.?|\p{Lu}[\p{L}'’-]*|plc|e\.V\.))*(?:\s\d{1,3}(?![\d.,:%]|\s*\p{L}))?/gu;

/** What in a sentence has the form of a property's value, in reading order. */
export function candidatesIn(field: FieldWords, sentence: SaidSentence, source: SourceText): Candidate[] {
  const { text, start, end } = sentence;
  const isInDate = (each: Candidate) => source.datesByPlace.isMet(each.start, each.end);
  const names = () =>
    matches(text, start, properName)
      .map((each) => (/['’]s$/.test(each.text) ? { ...each, text: each.text.slice(0, -2), end: each.end - 2 } : each))
      .filter((each) => !isInDate(each) && !/^(?:\p{Lu}{2,3}|.*[-’'])$/u.test(each.text));
  if (asksPlace(field)) return names();
  switch (field.form) {
    case 'date':
      return source.datesByPlace.inside(start, end).map((date) => ({
        text: date.text,
        iso: isoDay(date.dayFirst),
        time: date.time,
        start: date.start,
        end: date.end,
      }));
    case 'number':
      return [
        ...numbersIn(field, source.numbersByPlace.inside(start, end), source),
        ...(field.isCount ? countsIn(text, start) : []),
      ].sort((one, other) => one.start - other.start);
    case 'email':
      return matches(text, start, email);
    case 'phone':
      return matches(text, start, phone);
    case 'url':
      return matches(text, start, url);
    case 'time':
      return matches(text, start, time);
    case 'code':
      return matches(text, start, code).filter((each) => !isInDate(each));
    case 'name':
      return names();
    case 'text':
      return matches(text, start, codeOrNumber).filter((each) => !isInDate(each));
    default:
      return [];
  }
}

function numbersIn(field: FieldWords, numbers: SourceText['numbers'], { text }: SourceText): Candidate[] {
  return numbers
    .filter(
      (number) => fitsNumber(field, number, text) && (number.isMoney || !field.isMoney) && !isOfRange(text, number),
    )
    .map((number) => {
      const unit = number.isPercent ? 'percent' : unitBehind(text, number.end);
      return {
        text: number.text,
        value: number.value,
        start: number.start,
        end: number.end,
        hasUnit: field.unit !== undefined && unit === field.unit,
      };
    });
}

const countsIn = (text: string, start: number): Candidate[] =>
  matches(text, start, countWord).map((each) => ({ ...each, value: cardinalOf(each.text.toLowerCase()) ?? 0 }));

function matches(text: string, at: number, pattern: RegExp): Candidate[] {
  return [...text.matchAll(pattern)].map(({ 0: whole, index }) => {
    // The full stop of the sentence is not of the name; that of an abbreviation is.
    const match = /\p{Ll}{3}\.$/u.test(whole) ? whole.slice(0, -1) : whole;
    return { text: match, start: at + index, end: at + index + match.length };
  });
}

const isMonth = (text: string): boolean => monthOf(/^\.?\s+(\p{Lu}\p{L}{2,})/u.exec(text)?.[1] ?? '') !== undefined;

/** 18 in "from 18 to 24 May", 24 in "24 May": parts of dates without a year. */
const isOfRange = (text: string, { start, end }: { start: number; end: number }): boolean =>
  /^\s*(?:to|until|–|-)\s*\d{1,2}\.?\s+\p{Lu}\p{L}{2}/u.test(text.slice(end, end + 20)) ||
  isMonth(text.slice(end, end + 18)) ||
  (/\d\s*(?:to|–|-)\s*$/.test(text.slice(Math.max(0, start - 8), start)) &&
    /^\s+\p{Lu}/u.test(text.slice(end, end + 3)));
