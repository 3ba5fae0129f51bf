import type { Consumption, Meter } from '../../../ports/meter.ts';

/** The meter, with a note of all that was used. Its end is that of the whole, not of a call. */
export function notingMeter(meter: Meter, used: Consumption[]): Meter {
  return {
    trace: meter.trace,
    reserve: (estimate) => meter.reserve(estimate),
    leftUsd: meter.leftUsd,
    label: (labels) => meter.label?.(labels),
    prompted: (mark) => meter.prompted?.(mark),
    guarded: (decisions) => meter.guarded?.(decisions),
    add: (one) => {
      used.push(one);
      meter.add(one);
    },
    handOver: () => {},
    settle: async () => {},
  };
}

/** What a stored note says was used, into a meter that is opened anew. */
export function addNoted(meter: Meter, used: readonly Consumption[]): void {
  for (const one of used) {
    for (const { engine } of one.rounds ?? []) {
      meter.trace.attempt();
      meter.trace.asks(engine, 'words');
    }
    meter.add(one);
  }
}
