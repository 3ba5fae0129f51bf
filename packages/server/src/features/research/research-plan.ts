import type { ResearchDepth } from '@parley/contract';

/** How far a run goes. */
export interface ResearchPlan {
  subQuestions: number;
  /** Searches, readings and reflections in turn. */
  rounds: number;
  /** With fewer sources than this the report names a shortfall. */
  minSources: number;
  maxSources: number;
  maxCitations: number;
  /** From the start to the report; gathering ends earlier. */
  maxMs: number;
}

const minuteMs = 60_000;

const plans: Record<ResearchDepth, ResearchPlan> = {
  quick: { subQuestions: 3, rounds: 2, minSources: 10, maxSources: 15, maxCitations: 15, maxMs: 10 * minuteMs },
  standard: { subQuestions: 5, rounds: 3, minSources: 20, maxSources: 30, maxCitations: 30, maxMs: 20 * minuteMs },
  thorough: { subQuestions: 8, rounds: 4, minSources: 40, maxSources: 60, maxCitations: 100, maxMs: 40 * minuteMs },
};

export function planFor(depth: ResearchDepth, maxSources: number | undefined): ResearchPlan {
  const plan = plans[depth];
  if (maxSources === undefined) return plan;
  return {
    ...plan,
    minSources: Math.min(plan.minSources, maxSources),
    maxSources,
    maxCitations: Math.max(maxSources, Math.min(plan.maxCitations, maxSources * 2)),
  };
}
