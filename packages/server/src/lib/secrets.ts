import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const generatedBytes = 32;
/** That of a secret that was set. */
const shortest = 16;

export interface LoadedSecrets {
  /** Newest first. */
  secrets: string[];
  /** The file that was made just now, where there was none. */
  madeFile: string | null;
}

/**
 * The secrets in use: the given ones, or one generated into the data directory at the first start (for `:memory:`, one that is gone
 * with the process).
 */
export function loadSecrets(given: string[] | undefined, dataDir: string): LoadedSecrets {
  if (given) return { secrets: given, madeFile: null };
  if (dataDir === ':memory:') return { secrets: [generate()], madeFile: null };
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return { secrets: read(file), madeFile: null };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = generate();
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 });
  try {
    // When two processes start at once, one makes the file, whole, and the other reads it.
    linkSync(draft, file);
    return { secrets: [secret], madeFile: file };
  } catch {
    return { secrets: read(file), madeFile: null };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A 32-byte key for one purpose, so that no two uses share one (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, 32));
}

const generate = (): string => randomBytes(generatedBytes).toString('base64url');

/** A line each: a restore puts back all that were set. */
function read(file: string): string[] {
  const secrets = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  if (secrets.every((secret) => secret.length >= shortest)) return secrets;
  throw new Error(`${file} holds no whole secret. Put it back from a backup, or set PARLEY_SECRET to what it was.`);
}
