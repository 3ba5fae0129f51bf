import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

const figure =
  /^(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|zwölf|doce)$)/u;
const figureReach = 3;

/** Whether a figure stands before what "how many" counts, or behind it as a label. */
export function hasFigureAtFocus(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { tokens, places }: Pick<SentenceView, 'tokens' | 'places'>,
): boolean {
  const term = evidence.terms.findIndex(({ token }) => token === question.focus);
  return (places[term] ?? []).some((place) => isBeside(tokens, place));
}

/** "No more are taken when there are 40 guides" counts none that are there. */
const condition = /^(?:when|if|once|until|unless|wenn|falls|sobald|cuando|si|quand)$/u;

const isBeside = (tokens: SentenceView['tokens'], place: number): boolean =>
  (tokens.slice(Math.max(0, place - figureReach), place).some(({ lower }) => figure.test(lower)) &&
    !tokens.slice(Math.max(0, place - 2 * figureReach), place).some(({ lower }) => condition.test(lower))) ||
  (/^[:=|]$/.test(tokens[place + 1]?.text ?? '') && figure.test(tokens[place + 2]?.lower ?? ''));

/** Whether the figure stands in a clause about somebody else: "Ann was elected with 39 votes, Bo was re-elected" gives no votes of Bo's. */
export function isFigureOfAnother(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { tokens, tags, terms, places, clauses }: Pick<SentenceView, 'tokens' | 'tags' | 'terms' | 'places' | 'clauses'>,
): boolean {
  const term = evidence.terms.findIndex(({ token }) => token === question.focus);
  const counted = new Set(
    (places[term] ?? []).filter((place) => isBeside(tokens, place)).map((place) => clauses[place]),
  );
  const asked = evidence.terms.flatMap(({ token, isName }, index) =>
    isName && /^\p{Lu}/u.test(question.tokens[token]?.text ?? '') ? (places[index] ?? []) : [],
  );
  if (counted.size === 0 || asked.length === 0 || asked.some((place) => counted.has(clauses[place]))) return false;
  return tokens.some(
    ({ text, isContent }, place) =>
      counted.has(clauses[place]) &&
      isContent &&
      (terms[place] ?? -1) < 0 &&
      tags[place] === 'PROPN' &&
      /^\p{Lu}/u.test(text),
  );
}
