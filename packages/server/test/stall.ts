import { isMainThread } from 'node:worker_threads';

/** Has a process stand still for `STALL_MS`, once it is told to by SIGUSR2: brought in with `--import`. It says its number. It waits and does not work: other tests need the processor. */
if (isMainThread) {
  process.stderr.write(`process ${process.pid}\n`);
  process.once('SIGUSR2', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.STALL_MS));
  });
}
