import type { Claim, Source } from '../research-types.ts';
import { judgeStatement, mixedClauses, type StatementJudgement } from './verify-statement.ts';

/** What keeps a sentence of a report from standing on the claims it names; empty lists: it stands. */
export function judgeSentence(text: string, claims: readonly Claim[], sources: readonly Source[]): StatementJudgement {
  const evidence = claims.map((claim) => ({
    quote: claim.quote,
    surroundings: [claim.paragraph, sources[claim.source]?.title ?? ''],
  }));
  const { facts, wording } = judgeStatement(text, {
    quotes: evidence.map(({ quote }) => quote),
    surroundings: evidence.flatMap(({ surroundings }) => surroundings),
  });
  const mixed = mixedClauses(text, evidence).map((clause) => `"${clause}" mixes what different sources say`);
  return { facts: [...facts, ...mixed], wording };
}
