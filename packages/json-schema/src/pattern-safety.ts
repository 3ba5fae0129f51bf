import { type CodePoints, everyPoint, overlaps, type Pattern, parsePattern } from './pattern-syntax.ts';

/** How much a backtracking engine may have to do for one pattern. */
export type PatternCost =
  /** The number of ways to match grows exponentially with the text. */
  | { isSafe: false; reason: string }
  /** Texts up to `maxLength` UTF-16 units can be tested without a noticeable pause. */
  | { isSafe: true; maxLength: number };

const stepBudget = 5e7;
const stateLimit = 160;
const exactLimit = 40;

/**
 * Finds patterns whose matching explodes. The pattern becomes a position automaton; two different ways around a loop
 * over the same text mean exponential time (Weber and Seidl, "On the degree of ambiguity of finite automata"), chains of
 * loops over the same text mean polynomial time, which only bounds how long a text may be.
 */
export function patternCost(source: string): PatternCost {
  try {
    const pattern = parsePattern(source);
    let degree = 1;
    for (const part of separateParts(pattern)) {
      const automaton = buildAutomaton(part);
      if (automaton.hasReferenceInLoop) {
        return { isSafe: false, reason: 'it repeats a back-reference' };
      }
      if (automaton.hasEmptyCopies) return { isSafe: false, reason: 'it repeats a part that may be empty' };
      if (automaton.sets.length > stateLimit) return { isSafe: false, reason: 'it is too large' };
      if (isExponential(automaton)) {
        return { isSafe: false, reason: 'a repeated part can match the same text in more than one way' };
      }
      degree = Math.max(degree, polynomialDegree(automaton));
    }
    return { isSafe: true, maxLength: maxLength(degree) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { isSafe: false, reason: error.message };
  }
}

function maxLength(degree: number): number {
  if (degree <= 1) return Number.POSITIVE_INFINITY;
  let factorial = 1;
  for (let i = 2; i <= degree; i++) factorial *= i;
  return Math.floor((factorial * stepBudget) ** (1 / degree));
}

/** The pattern itself and the bodies of its look-arounds, each of which is matched on its own. */
function separateParts(pattern: Pattern): Pattern[] {
  const parts = [pattern];
  const visit = (node: Pattern): void => {
    if (node.type === 'look') parts.push(node.body);
    if (node.type === 'sequence') node.parts.forEach(visit);
    else if (node.type === 'choice') node.options.forEach(visit);
    else if (node.type === 'repeat' || node.type === 'group' || node.type === 'look') visit(node.body);
  };
  visit(pattern);
  return parts;
}

interface Automaton {
  /** What each position matches. */
  sets: CodePoints[];
  /** For each position the positions that may follow, with the number of different ways. */
  follow: Map<number, number>[];
  hasReferenceInLoop: boolean;
  hasEmptyCopies: boolean;
}

interface Fragment {
  first: number[];
  last: number[];
  isNullable: boolean;
}

class AutomatonBuilder implements Automaton {
  readonly sets: CodePoints[] = [];
  readonly follow: Map<number, number>[] = [];
  hasReferenceInLoop = false;
  hasEmptyCopies = false;

  build(node: Pattern, isInLoop: boolean): Fragment {
    switch (node.type) {
      case 'set':
        return this.position(node.points);
      case 'sequence':
        return node.parts.reduce<Fragment>((left, part) => this.join(left, this.build(part, isInLoop)), empty());
      case 'choice':
        return this.either(node.options.map((option) => this.build(option, isInLoop)));
      case 'group':
        return this.build(node.body, isInLoop);
      case 'repeat':
        return this.repeat(node, isInLoop);
      case 'back-reference':
        if (isInLoop) this.hasReferenceInLoop = true;
        return empty();
      case 'anchor':
      case 'look':
        return empty();
    }
  }

  position(points: CodePoints): Fragment {
    if (this.sets.length > stateLimit) throw new SyntaxError('it is too large');
    const index = this.sets.push(points) - 1;
    this.follow.push(new Map());
    return { first: [index], last: [index], isNullable: false };
  }

  join(left: Fragment, right: Fragment): Fragment {
    this.connect(left.last, right.first);
    return {
      first: left.isNullable ? [...left.first, ...right.first] : left.first,
      last: right.isNullable ? [...left.last, ...right.last] : right.last,
      isNullable: left.isNullable && right.isNullable,
    };
  }

  /** Counted repeats are unrolled a few times; a wide range behaves like an unbounded one. */
  repeat(node: Extract<Pattern, { type: 'repeat' }>, isInLoop: boolean): Fragment {
    const { min, max } = node;
    if (max === 0) return empty();
    const isOpen = max - min >= 8;
    // Which of many counted copies are empty leaves more choice than any loop does.
    if (max > 8 && max < Number.POSITIVE_INFINITY && mayBeEmpty(node.body)) this.hasEmptyCopies = true;
    const looped = isInLoop || isOpen;
    let result = empty();
    for (let i = 0; i < Math.min(min, isOpen ? 3 : 4) - (isOpen && min > 0 ? 1 : 0); i++) {
      result = this.join(result, this.build(node.body, looped));
    }
    if (isOpen) {
      const body = this.build(node.body, looped);
      this.connect(body.last, body.first);
      return this.join(result, { ...body, isNullable: body.isNullable || min === 0 });
    }
    for (let i = 0; i < max - min; i++) {
      const body = this.build(node.body, looped);
      result = this.join(result, { ...body, isNullable: true });
    }
    return result;
  }

  either(options: Fragment[]): Fragment {
    return {
      first: options.flatMap((option) => option.first),
      last: options.flatMap((option) => option.last),
      isNullable: options.some((option) => option.isNullable),
    };
  }

  connect(from: number[], to: number[]): void {
    for (const source of from) {
      const edges = this.follow[source];
      for (const target of to) edges?.set(target, (edges.get(target) ?? 0) + 1);
    }
  }
}

function mayBeEmpty(node: Pattern): boolean {
  return new AutomatonBuilder().build(node, false).isNullable;
}

function empty(): Fragment {
  return { first: [], last: [], isNullable: true };
}

function buildAutomaton(pattern: Pattern): Automaton {
  const builder = new AutomatonBuilder();
  if (isAnchored(pattern)) {
    builder.build(pattern, false);
    return builder;
  }
  // A search that may begin anywhere is a loop over any character in front of the pattern.
  const start = builder.position(everyPoint);
  builder.connect(start.last, start.first);
  builder.join(start, builder.build(pattern, false));
  return builder;
}

function isAnchored(pattern: Pattern): boolean {
  if (pattern.type === 'anchor') return pattern.at === 'start';
  if (pattern.type === 'group') return isAnchored(pattern.body);
  if (pattern.type === 'choice') return pattern.options.every(isAnchored);
  if (pattern.type === 'sequence') {
    const first = pattern.parts.find((part) => part.type !== 'look');
    return first !== undefined && isAnchored(first);
  }
  return false;
}

/** Whether some position can return to itself over one text in two ways. */
function isExponential({ sets, follow }: Automaton): boolean {
  const size = sets.length;
  const reach = reachability(follow);
  for (let p = 0; p < size; p++) {
    for (const [q, ways] of follow[p] ?? []) if (ways > 1 && reach[q]?.has(p)) return true;
  }
  const compatible = compatibility(sets);
  // Pairs of positions that two runs over the same text can be in, each pair within one loop.
  const edges = (pair: number): number[] => {
    const result: number[] = [];
    for (const a of follow[Math.floor(pair / size)]?.keys() ?? []) {
      for (const b of follow[pair % size]?.keys() ?? []) {
        if (compatible[a]?.[b] && reach[a]?.has(b) && reach[b]?.has(a)) result.push(a * size + b);
      }
    }
    return result;
  };
  for (let p = 0; p < size; p++) {
    if (!reach[p]?.has(p)) continue;
    const start = p * size + p;
    const forward = visit([start], edges);
    for (const pair of forward) {
      if (Math.floor(pair / size) !== pair % size && visit([pair], edges).has(start)) return true;
    }
  }
  return false;
}

function visit(start: number[], edges: (node: number) => number[]): Set<number> {
  const seen = new Set<number>(start);
  const queue = [...start];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const next of edges(node)) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return seen;
}

