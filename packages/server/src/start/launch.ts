import { spawn } from 'node:child_process';
import { version } from '../lib/version.ts';
import { serviceEntry } from './service-entry.ts';

/** What `npx @parley/server` does: starts the service under any Node that the README names, and ends as it ends. */
export function launch(args: readonly string[]): void {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return;
  }
  if (args.includes('--version')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const entry = serviceEntry((text) => process.stderr.write(`${text}\n`));
  const child = spawn(entry.command, [...entry.args, ...args], { stdio: 'inherit' });
  // Ctrl-C reaches both; the service ends in its own way.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));
}

const help = `Starts the service. It is set up by variables of the environment:

  PORT=8484  HOST=127.0.0.1      where it listens
  DATA_DIR=./data                database, files, secrets
  PARLEY_MODEL=ollama/qwen3      what answers; without it the embedded engine
  PARLEY_API_KEY, PARLEY_ADMIN_KEY   keys of yours; without them the first start makes and prints some

All settings: /docs/settings of the running service.

  parley-server                            start
  parley-server --check-configuration      read the settings and end
  parley-server backup|restore|verify|move|export ...
  parley-server --version
`;
