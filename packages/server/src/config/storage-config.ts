import { availableParallelism } from 'node:os';
import { readS3Url, type S3Settings } from '../lib/s3-url.ts';
import { type ConfigSource, list, oneOf, text } from './config-source.ts';

export interface StorageConfig {
  /** Undefined: files lie in the data directory. */
  s3: S3Settings | undefined;
  /** The operator's keys for what is stored, newest first, or what prints them; null: nothing is sealed. */
  sealing: { keys: string[] } | { command: string } | null;
  /** `api` answers requests and leaves jobs to processes that are `worker` or `both`; a `worker` answers none. */
  role: 'api' | 'worker' | 'both';
  /** Processes of this service on its one port; more than one only on PostgreSQL. */
  workers: number;
  /** Where words and vectors of collections lie: blobs that are searched in memory, or the database itself. */
  collectionIndex: 'segments' | 'postgresql';
}

export function readStorageConfig(source: ConfigSource): StorageConfig {
  const isShared = text(source, 'DATABASE_URL') !== undefined;
  const workers = readWorkers(source, isShared);
  const role = oneOf(source, 'ROLE', ['api', 'worker', 'both'], 'both');
  if (role !== 'both' && !isShared) {
    source.problem(
      'ROLE',
      `${role} needs DATABASE_URL: on SQLite one process has the data directory, so that no other could take the jobs that ` +
        'this one leaves, or answer calls. Leave ROLE out',
    );
  }
  const collectionIndex = oneOf(source, 'COLLECTION_INDEX', ['segments', 'postgresql'], 'segments');
  if (collectionIndex === 'postgresql' && !isShared)
    source.problem('COLLECTION_INDEX', 'postgresql needs DATABASE_URL. Leave it out to search in segments');
  return { s3: s3Settings(source), sealing: sealing(source), role, workers, collectionIndex };
}

const mostWorkers = 64;

/** Linux shares the connections of one port out among processes; see `http/doors.ts`. */
function readWorkers(source: ConfigSource, isShared: boolean): number {
  const given = text(source, 'WORKERS') ?? '1';
  const workers = given === 'auto' ? availableParallelism() : Number(given);
  if (!Number.isInteger(workers) || workers < 1 || workers > mostWorkers) {
    source.problem('WORKERS', `must be auto or a number from 1 to ${mostWorkers}`);
    return 1;
  }
  if (given !== '1' && !isShared) {
    source.problem(
      'WORKERS',
      'needs DATABASE_URL: on SQLite one process has the data directory, with threads and processes of its own for heavy work. Leave WORKERS out',
    );
  } else if (workers > 1 && process.platform !== 'linux') {
    source.problem(
      'WORKERS',
      'needs Linux, which shares the connections of one port out among processes; start several behind a balancer',
    );
  }
  return workers;
}

const shortestKey = 16;

function sealing(source: ConfigSource): StorageConfig['sealing'] {
  const [keys, command] = [list(source, 'SEALING_KEY'), text(source, 'SEALING_KEY_COMMAND')];
  if (keys.length > 0 && command !== undefined) {
    source.problem('SEALING_KEY', 'is set beside SEALING_KEY_COMMAND; set one of them');
  }
  if (keys.some((key) => key.length < shortestKey)) {
    source.problem('SEALING_KEY', `each key must have at least ${shortestKey} characters`);
  }
  if (command !== undefined) return { command };
  return keys.length > 0 ? { keys } : null;
}

function s3Settings(source: ConfigSource): S3Settings | undefined {
  const address = text(source, 'BLOB_URL');
  if (address === undefined) return undefined;
  try {
    return readS3Url(address);
  } catch (error) {
    source.problem('BLOB_URL', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
