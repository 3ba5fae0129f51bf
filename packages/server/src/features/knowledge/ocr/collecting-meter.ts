import type { Consumption, Meter } from '../../../ports/meter.ts';

/** A meter for a part of a call: holds with the call's, and remembers what was used instead of charging it. */
export function collectingMeter(meter: Meter): { meter: Meter; consumption: Consumption[] } {
  const consumption: Consumption[] = [];
  return {
    consumption,
    meter: {
      trace: meter.trace,
      reserve: (estimate) => meter.reserve(estimate),
      add: (used) => {
        consumption.push(used);
      },
      handOver: () => {},
      settle: async () => {},
    },
  };
}
