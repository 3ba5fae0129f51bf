import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepTemporary, temporaryFile, temporaryFolder } from './temporary.ts';

/** As another process named it. */
const of = (path: string, pid: number, space?: number): string =>
  join(
    tmpdir(),
    basename(path).replace(/-\d+-(\d+)-/, (_all, own) => `-${pid}-${space ?? own}-`),
  );

it('takes away what killed processes left, and leaves what is in use', () => {
  const own = temporaryFolder('test');
  const file = temporaryFile('test');
  writeFileSync(file, 'x');
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const left = of(own, gone);
  mkdirSync(left);
  writeFileSync(join(left, 'page'), 'x');
  const leftFile = of(file, gone);
  writeFileSync(leftFile, 'x');
  const inUse = of(own, process.ppid);
  mkdirSync(inUse);
  const [foreign, old] = [of(own, gone, 1), of(own, gone, 2)];
  for (const path of [foreign, old]) mkdirSync(path);
  utimesSync(old, 0, 0);
  sweepTemporary();
  expect([own, file, left, leftFile, inUse, foreign, old].map(existsSync)).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
  for (const path of [own, file, inUse, foreign]) rmSync(path, { recursive: true });
  expect(readdirSync(tmpdir())).not.toContain(basename(own));
});
