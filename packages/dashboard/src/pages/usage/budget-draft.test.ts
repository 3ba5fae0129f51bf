import { expect, it } from 'vitest';
import { amountOf, draftOf, emailsOf, sharesOf } from './budget-draft.ts';

const draft = draftOf(null);

it('reads amounts of zero or more, and nothing else', () => {
  const amounts = ['50', ' 12,5 ', '0', '-1', '', 'much'].map((amount) => amountOf({ ...draft, amount }));
  expect(amounts).toEqual([50, 12.5, 0, null, null, null]);
});

it('reads shares in per cent, each once and the smallest first', () => {
  const shares = ['80, 100', '100 50 50', '80 %; 7.5', '', '0', '-5', '1001', 'half'].map((warnAt) =>
    sharesOf({ ...draft, warnAt }),
  );
  expect(shares).toEqual([[0.8, 1], [0.5, 1], [0.075, 0.8], [], null, null, null, null]);
  expect(sharesOf({ ...draft, warnAt: '1 2 3 4 5 6 7 8 9 10 11' })).toBe(null);
});

it('reads addresses with commas or spaces between them', () => {
  expect(emailsOf({ ...draft, emails: 'a@example.com, b@example.com\n' })).toEqual(['a@example.com', 'b@example.com']);
});
