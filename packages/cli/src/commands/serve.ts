import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type Call, type Command, UsageError } from '../command.ts';
import { serviceEntry } from '../service-entry.ts';
import { credentialsFile, readCredentials, writeCredentials } from '../settings.ts';

/** As the service has it. */
const usualGraceMs = 30_000;

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
    const env = environmentOf(call);
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    let end: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      // A service that stands still hears no signal.
      end ??= setTimeout(() => child.kill('SIGKILL'), longestStopMs(env));
    };
    call.io.signal.addEventListener('abort', stop, { once: true });
    process.on('SIGTERM', stop);
    try {
      return await new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1)));
      });
    } finally {
      clearTimeout(end);
      process.off('SIGTERM', stop);
    }
  },
};

/** The grace of the service, and what it may take beyond before it ends itself. */
function longestStopMs({ SHUTDOWN_GRACE_MS: given = '' }: Record<string, string>): number {
  return (/^\d{1,6}$/.test(given) ? Number(given) : usualGraceMs) + 6000;
}

/** The environment of the service: its own variables, the options, and keys that last. */
function environmentOf({ values, io: { env }, out }: Call): Record<string, string> {
  const port = values.text('port') ?? env.PORT ?? '8484';
  const host = values.text('host') ?? env.HOST ?? '127.0.0.1';
  const set: Record<string, string | undefined> = {
    ...env,
    // For clients, not for the service.
    PARLEY_BASE_URL: undefined,
    PORT: port,
    HOST: host,
    DATA_DIR: values.text('data-dir') ?? env.DATA_DIR,
    PARLEY_MODEL: values.text('model') ?? env.PARLEY_MODEL,
  };
  if (!values.has('no-save')) {
    const base_url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
    const saved = readCredentials(env);
    const api_key = env.PARLEY_API_KEY ?? saved.api_key ?? newKey();
    const admin_key = env.PARLEY_ADMIN_KEY ?? saved.admin_key ?? newKey();
    writeCredentials(env, { base_url, api_key, admin_key });
    out.note(`Keys for parley ask and the other commands are in ${credentialsFile(env)}`);
    Object.assign(set, { PARLEY_API_KEY: api_key, PARLEY_ADMIN_KEY: admin_key });
  }
  return Object.fromEntries(Object.entries(set).filter((one): one is [string, string] => one[1] !== undefined));
}

const newKey = (): string => `parley-${randomBytes(24).toString('base64url')}`;
