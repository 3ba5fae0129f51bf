import type { Command, Option } from '../command.ts';
import { runInService } from '../run-in-service.ts';

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
