import { isAppError } from '../../lib/app-error.ts';
import type { InTurn } from '../../lib/in-turn.ts';
import { defaultFallbackOn, type FailureClass, failureClassOf } from './failure-class.ts';
import type { ModelSettings } from './model-list.ts';

/** The engines of a route in their order, and which faults go on from one to the next. */
export interface RouteChain {
  engines: readonly string[];
  on: ReadonlySet<FailureClass>;
  /** What comes next after a fault of one kind, instead of what would else. */
  by: ReadonlyMap<FailureClass, readonly string[]>;
}

export function chainOfRoute({
  engines,
  fallbacks = [],
  fallbacks_by: by = {},
  fallback_on: on,
}: ModelSettings): RouteChain {
  const chains = Object.entries(by).map(([kind, names]): [FailureClass, readonly string[]] => [
    // The schema knows no other names.
    kind as FailureClass,
    names ?? [],
  ]);
  return {
    engines: [...engines.map(({ engine }) => engine), ...fallbacks],
    on: new Set(on ?? defaultFallbackOn),
    by: new Map(chains),
  };
}

/** The chains of routes for calls that no language model answers: these are asked as a whole, and nothing has been sent when one fails. */
export const turnsOf =
  (chainOf: (name: string) => RouteChain | undefined): InTurn =>
  async (name, work) => {
    const chain = typeof name !== 'string' || name.includes('/') ? undefined : chainOf(name);
    if (chain === undefined) return work(name);
    const asked = new Set<string>();
    const taken = new Set<FailureClass>();
    const faults: { unfit?: unknown; failed?: unknown } = {};
    let order = [...chain.engines];
    for (let engine = order.shift(); engine !== undefined; engine = order.shift()) {
      if (asked.has(engine)) continue;
      asked.add(engine);
      try {
        return await work(engine);
      } catch (error) {
        if (isUnfit(error)) {
          faults.unfit ??= error;
          continue;
        }
        faults.failed ??= error;
        const kind = failureClassOf(error);
        const own = kind === null || taken.has(kind) ? undefined : chain.by.get(kind);
        if (kind !== null && own !== undefined) {
          taken.add(kind);
          order = [...own];
        } else if (kind === null || !chain.on.has(kind)) throw error;
      }
    }
    // Without engines the name stands for what it stood for.
    if (asked.size === 0) return work(name);
    throw faults.failed ?? faults.unfit;
  };

/** The call may not go there, or the engine does something else. */
const isUnfit = (error: unknown): boolean =>
  isAppError(error, 'forbidden') ||
  isAppError(error, 'no_provider_fits') ||
  (isAppError(error, 'model_not_found') && error.param === 'model');
