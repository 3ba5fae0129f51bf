import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const limitMs = 300_000;
const folder = join(import.meta.dirname, '../../examples');

/** The programs of `examples/` by their paths. */
export function listExamples(): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(ts|py|sh)$/.test(name))
    .map((name) => join(folder, name));
}

/** Whether it is for Python with packages of others, which `npm run test:python-clients` installs. */
export const needsPackages = (path: string): boolean => readFileSync(path, 'utf8').startsWith('# Needs: ');

/** Runs it from its folder, and tells what is wrong, or null: it must end with 0 and print what its `Prints:` lines say. */
export async function runExample(path: string, command: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const expected = [...readFileSync(path, 'utf8').matchAll(/^(?:\/\/|#) Prints: (.+)$/gm)].map(([, text = '']) => text);
  if (expected.length === 0) return 'says nowhere what it prints';
  if (!existsSync(command) && command.includes('/')) return `${command} is not there`;
  const { code, output } = await run(command, path, env);
  if (code !== 0) return `ended with ${code}:\n${output}`;
  const missing = expected.filter((text) => !output.includes(text));
  return missing.length === 0 ? null : `does not print ${missing.map((text) => `“${text}”`).join(', ')}:\n${output}`;
}

/** The service lives in this process's sight, so it must not stand still while a program runs. */
function run(command: string, path: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, [path], {
      cwd: dirname(path),
      env,
      timeout: limitMs,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: null, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
