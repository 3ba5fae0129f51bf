import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');

/** Both kinds of module that are published, each in a folder whose manifest says which kind it is. */
const kinds = [
  { name: 'esm', type: 'module', options: [] },
  {
    name: 'cjs',
    type: 'commonjs',
    options: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
  },
] as const;

/**
 * Writes the package as it is published to `packages/sdk/dist`: JavaScript as ES modules and as CommonJS, each with its types,
 * maps to the sources, which come along, a manifest, and nothing that it would have to depend on. In the workspace the
 * TypeScript sources are used as they are.
 */
export function buildSdk(): string {
  rmSync(dist, { recursive: true, force: true });
  // Compiled from the copy that is published, so that the maps lead to it.
  cpSync(join(folder, 'src'), join(dist, 'src'), { recursive: true });
  for (const { name, type, options } of kinds) compile(name, type, options);
  sayKindOfProvider();
  const manifest: Record<string, unknown> & { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const { private: _, devDependencies: __, exports, ...rest } = manifest;
  const published = Object.entries(exports).map(([path, source]) => {
    const file = source.replace('./src/', '').replace(/\.ts$/, '');
    return [path, { import: entryOf('esm', file), require: entryOf('cjs', file) }];
  });
  const text = {
    ...rest,
    sideEffects: false,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    exports: { ...Object.fromEntries(published), './package.json': './package.json' },
    engines: { node: '>=20.16' },
  };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(text, null, 2)}\n`);
  copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
  copyFileSync(join(folder, '../../LICENSE'), join(dist, 'LICENSE'));
  return dist;
}

function compile(name: string, type: string, options: readonly string[]): void {
  const args = ['-p', join(folder, 'tsconfig.build.json'), '--outDir', join(dist, name), ...options];
  const { status, stdout } = spawnSync('tsc', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tsc failed:\n${stdout}`);
  writeFileSync(join(dist, name, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
}

/** Types of ES modules alone, taken from CommonJS, need the kind beside the name. */
function sayKindOfProvider(): void {
  const types = join(dist, 'cjs/ai');
  for (const file of readdirSync(types).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(types, file), 'utf8');
    const said = text.replaceAll(
      "from '@ai-sdk/provider';",
      "from '@ai-sdk/provider' with { 'resolution-mode': 'import' };",
    );
    writeFileSync(join(types, file), said);
  }
}

function entryOf(kind: string, file: string): object {
  return { types: `./${kind}/${file}.d.ts`, default: `./${kind}/${file}.js` };
}

if (import.meta.main) console.log(buildSdk());
