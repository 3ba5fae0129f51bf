import { spawn } from 'node:child_process';
import { type Call, type Command, type Option, UsageError } from '../command.ts';
import { serviceEntry } from '../service-entry.ts';

const dataDir: Record<string, Option> = {
  'data-dir': { value: 'PATH', help: 'Database, files, secrets; default ./data (DATA_DIR)' },
};
const snapshot: Record<string, Option> = { snapshot: { value: 'ID', help: 'Default: the newest' } };
const key = 'BACKUP_KEY is the passphrase that seals backups and opens them again. docs/guides/backups.md says more.';

export const backup: Command = {
  name: 'backup',
  summary: 'Back up database, files and secret while the service runs',
  usage: ['[TO] [options]', '--list [TO]'],
  options: {
    ...dataDir,
    keep: { value: 'N', help: 'Remove all but the newest N (BACKUP_KEEP, 14)' },
    list: { help: 'Name the backups that are there' },
  },
  notes: ['TO is a folder, s3://bucket/prefix?… or a file that ends in .parley; default BACKUP_TO.', key],
  run: (call) => runInService('backup', call),
};

export const restore: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty data directory',
  usage: ['[FROM] [options]'],
  options: { ...dataDir, ...snapshot },
  notes: ['FROM is what was given to backup; default BACKUP_TO.', key],
  run: (call) => runInService('restore', call),
};

export const verify: Command = {
  name: 'verify',
  summary: 'Open a backup and read all of it, or check an installation',
  usage: ['[FROM] [options]', '--installation [options]'],
  options: {
    ...dataDir,
    ...snapshot,
    installation: { help: 'Check what DATA_DIR, DATABASE_URL and BLOB_URL name instead, such as a restored copy' },
  },
  notes: ['FROM is what was given to backup; default BACKUP_TO.', key],
  run: (call) => runInService('verify', call),
};

/** Has the service's own program do it, which knows its settings. */
async function runInService(name: string, { arguments: given, values, io, out }: Call): Promise<number> {
  if (given.length > 1) throw new UsageError(`${name} takes one place`);
  const { command, args } = serviceEntry((text) => out.note(text));
  const options = ['snapshot', 'keep'].flatMap((option) => {
    const value = values.text(option);
    return value === undefined ? [] : [`--${option}`, value];
  });
  const switches = ['list', 'installation', 'json']
    .filter((option) => values.has(option))
    .map((option) => `--${option}`);
  // For clients, not for the service.
  const { PARLEY_BASE_URL: _, ...env } = io.env;
  const directory = values.text('data-dir');
  const child = spawn(command, [...args, name, ...options, ...switches, '--', ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...(directory !== undefined && { DATA_DIR: directory }) },
  });
  child.stdout.on('data', (text: Buffer) => io.stdout.write(text));
  child.stderr.on('data', (text: Buffer) => io.stderr.write(text));
  const stop = () => child.kill('SIGTERM');
  io.signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    io.signal.removeEventListener('abort', stop);
  }
}
