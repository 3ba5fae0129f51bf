import { readS3Url, type S3Settings } from '../lib/s3-url.ts';
import { type ConfigSource, oneOf, text } from './config-source.ts';

export interface StorageConfig {
  /** Undefined: files lie in the data directory. */
  s3: S3Settings | undefined;
  /** `api` answers requests and leaves jobs to processes that are `worker` or `both`. */
  role: 'api' | 'worker' | 'both';
}

export function readStorageConfig(source: ConfigSource): StorageConfig {
  return { s3: s3Settings(source), role: oneOf(source, 'ROLE', ['api', 'worker', 'both'], 'both') };
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
