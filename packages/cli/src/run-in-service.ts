import { spawn } from 'node:child_process';
import { serviceEntry } from '@parley/server/entry';
import { type Call, UsageError } from './command.ts';

/** Has the service's own program do it, which knows its settings. */
export async function runInService(name: string, { arguments: given, values, io, out }: Call): Promise<number> {
  if (given.length > 1) throw new UsageError(`${name} takes one place`);
  const { command, args } = serviceEntry((text) => out.note(text));
  const options = ['snapshot', 'keep', 'workspace', 'user'].flatMap((option) => {
    const value = values.text(option);
    return value === undefined ? [] : [`--${option}`, value];
  });
  const switches = ['list', 'installation', 'final', 'json']
    .filter((option) => values.has(option))
    .map((option) => `--${option}`);
  // For clients, not for the service.
  const { PARLEY_BASE_URL: _, ...env } = io.env;
  const directory = values.text('data-dir');
  const child = spawn(command, [...args, name, ...options, ...switches, '--', ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...(directory !== undefined && { DATA_DIR: directory }) },
  });
  child.stdout.on('data', (text: Buffer) => io.stdout.write(text));
  child.stderr.on('data', (text: Buffer) => io.stderr.write(text));
  const stop = () => child.kill('SIGTERM');
  io.signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    io.signal.removeEventListener('abort', stop);
  }
}
