import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDashboardBuild, isCheckout } from './build-dashboard.ts';

let root = '';
let folder = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-build-dashboard-'));
  folder = join(root, 'packages/dashboard');
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const name of ['package.json', 'vite.config.ts']) writeFileSync(join(folder, name), '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

/** As npm does: the files first, and what it installed at the end. */
function installVite(program: string): void {
  mkdirSync(join(root, 'node_modules/vite/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/vite/package.json'), '{"name": "vite"}');
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), program);
}

const writeInstalled = (...names: string[]) =>
  writeFileSync(
    join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}])) }),
  );

it('has nothing to build in a package, nor in a checkout without what builds it', async () => {
  expect([isCheckout(folder), await findDashboardBuild(folder)]).toEqual([true, null]);
  rmSync(join(folder, 'vite.config.ts'));
  installVite('');
  expect([isCheckout(folder), await findDashboardBuild(folder)]).toEqual([false, null]);
});

it('waits until npm is through, builds then, and not again what is fresh', async () => {
  installVite(
    "const { mkdirSync, writeFileSync } = require('node:fs'); mkdirSync('dist'); writeFileSync('dist/index.html', 'built');",
  );
  writeInstalled('fastify');
  expect(await findDashboardBuild(folder)).toBeNull();
  writeInstalled('fastify', 'vite');
  const build = await findDashboardBuild(folder);
  expect(await build?.()).toEqual({ ok: true, said: '' });
  expect(readFileSync(join(folder, 'dist/index.html'), 'utf8')).toBe('built');
  expect(await findDashboardBuild(folder)).toBeNull();
});

it('gives what a build that failed has said', async () => {
  installVite("console.error('no such import'); process.exitCode = 1;");
  const build = await findDashboardBuild(folder);
  expect(await build?.()).toEqual({ ok: false, said: 'no such import\n' });
});
