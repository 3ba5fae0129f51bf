import type { Budget } from '@parley/sdk';
import { isAmount } from '../../lib/amount.ts';

/** A budget as its form holds it: texts as they were typed. */
export interface BudgetDraft {
  name: string;
  scope: Budget['scope'];
  /** Empty for each of them. */
  target: string;
  amount: string;
  period: Budget['period'];
  action: Budget['action'];
  /** Per cent of the amount, with commas between them. */
  warnAt: string;
  /** With commas or spaces between them. */
  emails: string;
}

const mostShares = 10;
/** Of the amount; as the service bounds it. */
const largestShare = 10;

/** What the form begins with. */
export function draftOf(budget: Budget | null): BudgetDraft {
  return {
    name: budget?.name ?? '',
    scope: budget?.scope ?? 'workspace',
    target: budget?.target ?? '',
    amount: String(budget?.amount_usd ?? 50),
    period: budget?.period ?? 'month',
    action: budget?.action ?? 'stop',
    warnAt: (budget?.warn_at ?? [0.8, 1]).map((share) => String(Math.round(share * 10_000) / 100)).join(', '),
    emails: (budget?.emails ?? []).join(', '),
  };
}

/** The amount in dollars; null where it is none, such as one below zero. */
export const amountOf = ({ amount }: BudgetDraft): number | null =>
  amount.trim() === '' || !isAmount(amount) ? null : Number(amount.trim().replace(',', '.'));

/** Shares at which somebody is told, the smallest first; null where one is no per cent above zero or there are too many. */
export function sharesOf({ warnAt }: BudgetDraft): number[] | null {
  const words = warnAt.split(/[\s,;%]+/).filter((word) => word !== '');
  const shares = [...new Set(words.map((word) => Number(word) / 100))].sort((a, b) => a - b);
  const isFit = shares.every((share) => share > 0 && share <= largestShare);
  return isFit && shares.length <= mostShares ? shares : null;
}

export const emailsOf = ({ emails }: BudgetDraft): string[] => emails.split(/[\s,;]+/).filter((one) => one !== '');
