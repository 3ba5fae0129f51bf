import type { JudgeValues } from './judge-value.ts';
import { rowOf, type ValueCandidate } from './value-features.ts';

/** From this chance on a value is given: measured by `quality/sets/train-values.ts`. */
export const leastChance = 0.6;
const paperChance = 0.9;

/**
 * How likely each value of a property is the one. Where none is likely enough, what papers are known to hold (sums, numbers of accounts, the
 * firm that a bill comes from) is, if nothing beside it says otherwise, and so is the only value of a kind that is all a property names, a code right behind its own name, and an amount that a rate of tax proves; where the schema wants it as a text, its form alone tells it. So do
 * sentences of a person.
 */
export function chancesOf(candidates: readonly ValueCandidate[], judge: JudgeValues): number[] {
  const isSettled = candidates.some(({ signs }) => isProven(signs));
  const mayHave = (signs: Signs): boolean => mayBe(signs) && !(isSettled && isUnproven(signs));
  const possible = candidates.filter(({ signs }) => mayHave(signs));
  const byValue = new Map<string, number>();
  for (const [index, share] of judge(possible.map(rowOf)).entries()) {
    const key = String(possible[index]?.value);
    byValue.set(key, (byValue.get(key) ?? 0) + share);
  }
  const chances = candidates.map(({ value, signs }) =>
    signs.person === 1 || isPaper(signs) ? 1 : mayHave(signs) ? (byValue.get(String(value)) ?? 0) : 0,
  );
  if (chances.some((chance) => chance >= leastChance)) return chances;
  return candidates.map(({ signs }, index) =>
    ((isKnown(signs) || isCalled(signs)) && mayBe(signs)) || isOnlyOne(signs) || isProven(signs)
      ? paperChance
      : (chances[index] ?? 0),
  );
}

type Signs = ValueCandidate['signs'];

const isKnown = ({ known, knownForm, typed, axes = 1 }: Signs): boolean =>
  known !== undefined && knownForm === 1 && (typed !== 1 || axes >= 1);
/** A code right behind its own name, where no other stands by that: "Claim no. PM-20714". */
const isCalled = ({ typed, least = 0, nearest, rivals, ...signs }: Signs): boolean =>
  signs['is-code'] === 1 && typed === 1 && least >= leastCalled && nearest === 1 && rivals === 1;
const leastCalled = 0.8;
/** The one day of a text, whatever is said of it, where a property asks for no more than a `date`. */
const isOnlyOne = ({ bare, only, typed, denied, isPlausible }: Signs): boolean =>
  bare === 1 && only === 1 && typed === 1 && denied !== 1 && isPlausible === 1;
/** The net, the tax or the total by a rate that the text names, where a property asks for no more than that. */
const isProven = (signs: Signs): boolean =>
  signs.asksPart === 1 && addsUp(signs) === true && Math.max(signs.net ?? 0, signs.tax ?? 0, signs.gross ?? 0) === 1;
/** A number without a mark of money or a label, where another one is proven. */
const isUnproven = (signs: Signs): boolean => !isProven(signs) && signs.isMoney !== 1 && !signs.label;
const isPaper = (signs: Signs): boolean =>
  isKnown(signs) && mayBe(signs) && signs.ownForm === 1 && (signs['is-text'] === 1 || signs['is-code'] === 1);

interface Placed {
  start: number;
  end: number;
  chance: number;
  /** Its property names no more than a form: `date`. */
  isBare: boolean;
}

/** A day that `invoice_date` asks for as well is not the `date`. */
const bareLoss = 0.1;
const rankOf = ({ chance, isBare }: Placed): number => chance - (isBare ? bareLoss : 0);

/** For each property its likeliest value: the likeliest of all first, and no place for two of them. */
export function assignValues<T extends Placed>(candidates: readonly (readonly T[])[]): (T | undefined)[] {
  const pairs = candidates.flatMap((list, owner) => list.map((candidate) => ({ owner, candidate })));
  pairs.sort((one, other) => rankOf(other.candidate) - rankOf(one.candidate));
  const chosen = new Map<number, T>();
  for (const { owner, candidate } of pairs)
    if (
      !chosen.has(owner) &&
      ![...chosen.values()].some(({ start, end }) => start < candidate.end && candidate.start < end)
    )
      chosen.set(owner, candidate);
  return candidates.map((_, owner) => chosen.get(owner));
}

const margin = 0.08;

/**
 * What is never given, however likely: what a sentence denies or calls by what excludes it, what sums say is another amount, what nothing
 * beside it speaks for, and one of two values that fit alike.
 */
function mayBe(signs: Signs): boolean {
  const { typed, isPlausible, denied, axes = 1, scoreLead = 0, labelLead = 0, rivals = 0 } = signs;
  const isPart = addsUp(signs);
  if (isPart === false) return false;
  if (typed !== 1 || isPlausible !== 1) return isPlausible === 1;
  return (
    denied !== 1 &&
    (isPart === true || axes > leastAxes) &&
    (isPart === true || isSpokenFor(signs)) &&
    (rivals < 2 || scoreLead > margin || labelLead > margin || isPart === true)
  );
}

/** Whether an amount is the net, the tax or the total that is asked for, by what adds up; undefined where nothing does. */
function addsUp({ asksNet, asksTax, asksGross, net = 0, tax = 0, gross = 0 }: Signs): boolean | undefined {
  const most = Math.max(net, tax, gross);
  const own = asksNet === 1 ? net : asksTax === 1 ? tax : asksGross === 1 ? gross : undefined;
  return own === undefined || most === 0 ? undefined : own === most;
}

/** Each word of a name must be met, as a parking fee is not the fee. */
const isSpokenFor = ({
  least = 0,
  most = 0,
  telling = 0,
  label = 0,
  mostMore = 0,
  known,
  said,
  title,
  bare,
}: Signs): boolean =>
  Math.max(label, mostMore, telling > 1 ? least : most) > 0 ||
  bare === 1 ||
  [known, said, title].some((sign) => sign !== undefined);

const leastAxes = 0.5;
