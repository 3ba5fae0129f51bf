import type { Candidate } from './candidate.ts';
import type { Add } from './features.ts';
import type { ReadRequest } from './find-mentions.ts';
import type { Parameter } from './parameter.ts';

const negations = /\b(?:no|not|without|don't|do not|doesn't|exclude|excluding|never|disable|skip|omit|except)\b/i;

/** How well yes or no fits a parameter, by whether the request names it, plainly or with a negation. */
export function flagFeatures(parameter: Parameter, candidate: Candidate, request: ReadRequest, add: Add): void {
  const which = candidate.value === true ? 'true' : 'false';
  const need = parameter.isRequired ? 'required' : 'optional';
  add(`flag:${which}|${need}`);
  const stems = parameter.nameStems.filter((stem) => stem.length > 2 && !flagWords.has(stem));
  const named = stems.filter((stem) => request.stems.has(stem)).length / Math.max(1, stems.length);
  add(`flag:${which}|named|${need}`, named);
  if (named === 1) add(`flag:${which}|allNamed|${need}`);
  const described = [...parameter.ownStems].filter((stem) => request.stems.has(stem)).length;
  add(`flag:${which}|described|${need}`, Math.min(1, described / 3));
  const at = request.words.find((word) => stems.includes(word.stem));
  if (at && negations.test(request.text.slice(Math.max(0, at.start - 30), at.start))) add(`flag:${which}|negated`);
  if (parameter.defaultValue === candidate.value) add(`flag:${which}|default|${need}`);
  if (typeof parameter.defaultValue === 'boolean' && parameter.defaultValue !== candidate.value)
    add(`flag:${which}|notDefault|${need}`);
}

const flagWords = new Set([
  'is',
  'has',
  'includ',
  'get',
  'show',
  'with',
  'use',
  'flag',
  'enabl',
  'should',
  'return',
  'onli',
]);
