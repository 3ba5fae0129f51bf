import type { StoredPrompt } from '@parley/sdk';

type Shares = StoredPrompt['labels'][string];

/** A version that a label means, and how much of its calls it gets, as it was typed. */
export interface LabelPart {
  version: number;
  /** Of the calls, in per cent. */
  percent: string;
}

export const mostParts = 10;
/** Thirds in per cent do not add up to the last digit. */
const slack = 0.000_1;

export const partsOf = (shares: Shares): LabelPart[] =>
  shares.map(({ version, share }) => ({ version, percent: String(Math.round(share * 10_000) / 100) }));

/** As the service takes them; null where a share is no number above zero, a version stands twice, or they do not add up to 100. */
export function sharesOf(parts: readonly LabelPart[]): Shares | null {
  const shares = parts.map(({ version, percent }) => ({ version, share: Number(percent.replace(',', '.')) / 100 }));
  const sum = shares.reduce((total, { share }) => total + share, 0);
  const isWhole = Math.abs(sum - 1) < slack;
  const isEachOnce = new Set(parts.map(({ version }) => version)).size === parts.length;
  if (!isWhole || !isEachOnce || shares.some(({ share }) => !(share > 0))) return null;
  return shares;
}
