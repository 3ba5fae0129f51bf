import type { CheckOutcome, Judged } from './evaluation-types.ts';

/** What a case comes to by its checks: it passes when all do, and its score is the mean of theirs. A call that failed has none to pass. */
export function judged(checks: CheckOutcome[], isError: boolean): Judged {
  if (isError) return { checks, passed: false, score: 0 };
  const scores = checks.flatMap(({ score }) => (score === null ? [] : [score]));
  const sum = scores.reduce((all, one) => all + one, 0);
  const score = scores.length === 0 ? null : Math.round((sum / scores.length) * 1e4) / 1e4;
  const isFailed = checks.some(({ passed }) => passed === false);
  const isPassed = checks.length > 0 && checks.every(({ passed }) => passed === true);
  return { checks, passed: isFailed ? false : isPassed ? true : null, score };
}

/** The same with what was said of the reply by now; null: nothing. */
export function withFeedback(
  checks: readonly CheckOutcome[],
  said: { score: number; comment: string | null } | null,
): Judged {
  const now = checks.map((check): CheckOutcome => {
    if (check.type !== 'feedback' || said === null) return check;
    const { score, comment } = said;
    // From -1 to 1 there, from 0 to 1 here.
    return { ...check, passed: score >= (check.minScore ?? 0), score: (score + 1) / 2, reason: comment };
  });
  return judged(now, false);
}
