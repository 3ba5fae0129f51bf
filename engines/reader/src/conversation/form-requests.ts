import { cardinalPattern } from '@parley/text';

// bounded: every pattern of this file sees a question, at most 2,000 characters

const number = `(?:\\d+|an?|single|hundred|una?|une|eine?[mnr]?|${cardinalPattern()})`;
const most =
  '(?:(?:just|only|exactly|about|around|at most|no more than|not more than|up to|fewer than|less than|under|a maximum of|höchstens|maximal|genau|como máximo|máximo|au plus|maximum)\\s+)?';
const unit =
  '(?:(?:short|brief|simple|full|complete|kurzen?|frases? cortas)\\s+)?(?:sentences?|words?|lines?|paragraphs?|bullet points?|bullets|points|sätzen?|worten?|wörtern?|stichpunkten?|frases?|palabras|líneas|oraciones|phrases?|mots|lignes)';
const verb =
  '(?:please\\s+|bitte\\s+|por favor,?\\s+)?(?:answer|reply|respond|explain|describe|tell me|say|write|antworte|antworten sie|beantworte|erkläre|responde|contesta|explica|réponds|répondez|explique[sz]?)';
const place = '(?:in|with|using|within|mit|en|con|avec|auf)';
const form = `${place}\\s+${most}${number}[\\s-]+${unit}`;

const requests: readonly RegExp[] = [
  // "Answer in three sentences." as a sentence of its own, or with the question behind a colon.
  new RegExp(
    `(?<=^|[.?!\\n]\\s*)${verb}\\s+(?:briefly\\s+|shortly\\s+|kurz\\s+)?(?:me\\s+|this\\s+)?${form}\\s*(?:[.!:,]|$)\\s*`,
    'giu',
  ),
  new RegExp(`[,;]?\\s*\\(?(?<![\\p{L}])${form}\\)?(?=\\s*[.?!]*\\s*$)`, 'giu'),
  new RegExp(`(?<=^\\s*${verb})\\s+${form}`, 'giu'),
  /(?<=^|[.?!\n]\s*)(?:please\s+)?(?:be (?:brief|concise|short)|keep it (?:brief|short)|answer (?:briefly|concisely|shortly))\s*[.!]?\s*/giu,
  /,?\s+as (?:a )?(?:bullet(?:ed)? (?:points?|list)|bullets|numbered list|list)(?=\s*[.?!]*\s*$)/giu,
];

/**
 * A question without what it says of the form of its answer: "Answer in three sentences: when was it built?" asks when it was built.
 * Unchanged where nothing else would be left.
 */
export function withoutFormRequests(question: string): string {
  const rest = requests
    .reduce((text, request) => text.replace(request, ' '), question)
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ (?=[.?!])/g, '')
    .trim();
  return /\p{L}{3}/u.test(rest) ? rest : question;
}
