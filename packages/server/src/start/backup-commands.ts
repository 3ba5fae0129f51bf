import { parseArgs } from 'node:util';
import { backUp, backupSettings, checkInstallation, listBackups, restoreBackup, verifyBackup } from '../compose.ts';
import { type Config, readBackupPlace } from '../config.ts';

/** `backup`, `restore` or `verify` with what follows them. Gives what is to be printed. */
export async function runBackupCommand(config: Config, [name, ...rest]: readonly string[]): Promise<string> {
  // What is written is for its owner alone.
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      snapshot: { type: 'string' },
      keep: { type: 'string' },
      list: { type: 'boolean' },
      installation: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const told = (found: object, sentence: string) => `${values.json ? JSON.stringify(found) : sentence}\n`;
  if (name === 'verify' && values.installation) {
    const found = await checkInstallation(config);
    const [missing] = found.missing;
    if (missing !== undefined) {
      throw new Error(`The database names files whose bytes are not in the store, ${missing} for one.`);
    }
    return told(found, `The database is whole, its secret fits, and the bytes of all ${found.files} files are there.`);
  }
  const place = positionals[0] === undefined ? config.backups.to : readBackupPlace(positionals[0]);
  if (place === null) throw new Error('Say where: a folder, s3://… or a file that ends in .parley, or set BACKUP_TO.');
  const settings = backupSettings(config);
  if (name === 'backup' && values.list) {
    const snapshots = await listBackups(settings, place);
    return values.json ? `${JSON.stringify(snapshots)}\n` : snapshots.map((id) => `${id}\n`).join('');
  }
  if (name === 'backup') {
    const report = await backUp(settings, place, keepOf(values.keep) ?? config.backups.keep);
    const { snapshot, files, blobs, sizeBytes, writtenBytes, removed } = report;
    return told(
      report,
      `Snapshot ${snapshot}: ${files} files in ${blobs} blobs, ${sizeOf(sizeBytes)} with the database, of which ${sizeOf(writtenBytes)} were ` +
        `new. It was opened, and what is new read back.${removed.length > 0 ? ` Removed: ${removed.join(', ')}.` : ''}`,
    );
  }
  const work = name === 'verify' ? verifyBackup : restoreBackup;
  const found = await work(settings, place, values.snapshot);
  const { snapshot, version, files, blobs, sizeBytes } = found;
  const what = `Snapshot ${snapshot} of version ${version}, with ${files} files in ${blobs} blobs, ${sizeOf(sizeBytes)} with the database,`;
  if (name === 'verify') return told(found, `${what} was opened and read to its end: nothing is missing or damaged.`);
  return told(found, `${what} lies in ${settings.dataDir}. Start the service on it.`);
}

function keepOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new Error(`--keep takes a whole number above 0, not ${given}`);
  return Number(given);
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
