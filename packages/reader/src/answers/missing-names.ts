import type { Inquiry } from './inquiry.ts';

/** Whether the question names somebody, some place, a year or another figure that stands nowhere in the material. */
export function hasMissingName({ question, material }: Inquiry): boolean {
  // German writes every noun with a capital letter, Chinese has none.
  if (question.language === 'de' || question.language === 'zh') return false;
  const stems = [...material.frequencies.keys()];
  return question.tokens.some((token, index) => {
    if (!token.isContent || index <= question.at) return false;
    const isFigure = token.kind === 'number' && /\d{2}/.test(token.text);
    const isName = question.tags[index] === 'PROPN' && index > 0 && /^\p{Lu}\p{Ll}{2}/u.test(token.text);
    if (!isFigure && !isName) return false;
    if (material.frequencies.has(token.stem)) return false;
    if (isFigure) return !stems.some((stem) => /\d/.test(stem) && digits(stem) === digits(token.stem));
    return !stems.some((stem) => stem.slice(0, 4) === token.stem.slice(0, 4) || isMisspelt(stem, token.stem));
  });
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** One letter wrong, missing or too many; two in long names. */
function isMisspelt(one: string, other: string): boolean {
  const limit = Math.min(one.length, other.length) >= 7 ? 2 : 1;
  if (Math.abs(one.length - other.length) > limit || Math.min(one.length, other.length) < 4) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? 9) <= limit;
}
