import { ProcessPool } from '../src/lib/process-pool.ts';

/* Gives a process work that does not end, says which, and ends by itself when it is told so. */
const pool = new ProcessPool({
  entry: new URL('./spinning-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 60_000,
  memoryBytes: 300_000_000,
});
pool.run('spin', '', { onProgress: (pid) => process.stdout.write(`${pid}\n`) }).catch(() => {});
process.stdin.once('data', () => process.exit(1));
