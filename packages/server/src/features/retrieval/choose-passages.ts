import { estimateTokens } from '../billing/estimate-tokens.ts';

/** A stretch of one document's text. */
export interface Stretch {
  start: number;
  end: number;
}

/** A passage that may be chosen, with its place among the passages of its document. */
export interface Candidate extends Stretch {
  document: number;
  passage: number;
}

export interface ChooseRequest {
  texts: readonly string[];
  /** All passages of each document in reading order. */
  passages: readonly (readonly Stretch[])[];
  /** Best first. */
  ranked: readonly Candidate[];
  budgetTokens: number;
}

/** Share of the budget for the first passages of each document, which say what it is. */
const beginningsShare = 0.15;
/** Passages before and after a chosen one that come with it while there is room. */
const neighbours = [-1, 1, 2];

/**
 * Chooses passages under one budget for all documents: a little of every beginning, then the best ones, each with its
 * neighbours, and when the question matches little, stretches spread evenly. Neighbouring ones are merged.
 */
export function choosePassages({ texts, passages, ranked, budgetTokens }: ChooseRequest): Stretch[][] {
  const chosen = texts.map(() => new Set<number>());
  let left = budgetTokens;
  const take = (document: number, passage: number, limit = left): boolean => {
    const stretch = passages[document]?.[passage];
    const set = chosen[document];
    if (!stretch || !set || set.has(passage)) return false;
    const tokens = estimateTokens((texts[document] ?? '').slice(stretch.start, stretch.end));
    if (tokens > Math.min(left, limit)) return false;
    set.add(passage);
    left -= tokens;
    return true;
  };
  const beginnings = (budgetTokens * beginningsShare) / Math.max(1, texts.length);
  for (let document = 0; document < texts.length; document++) take(document, 0, beginnings);
  for (const { document, passage } of ranked) take(document, passage);
  for (const { document, passage } of ranked.slice(0, 20)) {
    for (const distance of neighbours) take(document, passage + distance);
  }
  spread(passages, take);
  return texts.map((_, document) => merge(passages[document] ?? [], chosen[document] ?? new Set()));
}

const spreadSteps = 256;

/** What is left of the budget shows each document at places that lie ever closer, so that they are even wherever it ends. */
function spread(passages: readonly (readonly Stretch[])[], take: (document: number, passage: number) => boolean): void {
  for (let step = 0; step < spreadSteps; step++) {
    for (const [document, all] of passages.entries()) take(document, Math.floor(evenPlace(step) * all.length));
  }
}

/** 0, 1/2, 1/4, 3/4, 1/8, …: any beginning of the sequence lies evenly between 0 and 1 (van der Corput). */
function evenPlace(step: number): number {
  let place = 0;
  for (let rest = step, part = 0.5; rest > 0; rest = Math.floor(rest / 2), part /= 2) if (rest % 2 === 1) place += part;
  return place;
}

function merge(passages: readonly Stretch[], chosen: ReadonlySet<number>): Stretch[] {
  const merged: Stretch[] = [];
  let previous = -2;
  for (const number of [...chosen].sort((a, b) => a - b)) {
    const passage = passages[number];
    if (!passage) continue;
    const last = merged.at(-1);
    if (last && number === previous + 1) last.end = passage.end;
    else merged.push({ start: passage.start, end: passage.end });
    previous = number;
  }
  return merged;
}
