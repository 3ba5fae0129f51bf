import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the build reads beside `src`. */
const inputs = ['index.html', 'package.json', 'vite.config.ts', 'public'];
const timeoutMs = 180_000;

/**
 * Builds the dashboard of a checkout in a process of its own when its sources are newer than what was built. Null where there is
 * nothing to build: in a package, which comes with it built, or when it is fresh.
 */
export async function buildDashboard(folder: string): Promise<{ ok: boolean; said: string } | null> {
  if (!existsSync(join(folder, 'vite.config.ts'))) return null;
  const vite = findVite(folder);
  if (vite === null || !(await isStale(folder))) return null;
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

/** Not there where only what runs was installed. */
function findVite(folder: string): string | null {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
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
