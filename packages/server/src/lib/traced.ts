import type { CallStep } from '@parley/contract';
import { codeOf } from './spans.ts';

/** A piece of the work of a call besides the calls to engines. */
export interface TracedStep {
  kind: CallStep['kind'];
  name: string;
  /** By the clock of `performance.now()`, in milliseconds. */
  startedAt: number;
  endedAt: number;
  /** A code; null where it went well. */
  error: string | null;
  /** Where what was found stands. */
  passages?: NonNullable<CallStep['passages']>;
}

/** Who keeps the steps of a call. */
export interface StepTrace {
  did?(step: TracedStep): void;
}

/** Does a step of a call and tells the call's record how long it took and how it ended. `read`: what else its result says. */
export async function traced<T>(
  trace: StepTrace,
  step: Pick<TracedStep, 'kind' | 'name'>,
  work: () => Promise<T>,
  read?: (result: T) => Partial<Pick<TracedStep, 'error' | 'passages'>>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    trace.did?.({ ...step, startedAt, endedAt: performance.now(), error: null, ...read?.(result) });
    return result;
  } catch (error) {
    trace.did?.({ ...step, startedAt, endedAt: performance.now(), error: codeOf(error) });
    throw error;
  }
}
