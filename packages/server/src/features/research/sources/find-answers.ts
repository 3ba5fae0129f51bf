import { type AnswerPair, read } from '@parley/reader';
import { type AskedName, askedNames, holdsName } from '@parley/text';
import type { Finding } from '../research-types.ts';
import { asksForFact } from './asks-for-fact.ts';
import { type Findings, type FindingTask, longestQuote, paragraphAt, quotablesOf } from './find-findings.ts';

/** Of longer sources the beginning is read for answers. */
const longestRead = 120_000;
/** Above what a finding that only shares words can score. */
const answerScore = 2;

/**
 * Puts first what the embedded reader would answer a question for a fact with, and leaves of the rest out what is surely of another thing:
 * a source that lacks the number or code that a question asks about.
 */
export async function withAnswers(task: FindingTask, found: Findings): Promise<Findings> {
  const named = task.questions.map((question) => askedNames(question));
  const text = `${task.title}\n${task.text}`;
  const speaks = named.map((names) => holdsSomeCode(text, names));
  const answers: Finding[] = [];
  const unjudged: AnswerPair[] = [];
  for (const [question, asked] of task.questions.entries())
    if (speaks[question] === true && asksForFact(asked)) {
      const found = await answersIn(task, question, named[question] ?? []);
      answers.push(...found.answers);
      unjudged.push(...found.unjudged);
    }
  const others = found.findings.filter(
    ({ question, start, end }) =>
      speaks[question] !== false && !answers.some((answer) => answer.start < end && answer.end > start),
  );
  return { ...found, findings: [...answers, ...others].slice(0, Math.max(task.limit, answers.length)), unjudged };
}

/** Whether a source holds one of the numbers or codes that a question asks about; true where it asks about none. */
export const speaksOfCodes = (source: string, question: string): boolean => holdsSomeCode(source, askedNames(question));

const isCode = (word: string): boolean => /\p{N}/u.test(word) && /\p{L}/u.test(word);

function holdsSomeCode(text: string, names: readonly AskedName[]): boolean {
  const codes = names.filter(({ words }) => words.some(isCode));
  return codes.length === 0 || codes.some((name) => /^(?:whole|longer)$/.test(holdsName(text, name)));
}

async function answersIn(
  { title, text, questions, limit, judged = [] }: FindingTask,
  question: number,
  names: readonly AskedName[],
): Promise<{ answers: Finding[]; unjudged: readonly AnswerPair[] }> {
  const body = text.slice(0, longestRead);
  const { sources = [], unjudged = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: questions[question] ?? '' }] }],
      documents: [{ filename: title, text: body }],
    },
    { now: 0, judged },
  );
  const quotable = quotablesOf(body);
  const answers = sources.slice(0, limit).flatMap(({ start, end }, rank): Finding[] => {
    const own = quotable.find((sentence) => sentence.start < end && sentence.end > start);
    const said = own?.text ?? body.slice(start, end).trim();
    if (said.length > longestQuote || !speaksOf(said, `${title}\n${body}`, names)) return [];
    const from = own?.start ?? start + body.slice(start, end).search(/\S/u);
    const to = from + said.length;
    return [
      {
        text: said,
        ...(own?.said !== undefined && { said: own.said }),
        start: from,
        end: to,
        paragraph: paragraphAt(body, from, to),
        question,
        score: answerScore - rank / 100,
        answers: true,
      },
    ];
  });
  return { answers, unjudged };
}

/** Whether what is said is of the things that are asked about: it gives their names as they are, or none where its source does. */
function speaksOf(said: string, source: string, names: readonly AskedName[]): boolean {
  return names.every((name) => {
    const hold = holdsName(said, name);
    return hold === 'whole' || (hold === 'not' && holdsName(source, name) === 'whole');
  });
}
