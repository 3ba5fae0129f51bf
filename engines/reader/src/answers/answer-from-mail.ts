import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { tokenize } from '../text/tokens.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Header = 'from' | 'to' | 'cc' | 'date' | 'subject';

/** What is asked of a message as a whole, by the words that people ask it with. The first that fits is meant. */
const askedHeaders: readonly [Header, RegExp][] = [
  ['cc', /\bcc\b|\b(?:in|got a) copy\b|\bcopied\b|\bin kopie\b/iu],
  ['subject', /\bsubject\b|\babout\b|\bbetreff\b|\basunto\b|\bobjet\b/iu],
  ['date', /^\s*(?:when|on (?:what|which) (?:day|date)|what (?:day|date|time)|wann)\b|\bdate of\b/iu],
  ['to', /\b(?:to whom|recipients?|addressed to|received?|gets?|got|who\b.*\bto|an wen|empfänger)\b/iu],
  [
    'from',
    /\b(?:sent|sends?|wrote|written|writes?|from|senders?|author|schrieb|geschrieben|gesendet|absender|von wem)\b/iu,
  ],
];

/** With these words alone a question is about the message itself and not about what stands in it. */
const ofMessage =
  /^(?:e-?mails?|mails?|messages?|nachricht|sent|sends?|send|wrote|written|writes?|write|senders?|author|recipients?|receiver|addressed|addressee|received?|receives|get|gets|got|copy|copied|cc|subject|date|day|time|line|betreff|schrieb|geschrieben|gesendet|absender|empfänger|kopie|name)$/iu;

const headLines = 16;

/**
 * Who wrote a message, to whom, when and about what, from the lines above it. Undefined unless the question is about the
 * message itself and a single document has such lines.
 */
export function answerFromMail(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const language = guessLanguage(question);
  const content = tokenize(question, language).filter(({ isContent }) => isContent);
  if (!content.every(({ lower }) => ofMessage.test(lower))) return undefined;
  if (
    !/\b(?:e-?mails?|mails?|messages?|nachricht|subject|senders?|recipients?|cc|this|absender|betreff)\b/iu.test(
      question,
    )
  )
    return undefined;
  const asked = askedHeaders.find(([, words]) => words.test(question))?.[0];
  if (asked === undefined) return undefined;
  const found = documents.flatMap(({ text, filename }, document) => {
    const headers = messageHeaders(text);
    const line = headers.get('from') && headers.get(asked);
    return line ? [{ document, filename, text, ...line }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const { document, filename, text, start, end } = only;
  return {
    text: phrasesOf(language).says(filename === 'context' ? undefined : filename, plainPassage(text, { start, end })),
    reasoning: `Read from the line "${asked}" above the message.`,
    sources: [{ document, start, end }],
  };
}

/** The lines above a message by their names, with their places. */
function messageHeaders(text: string): Map<Header, { start: number; end: number }> {
  const headers = new Map<Header, { start: number; end: number }>();
  const line = /^[ \t]*(?:\*\*)?(From|To|Cc|Date|Sent|Subject|Von|An|Datum|Betreff):(?:\*\*)?[ \t]*\S.*$/gimu;
  const head = text.split('\n', headLines).join('\n');
  for (const match of head.matchAll(line)) {
    const name = names[match[1]?.toLowerCase() ?? ''];
    if (name && !headers.has(name))
      headers.set(name, { start: match.index, end: match.index + match[0].trimEnd().length });
  }
  return headers;
}

const names: Record<string, Header> = {
  from: 'from',
  von: 'from',
  to: 'to',
  an: 'to',
  cc: 'cc',
  date: 'date',
  sent: 'date',
  datum: 'date',
  subject: 'subject',
  betreff: 'subject',
};
