import type { FieldWords } from './field-words.ts';
import { labelWords } from './label-words.ts';
import type { Found } from './labelled-value.ts';
import type { SourceText } from './source-text.ts';
import { isDenial, isSentence } from './typed-value.ts';

const copula = /^(.{2,70}?)\s+(?:is|are|was|were|remains?|ist|lautet)\s+([^.;,\n]{2,80})/su;
const madeOf = /\bmade (?:of|from) ([\p{L} -]{2,40}?)(?=\s+(?:and|with|which|that|in|by|for)\b|[.,;(]|$)/u;
// bounded: what a sentence says of it, at most 80 characters
const goesOn = /\s+(?:and|with|in|on|at|from|for|until|which|who|that|because|but)\s.*$/su;
const isNoValue =
  /^(?:not|no|never|to|being|been|also|still|only|too|very|taken|made|done|held|given|sent|kept|found|seen|known|written|shown|born|put|sold|paid|built|met|drawn|brought)\b|(?<!\p{L})\p{L}{1,20}ed\s/iu;
const mostWords = 6;

/** What a sentence says that the property is: "The sample type is serum", "made of steel"; undefined where two sentences differ. */
export function findSaid(field: FieldWords, source: SourceText): Found | undefined {
  if (field.form !== 'text') return undefined;
  const found: Found[] = [];
  const isMaterial = field.telling.every(({ word }) => word === 'material');
  for (const { text, start } of source.sentences) {
    const made = isMaterial ? madeOf.exec(text) : null;
    if (made?.[1] !== undefined) {
      const at = start + made.index + made[0].length - made[1].length;
      found.push({ text: made[1], start: at, end: at + made[1].length, score: 0.8 });
    }
    const [whole = '', subject = '', rest = ''] = copula.exec(text) ?? [];
    // "The keeper of the lighthouse is …" speaks of the keeper.
    const words = labelWords(subject.replace(/^.*[,;:]\s/s, '')).filter(({ isLate }) => !isLate);
    const most = field.telling.length + field.sort.length + 1;
    if (!field.telling.every(({ stem }) => words.some((word) => word.stem === stem)) || words.length > most) continue;
    const value = rest.replace(goesOn, '').trim();
    if (
      value === '' ||
      isDenial.test(value) ||
      isNoValue.test(value) ||
      isSentence(value) ||
      value.split(/\s+/).length > mostWords
    )
      continue;
    const at = start + whole.length - rest.length;
    found.push({ text: value, start: at, end: at + value.length, score: 0.8 });
  }
  const [first, second] = found;
  return first && (second === undefined || second.text === first.text) ? first : undefined;
}
