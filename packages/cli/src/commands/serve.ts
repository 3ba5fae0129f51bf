import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceEntry } from '@parley/server/entry';
import { type Call, type Command, UsageError } from '../command.ts';
import { credentialsFile, readCredentials, type Saved, writeCredentials } from '../settings.ts';

/** As the service has it. */
const usualGraceMs = 30_000;
const lookMs = 100;

export const serve: Command = {
  name: 'serve',
  summary: 'Start the service, from nothing if need be',
  usage: ['[options]'],
  options: {
    port: { value: 'N', short: 'p', help: 'Default 8484 (PORT)' },
    host: { value: 'ADDRESS', help: 'Default 127.0.0.1 (HOST)' },
    'data-dir': { value: 'PATH', help: 'Database, files, secrets; default ./data (DATA_DIR)' },
    model: { value: 'NAME', short: 'm', help: 'What serves small-1 and small-2, such as ollama/qwen3 (PARLEY_MODEL)' },
    'no-save': { help: 'Do not keep the keys for other commands of this user' },
  },
  notes: [
    'Every setting of the service is a variable of the environment: docs/guides/operating.md.',
    'Keys that are not given are made once and kept where only you can read them; other commands find them there.',
  ],
  async run(call) {
    if (call.arguments.length > 0) throw new UsageError('serve takes options only');
    const { command, args } = serviceEntry((text) => call.out.note(text));
    const keys = keysOf(call);
    const env = environmentOf(call, keys);
    const folder = mkdtempSync(join(tmpdir(), 'parley-serve-'));
    const addressFile = join(folder, 'address');
    const child = spawn(command, [...args, '--address-file', addressFile], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
    let end: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      // A service that stands still hears no signal.
      end ??= setTimeout(() => child.kill('SIGKILL'), longestStopMs(env));
    };
    call.io.signal.addEventListener('abort', stop, { once: true });
    process.on('SIGTERM', stop);
    // Only a service that listens is kept: a start that fails leaves other commands with the one that they know.
    const look = setInterval(() => {
      const address = readAddress(addressFile);
      if (address === null) return;
      clearInterval(look);
      if (keys) keep(call, { base_url: address, ...keys });
    }, lookMs);
    try {
      return await new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1)));
      });
    } finally {
      clearTimeout(end);
      clearInterval(look);
      rmSync(folder, { recursive: true, force: true });
      process.off('SIGTERM', stop);
    }
  },
};

/** The grace of the service, and what it may take beyond before it ends itself. */
function longestStopMs({ SHUTDOWN_GRACE_MS: given = '' }: Record<string, string>): number {
  return (/^\d{1,6}$/.test(given) ? Number(given) : usualGraceMs) + 6000;
}

interface Keys {
  api_key: string;
  admin_key: string;
}

/** Keys that last: those that are given, else those of the start before, else new ones. None where none are to be kept. */
function keysOf({ values, io: { env } }: Call): Keys | null {
  if (values.has('no-save')) return null;
  const saved = readCredentials(env);
  return {
    api_key: env.PARLEY_API_KEY ?? saved.api_key ?? newKey(),
    admin_key: env.PARLEY_ADMIN_KEY ?? saved.admin_key ?? newKey(),
  };
}

/** The environment of the service: its own variables, the options, and the keys. */
function environmentOf({ values, io: { env } }: Call, keys: Keys | null): Record<string, string> {
  const set: Record<string, string | undefined> = {
    ...env,
    // For clients, not for the service.
    PARLEY_BASE_URL: undefined,
    PORT: values.text('port') ?? env.PORT ?? '8484',
    HOST: values.text('host') ?? env.HOST ?? '127.0.0.1',
    DATA_DIR: values.text('data-dir') ?? env.DATA_DIR,
    PARLEY_MODEL: values.text('model') ?? env.PARLEY_MODEL,
    ...(keys && { PARLEY_API_KEY: keys.api_key, PARLEY_ADMIN_KEY: keys.admin_key }),
  };
  return Object.fromEntries(Object.entries(set).filter((one): one is [string, string] => one[1] !== undefined));
}

/** What the service has written once it listened, or null before. */
function readAddress(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    return text.endsWith('\n') ? text.trim() : null;
  } catch {
    return null;
  }
}

function keep({ io: { env }, out }: Call, saved: Required<Saved>): void {
  writeCredentials(env, saved);
  out.note(
    `Other commands find this service by themselves; for programs, parley keys show prints its address and keys.`,
  );
  out.note(`They are kept in ${credentialsFile(env)}`);
}

const newKey = (): string => `parley-${randomBytes(24).toString('base64url')}`;
