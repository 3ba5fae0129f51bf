import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Writes what lies in the write-ahead log of a database into its file, once for every message: see `log-checkpointer.ts`. */
const database = new DatabaseSync(String(workerData));
// PASSIVE waits for nobody and lets nobody wait: it takes what is there, and leaves what a reader still needs.
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', () => {
  checkpoint.get();
  parentPort?.postMessage('done');
});
