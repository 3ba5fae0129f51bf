import { isMainThread } from 'node:worker_threads';

/** Has a process stand still for `STALL_MS`, once it is told to by SIGUSR2: brought in with `--import`. It says its number. */
if (isMainThread) {
  process.stderr.write(`process ${process.pid}\n`);
  process.once('SIGUSR2', () => {
    const end = Date.now() + Number(process.env.STALL_MS);
    while (Date.now() < end);
  });
}
