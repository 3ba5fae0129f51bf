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

const isBeside = (tokens: SentenceView['tokens'], place: number): boolean =>
  tokens.slice(Math.max(0, place - figureReach), place).some(({ lower }) => figure.test(lower)) ||
  (/^[:=|]$/.test(tokens[place + 1]?.text ?? '') && figure.test(tokens[place + 2]?.lower ?? ''));
