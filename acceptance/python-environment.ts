import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const timeoutMs = 300_000;
/** To put pip into an environment takes as long as most of what it installs, so that all share one. */
const pipFolder = resolve('node_modules/.cache/pip');

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: timeoutMs });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? ''}${stderr}`);
}

/** Runs pip for the Python of an environment. */
export function runPip(python: string, [command, ...args]: [command: string, ...args: string[]]): void {
  const own = join(pipFolder, 'bin/python');
  if (!existsSync(own)) run('python3', ['-m', 'venv', pipFolder]);
  const quietly = ['--quiet', '--disable-pip-version-check'];
  run(own, ['-m', 'pip', '--python', python, command, ...quietly, ...args]);
}

/** An environment of Python in a folder, made where it is not there yet, with what `pip install` is given. Returns its Python. */
export function prepareEnvironment(folder: string, installed: readonly string[]): string {
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) run('python3', ['-m', 'venv', '--without-pip', folder]);
  if (installed.length > 0) runPip(python, ['install', '--no-compile', ...installed]);
  return python;
}
