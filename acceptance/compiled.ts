/**
 * Starts what `npm run build` has written, from another directory, and uses everything it can do, so that no module, worker or data
 * file is missing from it: `npm run build && npm run test:compiled`.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useEveryCapability } from './every-capability.ts';
import { startService } from './start-service.ts';

process.chdir(tmpdir());
const service = await startService(join(import.meta.dirname, '../dist/main.js'), 18_651);
try {
  const files = await useEveryCapability(service);
  console.log(`dist/main.js does everything; ${files.length} kinds of files`);
} finally {
  await service.stop();
}
process.exit(0);
