import { readS3Url, type S3Settings } from '../lib/s3-url.ts';
import { type ConfigSource, integer, text } from './config-source.ts';

/** Where backups lie: in one file, a folder or an S3-compatible store. */
export type BackupPlace = { file: string } | { folder: string } | { s3: S3Settings };

export interface BackupsConfig {
  /** Null: none by schedule, and commands are told where. */
  to: BackupPlace | null;
  /** The passphrase that seals them. */
  key: string | null;
  /** How often one is made while the service runs; 0 for never. */
  everyHours: number;
  /** So many are kept. */
  keep: number;
}

const shortestKey = 16;

export function readBackupsConfig(source: ConfigSource): BackupsConfig {
  const [given, key] = [text(source, 'BACKUP_TO'), text(source, 'BACKUP_KEY')];
  const to = given === undefined ? null : placeOf(source, given);
  const everyHours = integer(source, 'BACKUP_EVERY_HOURS', { default: 24, min: 0, max: 8760 });
  if (key !== undefined && key.length < shortestKey) {
    source.problem('BACKUP_KEY', `must have at least ${shortestKey} characters`);
  }
  if (to !== null && everyHours > 0) {
    if (key === undefined) source.problem('BACKUP_KEY', 'is needed with BACKUP_TO: backups are sealed with it');
    if ('file' in to) source.problem('BACKUP_TO', 'must be a folder or s3://… for backups by schedule, not one file');
    if (text(source, 'DATABASE_URL') !== undefined) {
      source.problem(
        'BACKUP_TO',
        'backs up SQLite; PostgreSQL is backed up with its own tools (docs/guides/backups.md)',
      );
    }
  }
  return {
    to,
    key: key ?? null,
    everyHours,
    keep: integer(source, 'BACKUP_KEEP', { default: 14, min: 1, max: 10_000 }),
  };
}

/** What a command or a setting names. Throws a sentence that says what is wrong. */
export function readBackupPlace(given: string): BackupPlace {
  if (given.startsWith('s3://')) return { s3: readS3Url(given) };
  return given.endsWith('.parley') ? { file: given } : { folder: given };
}

function placeOf(source: ConfigSource, given: string): BackupPlace | null {
  try {
    return readBackupPlace(given);
  } catch (error) {
    source.problem('BACKUP_TO', error instanceof Error ? error.message : String(error));
    return null;
  }
}
