import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Parley } from '@parley/sdk';
import type { Values } from './command.ts';
import type { Io } from './io.ts';

/** Where the service is, and the keys to it. */
export interface Saved {
  base_url?: string;
  api_key?: string;
  admin_key?: string;
}

/** Where `parley serve` keeps the keys of the service that it starts, so that other commands find them. */
export function credentialsFile(env: Io['env']): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'parley', 'credentials.json');
}

export function readCredentials(env: Io['env']): Saved {
  try {
    const parsed: unknown = JSON.parse(readFileSync(credentialsFile(env), 'utf8'));
    const field = (name: string): string | undefined => {
      const value: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const [base_url, api_key, admin_key] = [field('base_url'), field('api_key'), field('admin_key')];
    return { ...(base_url && { base_url }), ...(api_key && { api_key }), ...(admin_key && { admin_key }) };
  } catch {
    return {};
  }
}

/** Only the user may read it. */
export function writeCredentials(env: Io['env'], saved: Saved): void {
  const file = credentialsFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 });
}

/** What the options say, else the environment, else what `parley serve` has kept. */
export function findService(values: Values, env: Io['env']): Required<Saved> {
  const saved = readCredentials(env);
  const base_url = values.text('base-url') ?? env.PARLEY_BASE_URL ?? saved.base_url ?? 'http://127.0.0.1:8484';
  // Keys that were kept belong to the service that they were kept for.
  const kept = base_url === saved.base_url ? saved : {};
  return {
    base_url,
    api_key: values.text('api-key') ?? env.PARLEY_API_KEY ?? kept.api_key ?? '',
    admin_key: values.text('admin-key') ?? env.PARLEY_ADMIN_KEY ?? kept.admin_key ?? '',
  };
}

export function makeClient(values: Values, env: Io['env']): Parley {
  const { base_url, api_key, admin_key } = findService(values, env);
  return new Parley({ baseUrl: base_url, apiKey: api_key || undefined, adminKey: admin_key || undefined });
}
