import type { CallStep } from '@parley/contract';
import type { TracedStep } from '../../../lib/traced.ts';
import type { ToldProblem } from '../../../ports/meter.ts';

/** Characters of each sentence. */
const longest = 2_000;

export interface Explanation {
  error_message: string | null;
  vendor_message: string | null;
  steps: CallStep[];
}

interface Told {
  steps: readonly TracedStep[] | null;
  problem: ToldProblem | undefined;
  /** Of the call, by `performance.now()`. */
  beganAt: number;
}

/** As the ledger keeps it; null for a call without an error and without steps, as most are. */
export function toStoredExplanation({ steps, problem, beganAt }: Told): string | null {
  if (steps === null && problem === undefined) return null;
  const explanation: Explanation = {
    error_message: problem?.message.slice(0, longest) ?? null,
    vendor_message: problem?.vendor?.slice(0, longest) ?? null,
    steps: (steps ?? []).map(({ startedAt, endedAt, ...step }) => ({
      ...step,
      started_ms: Math.max(0, Math.round(startedAt - beganAt)),
      duration_ms: Math.max(0, Math.round(endedAt - startedAt)),
    })),
  };
  return JSON.stringify(explanation);
}

/** Records of an older release have none. */
export function explanationOf({ explanation }: { explanation: string | null }): Explanation {
  return explanation === null ? { error_message: null, vendor_message: null, steps: [] } : JSON.parse(explanation);
}
