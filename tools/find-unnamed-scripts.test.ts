import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findUnnamedScripts } from './find-unnamed-scripts.ts';

const lockfile = (paths: string[]) => ({
  packages: {
    '': { hasInstallScript: true },
    'node_modules/harmless': { version: '1.0.0' },
    ...Object.fromEntries(paths.map((path) => [path, { version: '2.0.0', hasInstallScript: true }])),
  },
});

it('names a package with an install script that nobody has looked at, however deep it lies', () => {
  expect(findUnnamedScripts(lockfile(['node_modules/a/node_modules/@scope/reporter']), {})).toEqual([
    'node_modules/a/node_modules/@scope/reporter 2.0.0 has an install script and is not named in allowScripts',
  ]);
});

it('accepts those that are named, allowed or forbidden, and no name that is there for nothing', () => {
  const paths = ['node_modules/node', 'node_modules/b/node_modules/onnx'];
  expect(findUnnamedScripts(lockfile(paths), { allowScripts: { node: true, onnx: false } })).toEqual([]);
  expect(findUnnamedScripts(lockfile([]), { allowScripts: { gone: true } })).toHaveLength(1);
});

it('holds for this tree', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
  expect(findUnnamedScripts(read('package-lock.json'), read('package.json'))).toEqual([]);
});
