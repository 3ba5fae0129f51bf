/**
 * What an operator is afraid of, while callers go on uploading and asking:
 *
 *   npm run test:outages [-- --only backup,move,disk,database] [--minutes 10]
 *
 * - `backup`: a backup of a service at work, restored into another directory, has everything that was acknowledged before it.
 * - `move`: from SQLite and a directory to PostgreSQL and S3 while the service works, and back, with everything that was acknowledged.
 * - `disk`: a disk that fills to its end and is freed again (a memory file system, so it needs root and Linux).
 * - `database`: PostgreSQL is away for so many minutes and comes back.
 *
 * It fails when something acknowledged is lost, doubled, stuck or changed, or when callers are told anything else than the guide of faults says.
 * Black box: it speaks HTTP and runs the commands. PostgreSQL is a server of its own from Debian's package, S3 the server that npm brings.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import S3rver from 's3rver';
import { OwnService } from './outages/own-service.ts';
import { Witness } from './outages/witness.ts';
import { startOwnPostgres } from './own-postgres.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'backup,move,disk,database' },
    minutes: { type: 'string', default: '10' },
  },
});
const awayMs = Number(values.minutes) * 60_000;
/** How long callers go on before and after something happens. */
const loadMs = 8000;
/** After a start on a machine with other things to do calls wait for the reader. */
const warmMs = 60_000;
const megabyte = 1024 * 1024;

/** Callers who go on while something is done. */
async function underLoad(service: OwnService, witness: Witness, work: () => Promise<void>): Promise<void> {
  const end = new AbortController();
  const callers = [
    witness.upload(service, end.signal),
    ...Array.from({ length: 3 }, () => witness.ask(service, end.signal)),
  ];
  try {
    const calls = witness.calls.size + 50;
    for (const until = Date.now() + warmMs; witness.calls.size < calls && Date.now() < until; ) await pause(100);
    await pause(loadMs);
    await work();
    await pause(loadMs);
  } finally {
    end.abort();
    await Promise.all(callers);
  }
}

/** What was answered that the guide of faults does not say. */
function unlike(witness: Witness, allowed: readonly string[]): string[] {
  const others = [...witness.refused].filter(([answer]) => !allowed.includes(answer));
  return [
    ...others.map(([answer, times]) => `${answer} was answered ${times} times`),
    ...(witness.broken > 0 ? [`${witness.broken} connections ended without an answer`] : []),
  ];
}

const told = (witness: Witness): string =>
  `${witness.files.size} files and ${witness.calls.size} calls acknowledged` +
  [...witness.refused].map(([answer, times]) => `, ${times} × ${answer}`).join('');

async function backup(): Promise<string[]> {
  const service = await OwnService.prepare();
  await service.start();
  const witness = Witness.fresh();
  const place = join(service.folder, 'backups');
  let before = witness;
  await underLoad(service, witness, async () => {
    before = witness.soFar();
    console.log(await service.command(['backup', place], { BACKUP_KEY: 'a key of the outages 0123456789' }));
  });
  const problems = unlike(witness, []);
  await service.stop();
  service.set({ DATA_DIR: join(service.folder, 'restored') });
  console.log(await service.command(['restore', place], { BACKUP_KEY: 'a key of the outages 0123456789' }));
  await service.start();
  problems.push(...(await before.problemsAt(service)));
  console.log(
    `backup: ${told(before)} before it, ${witness.calls.size - before.calls.size} calls while it was made and after`,
  );
  await service.remove();
  return problems;
}

