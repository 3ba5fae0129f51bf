import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const generatedBytes = 32;

/**
 * The secrets in use, newest first: the given ones, or one generated into the data directory at the first start
 * (for `:memory:`, one that is gone with the process).
 */
export function loadSecrets(given: string[] | undefined, dataDir: string): string[] {
  if (given) return given;
  if (dataDir === ':memory:') return [randomBytes(generatedBytes).toString('base64url')];
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return [readFileSync(file, 'utf8').trim()];
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(generatedBytes).toString('base64url');
  try {
    // `wx`: when two processes start at once, one writes and the other reads.
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return [secret];
  } catch {
    return [readFileSync(file, 'utf8').trim()];
  }
}

/** A 32-byte key for one purpose, so that no two uses share one (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, 32));
}
