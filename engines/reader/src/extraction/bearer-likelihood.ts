import type { FieldWords } from './field-words.ts';
import { isSameThing, type LabelWord, labelWords } from './label-words.ts';
import { mentions } from './said-sentence.ts';

const article = '(?:(?:the|our|its|their|your|as|a|an|hereinafter|hereafter)\\s+)*';
const inBrackets = new RegExp(`^\\s*\\(${article}["“'‘]?([^()]{1,50}?)["”'’]?\\)`, 'iu');
const aside = new RegExp(`^,\\s+${article}([\\p{L} ]{2,40}?)(?:,|\\.|$|\\s+and\\s)`, 'iu');
const isRole = new RegExp(
  `^\\s+(?:is|was)\\s+${article}([\\p{L} ]{2,30}?)(?:\\s+(?:of|and|who|in|at)\\b|[.,;]|$)`,
  'iu',
);
const deed = /^\s+(\p{L}+(?:ed|s|ook)(?:\s+(?:the\s+)?\p{L}+)?)/u;
/** What was done is no role: "designed in Ulm". */
export const isDone = /ed$/;
const opening =
  /^(?:the|this|these|it|they|he|she|we|i|there|our|your|dear|hi|hello|if|when|invoices?|agreement|please|late|every|each|members?|tickets?|mr|ms|mrs|dr)$/;

const isInstitution =
  /^(?:university|school|college|institute|academy|hotel|hospital|clinic|museum|library|church|bank|theatre|theater)$/;

/**
 * How surely a name in a sentence is the property's: a role in brackets or between commas behind it ("Ada Byron (chair)"), the
 * role before it ("the treasurer, Ada Byron"), or what the bearer does ("Ada Byron chaired"). `before` is what stands between
 * the name and the one before it, `after` what follows.
 */
export function bearerLikelihood(field: FieldWords, before: string, name: string, after: string): number {
  const words = labelWords(name);
  const isOwn = (word: LabelWord | undefined): boolean =>
    word !== undefined && field.telling.some(({ stem }) => isSameThing(stem, word.stem));
  if (words.every((word) => isOwn(word) || opening.test(word.word))) return 0;
  // "the Hotel Miramar"
  const [lead, ...others] = words;
  if (others.length > 0 && lead && field.telling.every(({ stem }) => stem === lead.stem)) return 0.95;
  // "Utrecht School of Arts" is a school by its name.
  if (
    field.form === 'name' &&
    words.length > 1 &&
    field.telling.every(({ word }) => isInstitution.test(word)) &&
    words.some(isOwn)
  )
    return 0.8;
  if (tellsRole(field, inBrackets.exec(after)?.[1])) return 1;
  const next = aside.exec(after)?.[1];
  // "…, Utrecht School of Arts" is a name of its own; "…, Events Manager" ends in what its bearer is.
  if (tellsRole(field, next) && (/^\p{Ll}/u.test(next ?? '') || isOwn(labelWords(next ?? '').at(-1)))) return 0.95;
  const did = labelWords(deed.exec(after)?.[1] ?? '');
  if (did.length > 0 && field.telling.every((word) => mentions(did, word))) return 0.9;
  const tail = tailOf(before);
  if (
    field.telling.every((word) => mentions(tail, word)) &&
    isOwn(tail.at(-1)) &&
    !isDone.test(tail.at(-1)?.word ?? '')
  )
    return 0.9;
  // "the keeper of the old lighthouse was Ingrid Lund"
  const main = tail.filter(({ isLate }) => !isLate);
  if (
    /\b(?:is|was|are|were)\s*$/.test(before) &&
    field.telling.every((word) => mentions(main, word)) &&
    isOwn(main.at(-1))
  )
    return 0.85;
  if (tellsRole(field, isRole.exec(after)?.[1])) return 0.9;
  // "…, as client, represented by Ms Solberg": the last bearer tells one part of the property's name.
  const all = labelWords(before.slice(-70));
  if (field.telling.length > 1 && /\bby\s*$/.test(before) && field.telling.every((word) => mentions(all, word)))
    return 0.8;
  return isPlaceOf(field, before) ? 0.75 : 0;
}

/** Whether a few words name the role that a property asks for, and are no sentence. */
function tellsRole(field: FieldWords, text: string | undefined): boolean {
  const words = labelWords((text ?? '').replaceAll(/["“”'‘’]/g, ' '));
  return (
    words.length > 0 &&
    words.length <= 5 &&
    field.telling.every((word) => mentions(words, word)) &&
    !words.some(({ word }) => /^(?:is|was|who|will|has)$/.test(word))
  );
}

/** The words right before a name: "the treasurer", "your contact person is". */
function tailOf(before: string): LabelWord[] {
  const clause =
    // bounded: a part of a sentence, at most 2,000 characters
    before
      .replaceAll(/\([^)]*\)/g, ' ')
      .replace(/[,:]\s*$/, '')
      .split(/[,;:(]\s|\s(?:and|but)\s/u)
      .at(-1) ?? '';
  const tail = labelWords(clause).slice(-5);
  while (tail.length > 1 && /^(?:is|was|are|named|called|mr|ms|mrs|dr|with)$/.test(tail.at(-1)?.word ?? '')) tail.pop();
  return tail;
}

/** Whether a property asks where something is. */
export const asksPlace = ({ telling, form }: FieldWords): boolean =>
  (form === 'name' || form === 'text') && telling.every(({ word }) => /^(?:location|venue|place)$/.test(word));

/** "takes place … at Queen Square", "met at the Town Hall". */
const isPlaceOf = (field: FieldWords, before: string): boolean =>
  asksPlace(field) &&
  // bounded: a part of a sentence, at most 2,000 characters
  (/\b(?:held|meets?|met|takes? place|took place|located)\b.*\b(?:at|in)\s+(?:the\s+)?$/is.test(before) ||
    // "held on 26 July, 17:30, School canteen": the place closes the line.
    // bounded: what stands right before a name, at most 200 characters
    /\b(?:held|meeting|takes? place|took place)\b[^.]*\d[^.]*,\s+$/i.test(before.slice(-200)));
