import type { Service } from '../compose.ts';

const extraMs = 5000;

/** Stops the service in order on SIGTERM and SIGINT; a second signal, or too long a stop, ends the process at once. */
export function closeOnSignals(service: Service, graceMs: number): void {
  let isClosing = false;
  const close = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), graceMs + extraMs).unref();
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