async function move(): Promise<string[]> {
  const service = await OwnService.prepare();
  const postgres = await startOwnPostgres();
  const directory = join(service.folder, 's3');
  mkdirSync(directory);
  const store = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'parley', configs: [] }] });
  const { port } = await store.run();
  const blobUrl = `s3://parley/all?endpoint=http://127.0.0.1:${port}&access_key_id=S3RVER&secret_access_key=S3RVER`;
  const moved = join(service.folder, 'moved');
  service.set({ PARLEY_SECRET: 'a secret of the outages 0123456789abcdef' });
  const witness = Witness.fresh();
  const problems: string[] = [];
  const pass = async (to: Record<string, string>) => {
    await service.start();
    await underLoad(service, witness, async () => {
      console.log(await service.command(['move'], to));
    });
    await service.stop();
    console.log(await service.command(['move', '--final'], to));
  };
  await pass({ MOVE_TO_DATABASE_URL: postgres.url, MOVE_TO_BLOB_URL: blobUrl });
  service.set({ DATABASE_URL: postgres.url, BLOB_URL: blobUrl });
  await service.start();
  problems.push(...(await witness.problemsAt(service)));
  console.log(`move there: ${told(witness)}`);
  await service.stop();
  await pass({ MOVE_TO_DATA_DIR: moved });
  service.unset('DATABASE_URL', 'BLOB_URL');
  service.set({ DATA_DIR: moved });
  await service.start();
  problems.push(...(await witness.problemsAt(service)), ...unlike(witness, []));
  console.log(`move back: ${told(witness)}`);
  await service.remove();
  await store.close();
  postgres.stop();
  return problems;
}

async function disk(): Promise<string[]> {
  const service = await OwnService.prepare();
  const dataDir = join(service.folder, 'small');
  mkdirSync(dataDir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'parley-outages', dataDir]);
  try {
    service.set({ DATA_DIR: dataDir });
    await service.start();
    const witness = Witness.fresh();
    const ballast = join(dataDir, 'ballast');
    let answeredWhenFull = 0;
    let takenWhenFree = 0;
    await underLoad(service, witness, async () => {
      const { bavail, bsize } = statfsSync(dataDir);
      fill(ballast, bavail * bsize - 100 * megabyte);
      await pause(loadMs);
      const before = witness.calls.size;
      fill(ballast, 600 * megabyte);
      await pause(20_000);
      answeredWhenFull = witness.calls.size - before;
      rmSync(ballast);
      // So often is looked how much room there is.
      await pause(10_000);
      const files = witness.files.size;
      await pause(loadMs);
      takenWhenFree = witness.files.size - files;
    });
    const problems = [...unlike(witness, ['507 disk_full']), ...(await witness.problemsAt(service))];
    if (!witness.refused.has('507 disk_full')) problems.push('nobody was told that the disk is full');
    if (answeredWhenFull === 0) problems.push('no call was answered while the disk was full');
    if (takenWhenFree === 0) problems.push('no file was taken when the disk was free again');
    console.log(
      `disk: ${told(witness)}; ${answeredWhenFull} calls while it was full, ${takenWhenFree} files when it was free`,
    );
    await service.stop();
    return problems;
  } finally {
    await service.kill();
    execFileSync('umount', ['-l', dataDir]);
    await service.remove();
  }
}

/** Writes so many bytes behind what is there, or as many as the disk takes. */
function fill(path: string, bytes: number): void {
  const file = openSync(path, 'a');
  const piece = Buffer.alloc(megabyte, 1);
  try {
    for (let left = bytes; left > 0; left -= megabyte) writeSync(file, piece);
    while (bytes >= 600 * megabyte) writeSync(file, piece, 0, 4096);
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

async function database(): Promise<string[]> {
  const service = await OwnService.prepare();
  const postgres = await startOwnPostgres();
  service.set({ DATABASE_URL: postgres.url });
  await service.start();
  const witness = Witness.fresh();
  let answeredAgain = 0;
  await underLoad(service, witness, async () => {
    postgres.goAway();
    await pause(awayMs);
    postgres.comeBack();
    await pause(30_000);
    const calls = witness.calls.size;
    await pause(loadMs);
    answeredAgain = witness.calls.size - calls;
  });
  const problems = [...unlike(witness, ['503 service_unavailable']), ...(await witness.problemsAt(service))];
  if (!witness.refused.has('503 service_unavailable')) problems.push('nobody was told that the database is away');
  if (answeredAgain === 0) problems.push('no call was answered when the database was there again');
  if ((await service.stop()) !== 0) problems.push('SIGTERM did not end with 0');
  console.log(`database away for ${values.minutes} minutes: ${told(witness)}`);
  await service.remove();
  postgres.stop();
  return problems;
}

const parts = { backup, move, disk, database };
let failed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (!values.only.split(',').includes(name)) continue;
  const problems = await part();
  for (const problem of problems) console.error(`${name}: ${problem}`);
  console.log(`${name}: ${problems.length} problems`);
  failed += problems.length;
}
process.exit(failed === 0 ? 0 : 1);
