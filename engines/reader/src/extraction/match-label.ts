import { traitsOf } from '../statements/traits.ts';
import { type FieldWords, unitOf } from './field-words.ts';
import { formOfWord, type ValueForm } from './form-words.ts';
import { isSameThing, type LabelWord } from './label-words.ts';

/** Words that may speak for a property besides the label: headings above it, what the document is, what was asked for. */
export interface Surrounding {
  context: readonly LabelWord[];
  title: readonly LabelWord[];
  /** Words of the question that the document itself nowhere uses. */
  topic: readonly LabelWord[];
}

const has = (words: readonly LabelWord[], word: LabelWord): boolean =>
  words.some(
    (each) =>
      isSameThing(each.stem, word.stem) || traitsOf(each.word).some((trait) => traitsOf(word.word).includes(trait)),
  );

/** Words that add nothing to a label. */
const idle =
  /^(?:\d+|is|are|was|were|will|be|at|on|by|as|please|our|only|approx|about|total|current|main|own|net|new|now|used|given|each|all|rated?|average|available|mr|ms|mrs|dr)$/;

/**
 * How well a label names a property: 0 when it does not, 1 when it says just that. Every telling word of the property must be
 * in the label, or in what stands around it; the label's main word must belong to the property.
 */
export function matchLabel(field: FieldWords, label: readonly LabelWord[], around: Surrounding): number {
  if (label.length === 0 || isOtherForm(field, label)) return 0;
  const words = [...field.telling, ...field.sort];
  const byName = coverage(field, label, around);
  const extra = label.filter(
    (word) =>
      !has(words, word) &&
      !idle.test(word.word) &&
      !has(around.title, word) &&
      !has(around.context, word) &&
      unitOf(word.word) === undefined &&
      !isForm(word, field.form),
  );
  const isMainOwn = isMain(label, (word) => has(words, word) || isForm(word, field.form));
  if (byName > 0 && isMainOwn)
    return Math.max(
      0,
      byName - extra.reduce((sum, word) => sum + (has(field.described, word) ? 0 : word.isLate ? 0.1 : 0.2), 0),
    );
  const described = [...words, ...field.described];
  const isDescribed = label.every(
    (word) => has(described, word) || idle.test(word.word) || unitOf(word.word) !== undefined,
  );
  const telling = label.filter(
    (word) =>
      has(field.described, word) &&
      !isSameThing(word.stem, 'total') &&
      !/^(?:number|name|date|amount)$/.test(word.word),
  );
  return isDescribed && telling.length > 0 ? 0.6 : 0;
}

/** Whether a label says that its value has another form than the property's. */
function isOtherForm(field: FieldWords, label: readonly LabelWord[]): boolean {
  const told = label.flatMap(({ word }) => {
    const form = formOfWord(word);
    return form === undefined || form === 'name' ? [] : [form];
  });
  if (told.length === 0 || told.some((form) => form === field.form)) return false;
  const own = [...field.telling, ...field.sort].map(({ word }) => formOfWord(word));
  if (told.every((form) => own.some((each) => each === form))) return false;
  return (
    !(
      field.form === 'number' &&
      told.every((form) => form === 'code' || form === 'time' || form === 'date') &&
      (field.isCount || field.unit !== undefined)
    ) && !(field.form === 'text' && told.includes('code'))
  );
}

/** "nombre" below "solicitante" is the applicant. */
const isForm = ({ word }: LabelWord, form: ValueForm): boolean => {
  const own = formOfWord(word);
  return own !== undefined && (own === form || (own === 'name' && form === 'text'));
};

/** The word that a label is about: the last one before "of", "on", "per" and the like. */
function isMain(label: readonly LabelWord[], isOwn: (word: LabelWord) => boolean): boolean {
  const told = label.filter(({ word, isLate }) => !isLate && !idle.test(word) && unitOf(word) === undefined);
  const last = told.at(-1);
  if (last === undefined) return label.length > 0;
  // "Order reference": an order is called by its number.
  if (
    told.length > 1 &&
    isCode.test(last.word) &&
    told.slice(0, -1).every((word) => isOwn(word) && isNumbered.test(word.word))
  )
    return true;
  return (
    isOwn(last) ||
    (told.length > 1 && told.slice(0, -1).every(isOwn) && told.length <= 3 && isRelation.test(last.word) === false)
  );
}

const isCode = /^(?:number|no|nr|id|code|ref|reference)$/;
/** Things that letters and forms name by their number. */
const isNumbered =
  /^(?:purchase-order|order|po|booking|reservation|ticket|policy|case|quote|offer|tracking|shipment|delivery)$/;

/** Words that make another thing of what stands before them: a client contact is no client. */
const isRelation =
  /^(?:contact|representative|phone|telephone|email|mail|address|name|number|no|id|date|time|manager|fee|price|cost|amount|type|status|code|account|reference|period|deadline|limit|rate|tax|meeting|room)$/;

/** 1 when the label has every telling word, less when some stand around it, 0 when one is missing. */
function coverage(field: FieldWords, label: readonly LabelWord[], around: Surrounding): number {
  let sum = 0;
  let inLabel = 0;
  for (const word of field.telling) {
    if (has(label, word)) {
      sum += label.some(({ stem }) => stem === word.stem) ? 1 : 0.95;
      inLabel++;
    } else if (has(around.context, word)) sum += 0.75;
    else if (has(around.title, word)) sum += 0.7;
    else if (has(around.topic, word) && field.form !== 'phone' && field.form !== 'email') sum += 0.65;
    else return 0;
  }
  const sortInLabel = field.sort.filter((word) => has(label, word)).length;
  const isNamedByForm = label.every(
    (word) => has(field.sort, word) || isForm(word, field.form) || idle.test(word.word),
  );
  if (inLabel === 0 && !(isNamedByForm && (sortInLabel > 0 || label.some((word) => isForm(word, field.form)))))
    return 0;
  return sum / field.telling.length - (field.sort.length > 0 && sortInLabel === 0 ? 0.1 : 0);
}
