import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage, type Language } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { tokenize } from '../text/tokens.ts';

const labelledLine =
  /^[ \t]*(?:[-*•][ \t]+)?(?:\*\*|__)?(?<label>\p{L}[^:\n|*_]{1,40}):(?:\*\*|__)?[ \t]+(?<value>\S[^\n]{0,200})$/gmu;

/** Words that say what sort of thing is asked for, or name the document itself: a label need not hold them. */
const understood =
  /^(?:name|number|date|day|time|amount|price|person|letter|document|contract|agreement|lease|receipt|invoice|bill|e-?mail|message|booking|order|offer|report|page|file|form|much|many|name|nummer|datum|betrag|preis)$/u;

/** A value that fits what is asked: names for "who", figures for "how much". */
const fitting: readonly [asked: RegExp, value: RegExp][] = [
  [/\bwho\b|\bwer\b|\bquién\b|\bqui\b/iu, /\p{Lu}\p{Ll}+/u],
  // "Who did the work?" asks more than "Who is the customer?".
  [/\bwho\b(?!['’]s\b|\s+(?:is|are|was|were)\b)/iu, /$^/u],
  [/\bhow (?:much|many|long)\b|\bwie ?viele?\b|\bcuánt/iu, /\d/u],
  [/\bwhen\b|\bwann\b|\bcuándo\b|\bquand\b/iu, /\d/u],
  [/\bhow (?!much|many|long)|\bwhy\b|\bwarum\b/iu, /$^/u],
];
const mostCharacters = 400_000;

/**
 * The line whose label is what is asked for: "Guest: Oliver Tang" for "Who is the guest?". Undefined unless the question says all
 * of the label and nothing besides, and one such line stands in the texts.
 */
export function answerFromLabels(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const language = guessLanguage(question);
  const asked = contentOf(question, language);
  if (asked.size === 0 || asked.size > 6) return undefined;
  const found = documents.flatMap(({ text, filename, speaker }, document) =>
    speaker === undefined && text.length <= mostCharacters
      ? [...text.matchAll(labelledLine)].flatMap((line) => {
          const { label = '', value = '' } = line.groups ?? {};
          if (!isAskedFor(label, asked, language) || !fits(question, value)) return [];
          return [{ document, filename, text, start: line.index, end: line.index + line[0].trimEnd().length }];
        })
      : [],
  );
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const { document, filename, text, start, end } = only;
  return {
    text: phrasesOf(language).says(filename === 'context' ? undefined : filename, plainPassage(text, { start, end })),
    reasoning: 'Read from the line whose label is asked for.',
    sources: [{ document, start, end }],
  };
}

/** Stems of the words with a meaning of their own, with each word. */
function contentOf(text: string, language: Language): Map<string, string> {
  const tokens = tokenize(text, language).filter(({ isContent }) => isContent);
  return new Map(tokens.map(({ stem, lower }) => [stem, lower]));
}

function isAskedFor(label: string, asked: ReadonlyMap<string, string>, language: Language): boolean {
  const stems = contentOf(label, language);
  if (stems.size === 0 || ![...stems.keys()].every((stem) => asked.has(stem))) return false;
  return [...asked].every(([stem, word]) => stems.has(stem) || understood.test(word));
}

const fits = (question: string, value: string): boolean =>
  fitting.every(([asked, held]) => !asked.test(question) || held.test(value));
