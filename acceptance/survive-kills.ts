/**
 * Kills the service with SIGKILL again and again while files are uploaded and processed, starts it again on the same data, and
 * checks that nothing acknowledged was lost, doubled, stuck or failed:
 *
 *   npm run test:kill [-- --kills 20] [--on sqlite,postgresql]        (Ctrl-C ends it early, with its figures)
 *
 * Files, and calls to a scripted vendor, which are in the ledger once. Black box: it speaks HTTP only. PostgreSQL is that of `TEST_DATABASE_URL`, or one of its
 * own from Debian's package. `BLOB_URL` of the environment is handed on.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OwnService } from './outages/own-service.ts';
import { Witness } from './outages/witness.ts';
import { startPostgres } from './own-postgres.ts';
import { PacedVendor } from './rolling/paced-vendor.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, on: { type: 'string', default: 'sqlite' } },
});
const [database, ...others] = values.on.split(',');
// Each in a program of its own.
for (const on of others) {
  const words = [import.meta.filename, '--kills', values.kills, '--on', on];
  if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
const rounds = Number(values.kills);
const warmMs = 60_000;
const postgres = database === 'postgresql' ? await startPostgres() : null;
const service = await OwnService.prepare();
if (postgres) service.set({ DATABASE_URL: postgres.url });
// Its answers come as soon as the service has started, and are paid for.
const vendor = await new PacedVendor().start();
service.set({
  PARLEY_MODEL: 'openai/paced',
  OPENAI_API_KEY: 'paced',
  OPENAI_BASE_URL: vendor.url,
  ALLOW_PRIVATE_ADDRESSES: new URL(vendor.url).host,
});

console.log(`${rounds} kills on ${database}, ${service.folder}`);
let isEnough = false;
// Ctrl-C ends it early, with its figures.
process.once('SIGINT', () => {
  isEnough = true;
});
const witness = Witness.fresh();
let killed = 0;
for (let round = 1; round <= rounds && !isEnough; round++) {
  await service.start();
  const end = new AbortController();
  const callers = [
    ...Array.from({ length: 3 }, () => witness.upload(service, end.signal)),
    ...Array.from({ length: 2 }, () => witness.ask(service, end.signal)),
  ];
  // On a machine with other things to do nothing is acknowledged for a while, and nothing could be lost.
  const files = witness.files.size;
  const calls = witness.calls.size;
  const isAwaited = () => witness.files.size === files || witness.calls.size === calls;
  for (const until = Date.now() + warmMs; isAwaited() && Date.now() < until; ) await pause(50);
  await pause(randomInt(100, 2500));
  end.abort();
  await service.kill();
  await Promise.all(callers);
  killed++;
  console.log(
    `round ${round}: killed, ${witness.files.size} files and ${witness.calls.size} calls acknowledged so far`,
  );
}
await service.start();
const problems = await witness.problemsAt(service);
if ((await service.stop()) !== 0) problems.push('SIGTERM did not end with 0');
for (const [answer, times] of witness.refused) problems.push(`${answer} was answered ${times} times`);
if (!process.env.BLOB_URL) {
  const left = readdirSync(join(service.dataDir, 'blobs', '.incoming'));
  console.log(`${left.length} unfinished uploads lie in the incoming folder and are cleared by a start an hour later`);
}
for (const problem of problems) console.error(problem);
console.log(
  `${database}: ${killed} kills, ${witness.files.size} files acknowledged, ${witness.uploads.size} uploads by address, ${witness.calls.size} calls: ${problems.length} problems`,
);
await service.remove();
postgres?.stop();
vendor.close();
process.exit(problems.length === 0 ? process.exitCode : 1);
