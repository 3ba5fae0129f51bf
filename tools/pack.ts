import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSdk } from '../packages/sdk/tools/build.ts';

/**
 * Packs the command line together with the service as one package that starts from nothing: `npm install <tarball>`, then
 * `npx parley serve`; and the client library as another. `npm run pack`: npm finds the Node that comes along, whatever the machine has.
 * Prints the paths of both tarballs, under `dist/npm`. With `--built` it takes `dist/` as `npm run build` left it. Where
 * `PACKAGE_REPOSITORY` is given, an address of git, the manifests name it: npm holds it against the provenance of what is published.
 */
const root = join(import.meta.dirname, '..');
const staged = join(root, 'dist/npm/cli');

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

if (!process.argv.includes('--built')) run('node', join(root, 'tools/build.ts'));
rmSync(staged, { recursive: true, force: true });
mkdirSync(join(staged, 'bin'), { recursive: true });
const folders = ['packages', 'engines'].flatMap((top) =>
  readdirSync(join(root, 'dist', top)).map((name) => join(top, name)),
);
for (const folder of folders) {
  // What lies there in another version than at the root is installed from the manifest.
  const filter = (path: string) => !path.endsWith('node_modules');
  cpSync(join(root, 'dist', folder), join(staged, 'dist', folder), { recursive: true, filter });
}
for (const name of ['bundle', 'docs'])
  cpSync(join(root, 'dist', name), join(staged, 'dist', name), { recursive: true });
const start = "#!/usr/bin/env node\nawait import('../dist/packages/cli/src/main.js');\n";
writeFileSync(join(staged, 'bin/parley.js'), start, { mode: 0o755 });
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(staged, name));
copyFileSync(join(root, 'packages/cli/README.md'), join(staged, 'README.md'));
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
for (const folder of [staged, buildSdk()]) {
  nameRepository(join(folder, 'package.json'));
  const name = run('npm', 'pack', '--silent', '--pack-destination', join(root, 'dist/npm'), folder).trim();
  console.log(join('dist/npm', name));
}

function nameRepository(file: string): void {
  const url = process.env.PACKAGE_REPOSITORY;
  if (!url) return;
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), repository: { type: 'git', url } };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Depends on what the packages depend on, each in its one version. */
function manifest(): object {
  const manifests = folders.map(readManifest);
  const cli = readManifest('packages/cli');
  return {
    name: cli.name,
    version: cli.version,
    description: 'AI services behind one API on your own ground: starts the service and uses it.',
    license: 'Apache-2.0',
    type: 'module',
    bin: { parley: 'bin/parley.js' },
    engines: { node: '>=20.16' },
    dependencies: merged(manifests.map(({ dependencies }) => dependencies)),
    optionalDependencies: merged(manifests.map(({ optionalDependencies }) => optionalDependencies)),
  };
}

function merged(lists: Array<Record<string, string> | undefined>): Record<string, string> {
  const versions = new Map<string, string>();
  for (const [dependency, version] of lists.flatMap((list) => Object.entries(list ?? {}))) {
    if (dependency.startsWith('@parley/')) continue;
    const known = versions.get(dependency) ?? version;
    if (known !== version) throw new Error(`${dependency} is needed as ${known} and as ${version}`);
    versions.set(dependency, version);
  }
  return Object.fromEntries([...versions].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
