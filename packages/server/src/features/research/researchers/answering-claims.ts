import type { Brief, Claim } from '../research-types.ts';
import { isNarrow } from '../sources/asks-for-fact.ts';

/** Where a question for a fact was answered, only what answers it; what only shares its words stays where nothing answers. */
export function answeringClaims({ questions }: Pick<Brief, 'questions'>, claims: readonly Claim[]): Claim[] {
  return claims.filter(
    ({ question, answers }) =>
      answers === true || !isNarrow(questions[question] ?? '') || !isAnswered(question, claims),
  );
}

/** Whether a question asks for a fact that no claim tells. */
export const isUnanswered = (
  { questions }: Pick<Brief, 'questions'>,
  question: number,
  claims: readonly Claim[],
): boolean => isNarrow(questions[question] ?? '') && !isAnswered(question, claims);

const isAnswered = (question: number, claims: readonly Claim[]): boolean =>
  claims.some((claim) => claim.question === question && claim.answers === true);