/** For each position the positions reached in one step or more. */
function reachability(follow: Map<number, number>[]): Set<number>[] {
  return follow.map((edges) => visit([...edges.keys()], (node) => [...(follow[node]?.keys() ?? [])]));
}

function compatibility(sets: CodePoints[]): boolean[][] {
  return sets.map((a) => sets.map((b) => overlaps(a, b)));
}

/** One more than the longest chain of loops that can share one text between them. */
function polynomialDegree(automaton: Automaton): number {
  const { sets, follow } = automaton;
  const reach = reachability(follow);
  const loops = sets.map((_, index) => index).filter((index) => reach[index]?.has(index));
  if (loops.length < 2) return loops.length > 0 ? 1 : 0;
  const compatible = compatibility(sets);
  const shares = (p: number, q: number): boolean => {
    if (!reach[p]?.has(q) || reach[q]?.has(p)) return false;
    if (sets.length > exactLimit) return true;
    return sharesText(follow, compatible, p, q);
  };
  const depth = new Map<number, number>();
  const longest = (p: number): number => {
    const known = depth.get(p);
    if (known !== undefined) return known;
    depth.set(p, 1);
    let best = 1;
    for (const q of loops) if (q !== p && shares(p, q)) best = Math.max(best, 1 + longest(q));
    depth.set(p, best);
    return best;
  };
  return Math.max(...loops.map(longest));
}

/** Whether one text leads from p to p, from p to q and from q to q. */
function sharesText(follow: Map<number, number>[], compatible: boolean[][], p: number, q: number): boolean {
  const size = follow.length;
  const code = (a: number, b: number, c: number) => (a * size + b) * size + c;
  const edges = (node: number): number[] => {
    const result: number[] = [];
    const c = node % size;
    const b = Math.floor(node / size) % size;
    const a = Math.floor(node / size / size);
    for (const nextA of follow[a]?.keys() ?? []) {
      for (const nextB of follow[b]?.keys() ?? []) {
        if (!compatible[nextA]?.[nextB]) continue;
        for (const nextC of follow[c]?.keys() ?? []) {
          if (compatible[nextA]?.[nextC] && compatible[nextB]?.[nextC]) result.push(code(nextA, nextB, nextC));
        }
      }
    }
    return result;
  };
  return visit([code(p, p, q)], edges).has(code(p, q, q));
}
