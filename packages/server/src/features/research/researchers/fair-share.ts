import type { Claim } from '../research-types.ts';

/**
 * Claims in an order in which any beginning holds as many of each question as there are, and of each question every
 * source once before any a second time. Expects the best first.
 */
export function fairShare<Item extends Pick<Claim, 'question' | 'source'>>(claims: readonly Item[]): Item[] {
  const questions = [...new Set(claims.map(({ question }) => question))].sort((left, right) => left - right);
  const lists = questions.map((question) => eachSourceOnce(claims.filter((claim) => claim.question === question)));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}

function eachSourceOnce<Item extends Pick<Claim, 'source'>>(claims: readonly Item[]): Item[] {
  const seen = new Set<number>();
  const firsts = claims.filter((claim) => !seen.has(claim.source) && seen.add(claim.source));
  return [...firsts, ...claims.filter((claim) => !firsts.includes(claim))];
}
