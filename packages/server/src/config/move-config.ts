import { readS3Url, type S3Settings } from '../lib/s3-url.ts';
import { type ConfigSource, text, url } from './config-source.ts';

/** Where `parley move` moves to; what is not named stays where it is. */
export interface MoveConfig {
  databaseUrl: string | undefined;
  /** A directory for SQLite, files and secret. */
  dataDir: string | undefined;
  s3: S3Settings | undefined;
}

export function readMoveConfig(source: ConfigSource): MoveConfig {
  const databaseUrl = url(source, 'MOVE_TO_DATABASE_URL', ['postgres', 'postgresql']);
  const dataDir = text(source, 'MOVE_TO_DATA_DIR');
  if (databaseUrl !== undefined && dataDir !== undefined) {
    source.problem('MOVE_TO_DATA_DIR', 'is set beside MOVE_TO_DATABASE_URL; set one of them');
  }
  return { databaseUrl, dataDir, s3: storeOf(source) };
}

function storeOf(source: ConfigSource): S3Settings | undefined {
  const given = text(source, 'MOVE_TO_BLOB_URL');
  if (given === undefined) return undefined;
  try {
    return readS3Url(given);
  } catch (error) {
    source.problem('MOVE_TO_BLOB_URL', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
