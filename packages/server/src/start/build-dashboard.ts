import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the build reads beside `src`. */
const inputs = ['index.html', 'package.json', 'vite.config.ts', 'public'];
const timeoutMs = 180_000;

export interface Built {
  ok: boolean;
  said: string;
}

/**
 * What builds the dashboard of a checkout, in a process of its own, where its sources are newer than what was built. Null where there
 * is nothing to build: in a package, which comes with it built, when it is fresh, or while what builds it is not installed.
 */
export async function findDashboardBuild(folder: string): Promise<(() => Promise<Built>) | null> {
  if (!isCheckout(folder)) return null;
  const vite = findVite(folder);
  if (vite === null || !(await isStale(folder))) return null;
  return () => build(folder, vite);
}

export const isCheckout = (folder: string): boolean => existsSync(join(folder, 'vite.config.ts'));

function build(folder: string, vite: string): Promise<Built> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vite, 'build'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let said = '';
    const take = (text: Buffer) => {
      said = (said + text).slice(-4000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ ok: false, said: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, said }));
    // A service that stops waits for no build.
    child.unref();
    process.once('exit', () => child.kill());
  });
}

/** Not there where only what runs was installed, nor before npm has written what it installed: the rest may still be on its way. */
function findVite(folder: string): string | null {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
    const written = join(dirname(manifest), '../.package-lock.json');
    if (existsSync(written) && !readFileSync(written, 'utf8').includes('"node_modules/vite"')) return null;
    return join(dirname(manifest), 'bin/vite.js');
  } catch {
    return null;
  }
}

async function isStale(folder: string): Promise<boolean> {
  const built = await timeOf(join(folder, 'dist/index.html'));
  if (built === 0) return true;
  const sources = [join(folder, 'src'), ...inputs.map((name) => join(folder, name))];
  for (const source of sources) if ((await newest(source)) > built) return true;
  return false;
}

async function newest(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const times = await Promise.all(entries.map((entry) => timeOf(join(entry.parentPath, entry.name))));
  return Math.max(await timeOf(path), ...times);
}

const timeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
