import type { NearPassage, Part } from './near-passages.ts';

export type JudgedPassage = NearPassage & {
  chance: number;
  /** The encoder read it together with the question. */
  isRead: boolean;
  /** `mayClaim`. */
  mayTell: boolean;
  /** Of a short text the sentence that answers by itself. */
  part?: Part | undefined;
};

/** A passage that touches no word of a question is quoted from `leastQuoted` on, where one is as likely as `leastHope`; a short text is soon quoted whole. */
const [leastQuoted, mostQuoted] = [0.02, 5];
const leastHope = { ofLong: 0.05, ofShort: 0.4 };

/** Of what the encoder has read the likeliest first: what touches the question by its words, and, where something may answer, what may as well. */
export function likeliest(near: readonly JudgedPassage[], isLong: boolean): NearPassage[] {
  const hope = isLong ? leastHope.ofLong : leastHope.ofShort;
  const least = near.some(({ chance }) => chance >= hope) ? leastQuoted : 1;
  return near
    .filter(({ touches, chance }) => touches || chance >= least)
    .sort((one, other) => other.chance - one.chance)
    .slice(0, mostQuoted)
    .map((each) => ({ ...each, score: Math.round(1000 * each.chance) / 1000 }));
}
