import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataDirectory } from './private-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-directory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a data directory', () => {
  it('is made, for its owner alone, and left empty', () => {
    const directory = join(folder, 'some/where');
    openDataDirectory(directory);
    expect([statSync(directory).mode & 0o777, readdirSync(directory)]).toEqual([0o700, []]);
  });

  it('that is none is refused in a sentence', () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    chmodSync(file, 0o640);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [file, pipe, join(file, 'below')]) {
      expect(() => openDataDirectory(path)).toThrow(/^DATA_DIR: .* is not a directory.*Name a directory/);
    }
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(() => openDataDirectory(join(folder, 'x'.repeat(300)))).toThrow('has too long a name');
  });

  // Node's own way of making several levels never ends there.
  it.runIf(existsSync('/proc/self'))('that cannot be made is refused, and does not hang', () => {
    expect(() => openDataDirectory('/proc/parley/data')).toThrow(/^DATA_DIR: .* cannot be made there/);
    expect(() => openDataDirectory('/proc/self/ns')).toThrow(/^DATA_DIR: /);
  });
});
