import type { FieldWords } from './field-words.ts';
import type { Found } from './labelled-value.ts';
import type { SourceText } from './source-text.ts';

/** Kinds of values that are known by themselves, wherever they stand, and the properties that ask for them. */
const kinds: readonly [asked: RegExp, held: RegExp][] = [
  [
    /^(?:(?:employment|contract|work|working|job) (?:type|time|model|kind)|type of (?:employment|contract))$/,
    /(?<![\p{L}-])(?:full|part)[- ]time|(?<!\p{L})(?:freelance|internship|apprenticeship|fixed[- ]term)(?!\p{L})/giu,
  ],
  [
    /^(?:degree|academic degree|qualification|title of degree)$/,
    /(?<![\p{L}])(?:B\.?Sc|M\.?Sc|B\.?A|M\.?A|B\.?Eng|M\.?Eng|MBA|Ph\.?D|LL\.?[BM]|Diplom|Diploma|Bachelor|Master)\.?(?:\s+(?:of|in))?\s+\p{Lu}\p{L}+(?:\s+(?:and\s+|of\s+)?\p{Lu}\p{L}+){0,3}/gu,
  ],
  [
    /^(?:job title|position|job|role|vacancy|post)$/,
    /(?<=\b(?:looking|searching|search) for (?:an?|our next)\s(?:(?:full|part)[- ]time\s)?|\b(?:seeks?|seeking|hiring|hires|recruiting) (?:an?\s)?(?:(?:full|part)[- ]time\s)?)(?!(?:full|part)[- ]time)\p{L}[\p{L} /-]{2,40}?(?=\s+(?:in|at|for|to|with|who|from|\()\b|[.,;\n])/gu,
  ],
];

/** The one value of a known kind that a text holds. */
export function findKnownKind(
  { telling, sort, form }: FieldWords,
  name: string,
  { text }: SourceText,
): Found | undefined {
  if (form === 'number' || telling.length + sort.length === 0) return undefined;
  const held = kinds.find(([asked]) => asked.test(name))?.[1];
  const found = held === undefined ? [] : [...text.matchAll(held)];
  const [only] = found;
  if (only === undefined || found.some(([other]) => other !== only[0])) return undefined;
  return { text: only[0], start: only.index, end: only.index + only[0].length, score: 0.8 };
}
