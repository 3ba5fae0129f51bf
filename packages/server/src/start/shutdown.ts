import type { Service } from '../compose.ts';
import type { LoopWatch } from '../lib/loop-watch.ts';

const extraMs = 5000;
/** Ctrl-C in a terminal reaches all of a group, and whoever started this process passes it on: two signals that are one. */
const sameSignalMs = 500;

/** Stops the service in order on SIGTERM and SIGINT; a second signal, or too long a stop, ends the process at once. */
export function closeOnSignals(service: Service, graceMs: number, watch: Pick<LoopWatch, 'endWithin'>): void {
  let closingSince: number | null = null;
  const close = async () => {
    if (closingSince !== null) {
      if (performance.now() - closingSince > sameSignalMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    setTimeout(() => process.exit(1), graceMs + extraMs).unref();
    // That timer stands still with the event loop.
    watch.endWithin(graceMs + extraMs + 500);
    try {
      await service.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`The service did not stop cleanly: ${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    }
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
