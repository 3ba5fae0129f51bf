import { isJsonObject } from '@parley/contract';
import { currencyOf, isPlainUnit, measureOf } from '@parley/text';
import { longestDescription } from '../bounds/bounds.ts';
import { readable } from '../bounds/tame-text.ts';
import type { Field } from './find-field.ts';
import { formOfWord, type ValueForm } from './form-words.ts';
import { type LabelWord, labelWords } from './label-words.ts';

/** The words of a property, told apart by what they say about its value. */
export interface FieldWords {
  /** Which value is meant: `birth` in `date_of_birth`. All of them must be spoken for. */
  telling: LabelWord[];
  /** What sort of value it is: `date` in `date_of_birth`. */
  sort: LabelWord[];
  /** Words of the title and the description. */
  described: LabelWord[];
  form: ValueForm;
  /** `kg`, `day`, `percent` … where the name says it. */
  unit: string | undefined;
  isMoney: boolean;
  /** Counts things: the number stands before their name. */
  isCount: boolean;
}

/** Single letters that stand for a unit in names and behind numbers; of others a number is more often an article's or a page's. */
const letters = /^[mglwvsh]$/i;

/** Units that a form means something else by: a degree in law, a bar in town, Mr Henry. */
const alike = /^(?:degrees?|bars?|henr(?:y|ies)|newtons?|amps?|mps|decades?|kn)$/i;

/** The unit of measurement that a word names: `percent`, `kg`, `day`. Pounds may be money, and are none. */
export function unitOf(word: string): string | undefined {
  if (/^square$/i.test(word)) return 'm²';
  const isUnit = letters.test(word) || (isPlainUnit(word) && !alike.test(word) && currencyOf(word) === undefined);
  return isUnit ? measureOf(word)?.name : undefined;
}

const moneyWords = new Set(
  `price cost fee rate charge amount total sum balance budget salary wage deposit donation discount payment bonus revenue income
  expense rent premium tax vat net gross subtotal credit debit refund fine penalty value turnover profit loss`.split(
    /\s+/,
  ),
);
const sortWords = new Set(
  `number no nr num id identifier code date day datetime timestamp value amount price cost fee rate text string name title full type kind
  phone telephone tel mobile email mail url link website address list of reference ref count total quantity qty person label currency
  period time point contact ticket term terms details info`.split(/\s+/),
);
const people =
  /^(?:person|author|chair\p{L}*|secretary|treasurer|president|manager|director|doctor|physician|patient|teacher|speaker|representative|contact|organi[sz]er|owner|sender|recipient|signatory|conductor|soloist|driver|moderator|editor|host|guest|employee|applicant|candidate|tenant|landlord|lawyer|judge|witness|buyer|customer|client|contractor|seller|vendor|supplier|issuer|company|employer|carrier|brand|firm|sponsor|bank|taker|salesperson|recruiter|nurse|engineer|coach|trainer|captain|winner|creator|producer|publisher|manufacturer|school|university|hotel|venue|institution)$/u;

/** Reads what a property's name, title, description and schema say about its value. */
export function fieldWords(field: Field): FieldWords {
  const { schema } = field;
  const all = labelWords(field.name);
  const isSum = all.some(({ word }) => moneyWords.has(word));
  // The min of a salary is no minute.
  const unitWord =
    all.length > 1 ? all.findLast(({ word }) => unitOf(word) !== undefined && !(isSum && word === 'min')) : undefined;
  const unit = unitWord && unitOf(unitWord.word);
  const words = all.filter((word) => word !== unitWord);
  const telling = words.filter(({ word }) => !sortWords.has(word));
  const isNumber = [schema.type].flat().some((type) => type === 'number' || type === 'integer');
  const last = all.at(-1)?.word ?? '';
  const isCount =
    isNumber &&
    unit === undefined &&
    (/^(?:count|quantity|qty)$/.test(last) || /number of/i.test(field.name.replaceAll('_', ' ')) || isPlural(last));
  const share = isNumber && isPercent(field) ? 'percent' : undefined;
  return {
    telling:
      telling.length > 0
        ? telling
        : words.length > 1
          ? words.filter(({ word }) => !/^(?:person|full)$/.test(word))
          : words,
    sort: telling.length > 0 ? words.filter(({ word }) => sortWords.has(word)) : [],
    described: [schema.title, schema.description].flatMap((text) =>
      typeof text === 'string' ? labelWords(readable(text, longestDescription)) : [],
    ),
    form: isNumber ? 'number' : formOf(words, schema.format),
    unit: unit ?? share,
    isMoney: isNumber && (unit ?? share) === undefined && !isCount && words.some(({ word }) => moneyWords.has(word)),
    isCount,
  };
}

const isPercent = ({ name, schema }: Field): boolean =>
  /per ?cent|%/i.test(`${name} ${String(schema.description ?? '')}`) || /(?:tax|vat|interest).?rate/i.test(name);

const isPlural = (word: string): boolean => /[^s]s$/.test(word) && word.length > 3 && !moneyWords.has(word);

function formOf(words: readonly LabelWord[], format: unknown): ValueForm {
  const forms = words.map(({ word }) => formOfWord(word));
  const last = words.at(-1)?.word ?? '';
  if (format === 'date' || format === 'date-time') return 'date';
  if (format === 'email' || forms.includes('email')) return 'email';
  if (format === 'uri' || forms.includes('url')) return 'url';
  if (forms.includes('phone')) return 'phone';
  if (format === 'time' || forms.at(-1) === 'time') return 'time';
  if (/^(?:deadline|birthday)$/.test(last) || forms.at(-1) === 'date' || words.some(({ word }) => dayWord.test(word)))
    return 'date';
  if (/^(?:sku|iban|bic|ean|isbn)$/.test(last) || forms.at(-1) === 'code') return 'code';
  return forms.at(-1) === 'name' || people.test(last.split('-').at(-1) ?? last) ? 'name' : 'text';
}

const dayWord = /^(?:date|birthday|datum|fecha)$/;

/** The words of a schema's own title and description and of the question: what the document as a whole is about. */
export const topicWords = (schema: unknown, question: string): LabelWord[] =>
  [isJsonObject(schema) ? schema.title : '', question].flatMap((text) =>
    typeof text === 'string' ? labelWords(text) : [],
  );
