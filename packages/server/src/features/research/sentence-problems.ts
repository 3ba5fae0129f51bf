import type { Claim, Source } from './research-types.ts';
import { mixedClauses, statementProblems } from './verify-statement.ts';

/** What keeps a sentence of a report from standing on the claims it names. Empty: it stands. */
export function sentenceProblems(text: string, claims: readonly Claim[], sources: readonly Source[]): string[] {
  const evidence = claims.map((claim) => ({
    quote: claim.quote,
    surroundings: [claim.paragraph, sources[claim.source]?.title ?? ''],
  }));
  const quotes = evidence.map(({ quote }) => quote);
  const problems = statementProblems(text, {
    quotes,
    surroundings: evidence.flatMap(({ surroundings }) => surroundings),
  });
  const mixed = mixedClauses(text, evidence).map((clause) => `"${clause}" mixes what different sources say`);
  return [...problems, ...mixed];
}
