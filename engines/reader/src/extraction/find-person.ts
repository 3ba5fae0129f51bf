import { cardinalOf } from '@parley/text';
import type { FieldWords } from './field-words.ts';
import type { Found } from './found.ts';
import type { SourceText } from './source-text.ts';

const namePart = "\\p{Lu}[\\p{L}\\p{M}]*(?:['’.-][\\p{L}\\p{M}]+)*";
const nameRun = `${namePart}(?:\\s(?:(?:de|van|von|del|da|di|der|la)\\s){0,2}${namePart}){0,3}`;
const number = '(\\d{1,3})';
const inWords = '(\\d{1,3}|\\p{L}{3,9}(?:-\\p{L}{3,5})?)';

/** How sentences tell somebody's age in years, by language. */
const ages: readonly RegExp[] = [
  `(?<!\\p{L})${inWords}[- ]years?[- ](?:olds?|of age)|\\baged (?:of )?${number}`,
  `${number} Jahre alt|${number}-jährige`,
  `\\b(?:a|ai|avait|âgée? de) ${number} ans`,
  `\\b(?:tiene|tengo|tenía|de) ${number} años`,
  // "I am 31.", "ist 71 und": a number that nothing is counted by.
  `(?:\\b(?:is|am|ist|bin)|['’](?:m|s)) ${number}(?=\\s*(?:[.,;!]|$|and\\s|und\\s))`,
  // "turned 17 yesterday", but "turned 17 pages".
  `\\bturn(?:ed|s) ${number}(?![\\d%]|\\s\\p{L}+s(?!\\p{L}))`,
  // "Tobias Wendt, 52, works", "Tobias Wendt (52)".
  `(?<=\\p{Lu}[\\p{L}\\p{M}]{1,40}(?:, |\\s\\())${number}(?=, |\\))`,
].map((pattern) => new RegExp(pattern, 'gu'));

const verbs =
  'is|was|has|had|lives|lived|works|worked|studied|joined|turned|turns|ist|war|hat|wohnt|arbeitet|lebt|a|est|était|avait|habite|travaille|vit|es|tiene|tenía|era|vive|trabaja';
const introduced = new RegExp(
  `(?:\\b(?:name is|called|named|I am|I['’]m|[Ii]ch heiße|[Ii]ch bin|heißt|Name ist|[ms]['’]appelle|[Jj]e suis|[Mm]e llamo|[Ss]e llama|nombre es|[Ss]oy)) (${nameRun})`,
  'u',
);
const subject = new RegExp(
  `(?<![\\p{L}\\p{N}'’])(?:(?:Mr|Ms|Mrs|Dr|Prof|Herr|Frau|Mme|Sra?)\\.?\\s)?(${nameRun})(?=\\s(?:${verbs})\\s|,\\s(?:\\d|who\\s|aged\\s|âgée?\\s|de\\s\\d)|\\s\\((?:\\d|born\\s|geb))`,
  'u',
);
/** What begins a sentence with a capital letter and is no name; a role stands behind some of them. */
const noName =
  /^(?:(?:My|Our|His|Her|Their|The|Mein|Unser|Sein|Ihr|Der|Die|Das|Dein|Euer|Mon|Ma|Notre|Son|Sa|Le|La|Les|Mi|Nuestr[oa]|Su|El|Los)(?:e|er|en)?\s(?:\p{Lu}\p{L}{1,30}\s(?=\p{Lu}))?)/u;
const noSubject =
  /^(?:This|That|These|Those|It|They|He|She|We|You|I|All|Each|Every|There|Who|What|When|Where|How|Es|Er|Sie|Wir|Ich|Dies\p{L}*|Wer|Was|Il|Elle|On|Nous|Ce|Cette|Qui|Él|Ella|Esto|Quién)$/u;

const isWordOf = (field: FieldWords, pattern: RegExp): boolean =>
  [...field.telling, ...field.sort].every(({ word }) => pattern.test(word));

/** Whom a text is about, and how old: "Maria is 34 years old", "Je m'appelle Hugo, j'ai 12 ans". Nothing where it tells of several. */
export function findPerson(field: FieldWords, { sentences }: SourceText): Found | undefined {
  if (isWordOf(field, /^(?:age|years?|old|alter|âge|edad|años)$/)) {
    const told = sentences.flatMap((sentence) => agesIn(sentence));
    const [only] = told;
    return told.every(({ value }) => value === only?.value) ? only : undefined;
  }
  if (field.form !== 'name' || !isWordOf(field, /^(?:name|full|full-name|person|nom|nombre)$/)) return undefined;
  const named = sentences.flatMap((sentence) => {
    const name = nameIn(sentence);
    return name ? [{ name, isOld: agesIn(sentence).length > 0 }] : [];
  });
  return (named.find(({ isOld }) => isOld) ?? named.find(({ name }) => name.start < (sentences[1]?.start ?? name.end)))
    ?.name;
}

function agesIn({ text, start }: { text: string; start: number }): Found[] {
  const found: Found[] = [];
  for (const pattern of ages)
    for (const match of text.matchAll(pattern)) {
      const digits = match.slice(1).find((group) => group !== undefined) ?? '';
      const at = start + match.index + match[0].indexOf(digits);
      const value = /^\d/.test(digits) ? Number(digits) : (cardinalOf(digits.toLowerCase()) ?? 0);
      if (value > 0 && value <= mostYears && !found.some((each) => each.start === at))
        found.push({ text: digits, value, start: at, end: at + digits.length, score: 0.8 });
    }
  return found;
}

const mostYears = 120;

function nameIn({ text, start }: { text: string; start: number }): Found | undefined {
  const match = introduced.exec(text) ?? subject.exec(text);
  const run = match?.[1] ?? '';
  const name = run.replace(noName, '');
  if (!match || name === '' || noSubject.test(name)) return undefined;
  const at = start + match.index + match[0].lastIndexOf(run) + run.length - name.length;
  return { text: name, start: at, end: at + name.length, score: 0.7 };
}
