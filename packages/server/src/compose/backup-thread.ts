import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupTask, backUpUnless } from './backups.ts';

/** Makes one backup away from the event loop, after all else that wants the processor. */
try {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
} catch {
  // A sandbox may forbid it: the work then shares the processor evenly.
}
// What the service has put there itself.
const task: BackupTask = workerData;
parentPort?.postMessage(await backUpUnless(task));
