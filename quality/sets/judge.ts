export interface Reply {
  answer?: string;
  short_answer?: string;
  sources?: unknown[];
  code?: string;
  error?: string;
  data?: Record<string, unknown>;
}

export const verdicts = ['right', 'shown', 'missed', 'wrong', 'declined'] as const;
/** Told; quoted as near; none of both; something else said; rightly said not to be there. */
export type Verdict = (typeof verdicts)[number];

export const valueVerdicts = ['right', 'wrong', 'left out', 'made up', 'rightly left out'] as const;
export type ValueVerdict = (typeof valueVerdicts)[number];

/** Judges a reply to a question whose answer is any of `accept` (all of them with `all`); without, there is none. */
export function judgeReply({ accept, all }: { accept?: string[]; all?: boolean }, reply: Reply): Verdict {
  const isDeclined = reply.answer === undefined || (reply.sources ?? []).length === 0 || reply.code !== undefined;
  if (accept === undefined) return isDeclined ? 'declined' : 'wrong';
  const tells = (text: string) =>
    all === true ? accept.every((value) => holds(text, value)) : accept.some((value) => holds(text, value));
  if (isDeclined) return tells(reply.answer ?? '') ? 'shown' : 'missed';
  // A value that stands alone, and is none of those that were asked for.
  if (reply.short_answer !== undefined && !accept.some((value) => holds(reply.short_answer ?? '', value)))
    return 'wrong';
  return tells(`${reply.short_answer ?? ''} | ${reply.answer}`) ? 'right' : 'wrong';
}

export function judgeValue(expected: unknown, given: unknown): ValueVerdict {
  const isThere = given !== undefined && given !== null;
  if (expected === null) return isThere ? 'made up' : 'rightly left out';
  if (!isThere) return 'left out';
  return isSame(expected, given) ? 'right' : 'wrong';
}

function isSame(expected: unknown, given: unknown): boolean {
  if (Array.isArray(expected) && Array.isArray(given))
    return (
      expected.length === given.length &&
      expected.every((value) => given.some((other: unknown) => isSame(value, other)))
    );
  // Several writings of one text.
  if (Array.isArray(expected)) return expected.some((value) => isSame(value, given));
  if (typeof expected === 'number' && typeof given === 'number') return Math.abs(expected - given) < 0.005;
  if (typeof expected === 'string' && typeof given === 'string') return normal(expected) === normal(given);
  if (expected !== null && given !== null && typeof expected === 'object' && typeof given === 'object')
    return Object.entries(expected).every(([name, value]) => isSame(value, (given as Record<string, unknown>)[name]));
  return expected === given;
}

/** Whether a text holds a value: not as part of a longer number. */
export function holds(text: string, value: string): boolean {
  const [plain, wanted] = [normal(text), normal(value)];
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const before = /\d[.,]?$/.test(plain.slice(Math.max(0, at - 2), at)) && /^\d/.test(wanted);
    const after = /^\d/.test(plain.slice(at + wanted.length)) && /\d$/.test(wanted);
    // "No" is not said by "not stated".
    const isPart =
      wanted.length <= 4 && (/\p{L}$/u.test(plain.slice(0, at)) || /^\p{L}/u.test(plain.slice(at + wanted.length)));
    if (!before && !after && !isPart) return true;
  }
  return false;
}

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\d)[,\u00a0\u202f ](?=\d{3}\b)/g, '')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/[*_`|\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
