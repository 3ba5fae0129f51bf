import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');

/**
 * Writes the package as it is published to `packages/sdk/dist`: JavaScript, types, a manifest, and nothing that it would have to
 * depend on. In the workspace the TypeScript sources are used as they are.
 */
export function buildSdk(): string {
  rmSync(dist, { recursive: true, force: true });
  const { status, stdout } = spawnSync('tsc', ['-p', join(folder, 'tsconfig.build.json')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tsc failed:\n${stdout}`);
  const manifest: Record<string, unknown> & { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const { private: _, devDependencies: __, exports, ...rest } = manifest;
  const published = Object.entries(exports).map(([path, source]) => {
    const file = source.replace('./src/', './').replace(/\.ts$/, '');
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  const text = { ...rest, sideEffects: false, exports: Object.fromEntries(published), engines: { node: '>=20.16' } };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(text, null, 2)}\n`);
  copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
  copyFileSync(join(folder, '../../LICENSE'), join(dist, 'LICENSE'));
  return dist;
}

if (import.meta.main) console.log(buildSdk());
