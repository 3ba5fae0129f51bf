import { languageOf, sentencesOf, tellingTerms, termsOf } from '@parley/text';
import { addressesModel } from '../model-instructions.ts';
import type { Finding } from '../research-types.ts';
import { askedAbout, heldShare } from './asked-about.ts';
import { speaksOfCodes } from './find-answers.ts';
import { type Findings, type FindingTask, leastShare, longestQuote, maxText, paragraphAt } from './find-findings.ts';

const perQuestion = 3;
const leastWords = 2;
/** Below what a whole sentence of the same words scores. */
const passageShare = 0.5;
/** A line that says more than the words of the question comes before one that repeats them; up to so many words. */
const mostTerms = 12;

/**
 * Adds, for each question on which a file of the caller has no sentence that stands alone, the lines that bear on it: notes, lists, mails and
 * logs have no full stops and no capitals. Pages of strangers are not read so: what stands there in such lines is mostly menus.
 */
export function withPassages(task: FindingTask, found: Findings): Findings {
  const silent = task.questions.map((_, question) => !found.findings.some((finding) => finding.question === question));
  if (!silent.includes(true)) return found;
  const body = task.text.slice(0, maxText);
  const language = languageOf(task.instructions, [task.title, body.slice(0, 3000)]);
  const asked = askedAbout(task.instructions, task.questions, language);
  const lines = sentencesOf(body)
    .flatMap(withoutMark)
    .filter(({ text }) => isPassage(text));
  const heldTerms = lines.map(({ text }) => new Set(termsOf(text, language)));
  const source = `${task.title}\n${task.text}`;
  const more = task.questions.flatMap((question, index): Finding[] => {
    const of = asked[index];
    if (of === undefined || silent[index] !== true || !speaksOfCodes(source, question)) return [];
    // What a part asks itself: a line need not repeat the subject of the whole.
    const terms = new Set(tellingTerms(question, language));
    const own = new Map([...of].filter(([term]) => terms.has(term)));
    return lines
      .flatMap(({ text, start, end }, line): Finding[] => {
        const held = heldTerms[line] ?? new Set();
        const share = heldShare(own, held);
        if (share === 0 || share < leastShare(own)) return [];
        const paragraph = paragraphAt(body, start, end);
        return [
          {
            text,
            start,
            end,
            paragraph,
            question: index,
            score: share * passageShare + Math.min(held.size, mostTerms) / 100,
          },
        ];
      })
      .sort((left, right) => right.score - left.score)
      .slice(0, perQuestion);
  });
  return { ...found, findings: [...found.findings, ...more] };
}

interface Line {
  text: string;
  start: number;
  end: number;
}

/** The line without the mark of a list or a heading. */
function withoutMark({ text, start, end }: Line): Line[] {
  const mark = /^(?:[-*•+]|#{1,6}|\d{1,3}[.)])[ \t]+/.exec(text)?.[0] ?? '';
  return [{ text: text.slice(mark.length), start: start + mark.length, end }];
}

function isPassage(text: string): boolean {
  // A row of a table is read with its headings; a question that stands alone tells nothing.
  if (text.length > longestQuote || text.startsWith('|') || (/[?？]$/u.test(text) && !/[.!;]\s/.test(text)))
    return false;
  if (
    !/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Thai}/u.test(text) &&
    (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < leastWords
  )
    return false;
  return !addressesModel(text);
}
