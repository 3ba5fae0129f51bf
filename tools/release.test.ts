import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { setVersion, versionsIn } from './set-version.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

it('gives every file that states a version the same one', () => {
  expect(new Set(Object.values(versionsIn(root))).size).toBe(1);
  const folder = mkdtempSync(join(tmpdir(), 'parley-version-'));
  try {
    const old = versionsIn(root)['package.json'];
    const stated = execFileSync('git', ['grep', '-lF', String(old)], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
    for (const file of [...stated, 'CHANGELOG.md']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      execFileSync('git', args, { cwd: folder });
    const changed = setVersion(folder, '9.8.7', '2030-01-02');
    expect(new Set(Object.values(versionsIn(folder)))).toEqual(new Set(['9.8.7']));
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('## Unreleased\n\n## 9.8.7 – 2030-01-02\n');
    // The lockfile differs in the packages of this repository alone.
    const locks = [root, folder].map((at) => JSON.parse(readFileSync(join(at, 'package-lock.json'), 'utf8')).packages);
    const differing = Object.keys(locks[0]).filter(
      (path) => JSON.stringify(locks[0][path]) !== JSON.stringify(locks[1][path]),
    );
    expect(differing.every((path) => path === '' || /^(packages|engines)\/[^/]+$/.test(path))).toBe(true);
    expect(differing).toContain('packages/sdk');
    // Whatever else states the version of the product is a place that is forgotten at the next release.
    const forgotten = stated.filter(
      (file) => !changed.includes(file) && readFileSync(join(folder, file), 'utf8').includes(`'${old}'`),
    );
    expect(forgotten).toEqual([]);
    expect(() => setVersion(folder, 'next', '2030-01-02')).toThrow('next is no version');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('refuses a tag that is not the version of every package', () => {
  const check = (version: string) =>
    spawnSync(process.execPath, [join(root, 'tools/set-version.ts'), '--check', version], { encoding: 'utf8' });
  expect(check('9.8.7')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('packages/sdk/package.json has version'),
  });
  expect(check(String(versionsIn(root)['package.json'])).status).toBe(0);
});

it('releases by commands and files that there are', () => {
  const { jobs }: { jobs: Record<string, Job> } = parse(read('.github/workflows/release.yml'));
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.map(({ run = '' }) => run).join('\n');
  const called = [...commands.matchAll(/npm (?:run )?([a-z:-]+)/g)].map(([, name = '']) => name);
  expect(called.filter((name) => !(name in scripts) && !['ci', 'publish', 'view'].includes(name))).toEqual([]);
  const files = [...commands.matchAll(/\b(?:tools|clients)\/[\w./-]+/g)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(1);
  for (const file of [...files, ...steps.flatMap((step) => (step.with?.file ? [String(step.with.file)] : []))]) {
    expect(existsSync(join(root, file)), file).toBe(true);
  }
  // Provenance and trusted publishing need a token of identity; nothing is published that was not built and tested here.
  for (const name of ['npm', 'pypi', 'image']) {
    expect(jobs[name]?.permissions).toMatchObject({ 'id-token': 'write' });
    expect(jobs[name]?.needs).toBe('build');
  }
  expect(commands).toMatch(
    /for package in parley-sdk parley-server parley-cli create-parley-app;[\s\S]*npm publish [^\n]*--provenance/,
  );
});
