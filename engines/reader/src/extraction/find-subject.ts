import type { FieldWords } from './field-words.ts';
import type { Found } from './labelled-value.ts';
import type { SourceText } from './source-text.ts';

const subject =
  /^(?:(?:Mr|Ms|Mrs|Dr|Prof)\.?\s+)?(?<name>\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:de|van|von|del|da|di|der)\s+)?\p{Lu}[\p{L}.'’-]*){1,3})\s+(?:was|is|has|lives?|lived|works?|worked|born|studied|joined|\((?:born|\d{4}))/u;
const noName = /^(?:the|this|our|your|these|those|it|they|he|she|we|all|each|every|there|in|on|at|from|dear)\s/iu;

/** Whom a text is about: the name that its first sentence begins with, for a property that is no more than a `name`. */
export function findSubject({ telling, sort, form }: FieldWords, { sentences }: SourceText): Found | undefined {
  const isBare = [...telling, ...sort].every(({ word }) => /^(?:name|full|person)$/.test(word));
  const [first] = sentences;
  if (form !== 'name' || !isBare || !first) return undefined;
  const match = subject.exec(first.text);
  const name = match?.groups?.name;
  if (!match || name === undefined || noName.test(name)) return undefined;
  const start = first.start + match[0].indexOf(name);
  return { text: name, start, end: start + name.length, score: 0.7 };
}
