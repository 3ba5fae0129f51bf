import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What runs JavaScript outside of a browser, in the version that is tried, each from npm. */
const wanted = [
  { name: 'Node 20', npmPackage: 'node@20.20.2', file: 'node', before: [], mustBeHad: true },
  { name: 'Node 22', npmPackage: 'node@22.23.3', file: 'node', before: [], mustBeHad: true },
  { name: 'Node 24', npmPackage: 'node@24.21.0', file: 'node', before: [], mustBeHad: true },
  { name: 'Bun', npmPackage: 'bun@1.4.5', file: 'bun', before: ['run'], mustBeHad: false },
  { name: 'Deno', npmPackage: 'deno@2.9.6', file: 'deno', before: ['run', '--allow-all'], mustBeHad: false },
] as const;

const installMs = 180_000;

export interface Runtime {
  name: string;
  /** The program, and what stands before the file that it is to run. */
  command: [program: string, ...before: string[]];
}

export interface MissingRuntime {
  name: string;
  reason: string;
  /** Whether every machine with npm can have it. */
  mustBeHad: boolean;
}

/** Fetches them all, and keeps them under `node_modules/.cache`; tells which could not be had, and why. */
export async function fetchRuntimes(): Promise<{ runtimes: Runtime[]; missing: MissingRuntime[] }> {
  const had = await Promise.all(wanted.map(fetchRuntime));
  return {
    runtimes: had.filter((runtime) => 'command' in runtime),
    missing: had.filter((runtime) => 'reason' in runtime),
  };
}

async function fetchRuntime(one: (typeof wanted)[number]): Promise<Runtime | MissingRuntime> {
  const { name, npmPackage, mustBeHad } = one;
  // One of them is usually what this runs on.
  const own = process.versions.node;
  if (npmPackage === `node@${own}`) return { name: `Node ${own}`, command: [process.execPath] };
  const folder = resolve('node_modules/.cache/runtimes', npmPackage.replace('@', '-'));
  const program = join(folder, 'node_modules/.bin', one.file);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', npmPackage];
    const installed = await run('npm', args, folder);
    if (installed.status !== 0) return { name, reason: installed.said.slice(-300), mustBeHad };
  }
  const version = await run(program, ['--version'], folder);
  if (version.status !== 0) return { name, reason: version.said.slice(-300), mustBeHad };
  const number = /\d+\.\d+\.\d+/.exec(version.said)?.[0] ?? '';
  if (!npmPackage.endsWith(`@${number}`)) return { name, reason: `${program} is ${version.said}`, mustBeHad };
  return { name: `${name.split(' ')[0]} ${number}`, command: [program, ...one.before] };
}

function run(command: string, args: string[], cwd: string): Promise<{ status: number | null; said: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: installMs });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.once('error', (error) => done({ status: null, said: error.message }));
    child.once('close', (status) => done({ status, said }));
  });
}
