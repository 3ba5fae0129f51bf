import type { DocumentFact } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';

/** What is known of a document before it is decided how much of it is shown. */
export interface BudgetDocument {
  /** Tokens of its whole text, as it would be shown. */
  tokens: number;
  facts: readonly DocumentFact[];
}

export interface BudgetShares {
  /** Whether each document is shown whole. */
  whole: boolean[];
  facts: DocumentFact[][];
  /** For the outline of each document that is not shown whole. */
  outlineTokens: number;
  /** For the passages of all documents that are not shown whole. */
  passageTokens: number;
}

/** The fence, the name and the lines around a document that is shown. */
export const frameTokens = 48;

/** Most that facts may take, and the outlines of all documents together. */
const factsShare = 0.3;
const outlineShare = 0.05;

/**
 * Shares one budget among documents: facts first, what was asked for before what is background; then the smaller documents
 * whole, as long as each takes no more than an even share; then outlines and passages of the others. All together never
 * take more than the budget.
 */
export function shareBudget(documents: readonly BudgetDocument[], budgetTokens: number): BudgetShares {
  const facts = documents.map((): DocumentFact[] => []);
  let factTokens = Math.floor(budgetTokens * factsShare);
  let left = budgetTokens;
  for (const isAsked of [true, false]) {
    for (const [number, document] of documents.entries()) {
      for (const fact of document.facts.filter((each) => each.isAsked === isAsked)) {
        const tokens = estimateTokens(fact.text) + 1;
        if (tokens > factTokens) continue;
        factTokens -= tokens;
        left -= tokens;
        facts[number]?.push(fact);
      }
    }
  }
  const whole = documents.map(() => false);
  const bySize = documents.map(({ tokens }, number) => ({ tokens, number })).sort((a, b) => a.tokens - b.tokens);
  let others = documents.length;
  for (const { tokens, number } of bySize) {
    if (tokens > left / others) break;
    whole[number] = true;
    left -= tokens;
    others--;
  }
  const outlines = others === 0 ? 0 : Math.min(Math.floor(budgetTokens * outlineShare), left);
  const outlineTokens = others === 0 ? 0 : Math.floor(outlines / others);
  return { whole, facts, outlineTokens, passageTokens: Math.max(0, left - outlines - others * frameTokens) };
}
