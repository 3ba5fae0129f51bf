import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Writes what lies in the write-ahead log of a database into its file, once for every message: see `log-checkpointer.ts`. */
const database = new DatabaseSync(String(workerData));
// PASSIVE waits for nobody and lets nobody wait: it takes what is there, and leaves what a reader still needs.
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
// Overwrites nothing but cuts the file, once nobody needs it: what was deleted stood in it still.
const cut = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');

parentPort?.on('message', (task: 'checkpoint' | 'cut') => {
  checkpoint.get();
  if (task === 'cut') cut.get();
  parentPort?.postMessage('done');
});
