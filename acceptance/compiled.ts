/**
 * Starts what `npm run build` has written, from another directory, and uses everything it can do, so that no module, worker or data
 * file is missing from it: `npm run build && npm run test:compiled`.
 */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useEveryCapability } from './every-capability.ts';
import { startService } from './start-service.ts';

const entry = join(import.meta.dirname, '../dist/main.js');
process.chdir(tmpdir());
await standStill();
const service = await startService(entry, 18_651, { env: { VIDEO_SECONDS: '1' } });
try {
  const files = await useEveryCapability(service);
  console.log(`dist/main.js does everything; ${files.length} kinds of files`);
} finally {
  await service.stop();
}
process.exit(0);

/** The watch on the event loop is a thread that begins from the text of a function: it has to be whole where files were joined. */
async function standStill(): Promise<void> {
  const loop = "process.once('SIGUSR2', () => { const end = Date.now() + 60000; while (Date.now() < end); })";
  const stalled = await startService(entry, 18_652, {
    env: { STALL_LIMIT_MS: '1500' },
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(loop)}`],
  });
  try {
    const startedAt = Date.now();
    stalled.process.kill('SIGUSR2');
    await once(stalled.process, 'exit', { signal: AbortSignal.timeout(30_000) });
    const { signalCode } = stalled.process;
    if (signalCode !== 'SIGKILL') throw new Error(`A process that stood still ended with ${signalCode}`);
    console.log(`A process that stood still was ended after ${Date.now() - startedAt} ms`);
  } finally {
    stalled.process.kill('SIGKILL');
    await stalled.stop();
  }
}
