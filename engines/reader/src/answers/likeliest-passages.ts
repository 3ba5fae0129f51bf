import type { NearPassage } from './near-passages.ts';

export type JudgedPassage = NearPassage & {
  chance: number;
  /** The encoder read it together with the question: it sees what rules were made for. */
  isRead: boolean;
};

/** A passage that touches no word of a question is quoted from `leastQuoted` on, where one is as likely as `leastHope`. */
const [leastQuoted, leastHope, mostQuoted] = [0.02, 0.05, 5];

/** Of what the encoder has read the likeliest first: what touches the question by its words, and, where something may answer, what may as well. */
export function likeliest(near: readonly JudgedPassage[]): NearPassage[] {
  const least = near.some(({ chance }) => chance >= leastHope) ? leastQuoted : 1;
  return near
    .filter(({ touches, chance }) => touches || chance >= least)
    .sort((one, other) => other.chance - one.chance)
    .slice(0, mostQuoted)
    .map((each) => ({ ...each, score: Math.round(1000 * each.chance) / 1000 }));
}
