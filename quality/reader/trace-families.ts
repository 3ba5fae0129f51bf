import type { Family, Rule } from '../leave-out.ts';

/** Of a list of rules, one, by the pattern of the questions that it is for. */
type Entry = readonly [RegExp, ...unknown[]] | { asked: RegExp };

/** Of each family, whether leaving it out could have changed what was done since it was last asked. */
export interface Traced {
  /** Rules that do as before and note when they matter. */
  rules: Rule[];
  /** Families that mattered, by their place in the list; forgets them. */
  take: () => Set<number>;
}

/**
 * Lets each question be asked again only without the families that matter to it. A family matters where what it gives differs from what stands
 * for it when it is left out.
 */
export function traceFamilies(families: readonly Family[]): Traced {
  let touched = new Set<number>();
  const touch = (family: number): void => {
    touched.add(family);
  };
  Object.assign(globalThis, {
    tracedResult: (family: number, own: unknown, rest: unknown) => {
      if (!isSame(own, rest)) touch(family);
      return own;
    },
    tracedEntry: (family: number, entry: Entry) => {
      const trace = (pattern: RegExp) => new TracedPattern(pattern, true, () => touch(family));
      return 'asked' in entry ? { ...entry, asked: trace(entry.asked) } : [trace(entry[0]), ...entry.slice(1)];
    },
    tracedPattern: (family: number, pattern: RegExp, isHit: boolean) =>
      new TracedPattern(pattern, isHit, () => touch(family)),
  });
  const byPlace = Map.groupBy(
    families.flatMap(({ rules }, family) => rules.map((rule) => ({ rule, family }))),
    ({ rule: { file, name } }) => `${file} ${name}`,
  );
  const rules = [...byPlace.values()].flatMap((own) => (own[0] ? [tracedRule(own[0].rule, own)] : []));
  return {
    rules,
    take: () => {
      const taken = touched;
      touched = new Set();
      return taken;
    },
  };
}

function tracedRule(rule: Rule, own: readonly { rule: Rule; family: number }[]): Rule {
  const kept = `${rule.name}LeftOut`;
  const gives = own.reduce(
    (inner, { rule: each, family }) => {
      if (each.isValue !== true) return `globalThis.tracedResult(${family}, ${inner}, ${each.gives})`;
      const entry = /at !== (\d+)\)$/.exec(each.gives)?.[1];
      if (entry === undefined) return `globalThis.tracedPattern(${family}, ${inner}, ${each.gives.includes('!')})`;
      return `${inner}.map((entry, at) => (at === ${entry} ? globalThis.tracedEntry(${family}, entry) : entry))`;
    },
    rule.isValue === true ? kept : `${kept}(...given)`,
  );
  return { ...rule, gives };
}

/** Simple values that are equal, or lists and sets that are both empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  const isEmpty = (value: unknown) =>
    (Array.isArray(value) && value.length === 0) || (value instanceof Set && value.size === 0);
  return isEmpty(one) && isEmpty(other);
}

/** A pattern that notes when it meets (or does not meet) a text. */
class TracedPattern extends RegExp {
  readonly #isHit: boolean;
  readonly #note: () => void;

  constructor(pattern: RegExp, isHit: boolean, note: () => void) {
    super(pattern.source, pattern.flags);
    this.#isHit = isHit;
    this.#note = note;
  }

  override exec(text: string): RegExpExecArray | null {
    const found = super.exec(text);
    if ((found !== null) === this.#isHit) this.#note();
    return found;
  }
}
