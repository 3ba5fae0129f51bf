/** A stretch of one document's text. */
export interface Stretch {
  start: number;
  end: number;
}

/** A passage that may be chosen, with its place among the passages of its document and how much it speaks to the question. */
export interface Candidate {
  document: number;
  passage: number;
  score: number;
}

export interface ChooseRequest {
  /** How many passages each document has. */
  counts: readonly number[];
  /** Tokens of a passage as it would be shown. */
  tokensOf(document: number, passage: number): number;
  /** Best first. */
  ranked: readonly Candidate[];
  budgetTokens: number;
  /**
   * Use the budget up, also with passages that have little in common with the question: for an engine that reads at no
   * cost, and for questions about the whole.
   */
  isFilled: boolean;
  /** False: no passage speaks to what is asked, so that a little of each document has to do. Default: true. */
  isMatched?: boolean;
}

/** Share of the budget for the first passages of each document, which say what it is. */
const beginningsShare = 0.15;
/** Passages before and after a chosen one that come with it while there is room. */
const neighbours = [-1, 1, 2];
/** A passage with less of the best one's score is weak: it would only distract from the others. */
const leastShare = 0.25;
/** What is shown where nothing speaks to the question: enough to see what the documents are about. */
const unmatchedTokens = 2_000;

/**
 * Chooses passages under one budget for all documents: a little of every beginning, then the best ones, each with its
 * neighbours, and when the budget is to be used up, stretches spread evenly. When the question matches nothing, a small part of the
 * budget shows such stretches. Gives the places of the chosen passages of each document, in reading order.
 */
export function choosePassages(request: ChooseRequest): number[][] {
  const { counts, tokensOf, ranked, isFilled, isMatched = true } = request;
  const isSample = !isFilled && !(isMatched && ranked.length > 0);
  const budgetTokens = isSample ? Math.min(request.budgetTokens, unmatchedTokens) : request.budgetTokens;
  const chosen = counts.map(() => new Set<number>());
  let left = budgetTokens;
  const take = (document: number, passage: number, limit = left): boolean => {
    const set = chosen[document];
    if (!set || set.has(passage) || passage < 0 || passage >= (counts[document] ?? 0)) return false;
    const needed = tokensOf(document, passage);
    if (needed > Math.min(left, limit)) return false;
    set.add(passage);
    left -= needed;
    return true;
  };
  const least = isFilled ? 0 : (ranked[0]?.score ?? 0) * leastShare;
  const strong = ranked.filter(({ score }) => score >= least);
  const beginnings = (budgetTokens * beginningsShare) / Math.max(1, counts.length);
  for (let document = 0; document < counts.length; document++) take(document, 0, beginnings);
  for (const { document, passage } of strong) take(document, passage);
  for (const { document, passage } of strong.slice(0, 20)) {
    for (const distance of neighbours) take(document, passage + distance);
  }
  if (isFilled || isSample) spread(counts, take);
  return chosen.map((set) => [...set].sort((a, b) => a - b));
}

/** The chosen passages of one document as stretches, neighbours merged. */
export function mergePassages(passages: readonly Stretch[], chosen: readonly number[]): Stretch[] {
  const merged: Stretch[] = [];
  let previous = -2;
  for (const number of chosen) {
    const passage = passages[number];
    if (!passage) continue;
    const last = merged.at(-1);
    if (last && number === previous + 1) last.end = passage.end;
    else merged.push({ start: passage.start, end: passage.end });
    previous = number;
  }
  return merged;
}

const spreadSteps = 256;

/** What is left of the budget shows each document at places that lie ever closer, so that they are even wherever it ends. */
function spread(counts: readonly number[], take: (document: number, passage: number) => boolean): void {
  for (let step = 0; step < spreadSteps; step++) {
    for (const [document, all] of counts.entries()) take(document, Math.floor(evenPlace(step) * all));
  }
}

/** 0, 1/2, 1/4, 3/4, 1/8, …: any beginning of the sequence lies evenly between 0 and 1 (van der Corput). */
function evenPlace(step: number): number {
  let place = 0;
  for (let rest = step, part = 0.5; rest > 0; rest = Math.floor(rest / 2), part /= 2) if (rest % 2 === 1) place += part;
  return place;
}
