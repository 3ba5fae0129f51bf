import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSdk } from '../packages/sdk/tools/build.ts';
import { runtimePackages, stageRuntimes } from './pack-runtimes.ts';

/**
 * Packs what is released on npm, under `dist/npm`: the service with its weights, guides and dashboard (`npx @parley/server`), the command
 * line, which depends on it (`npx @parley/cli serve`), the client library, and the ONNX runtime for this platform (`--all-platforms`: for each). `npm run pack`: npm finds the Node that comes along,
 * whatever the machine has. Prints the paths of the files. With `--built` it takes `dist/` as `npm run build` left it. Where
 * `PACKAGE_REPOSITORY` is given, an address of git, the manifests name it: npm holds it against the provenance of what is published.
 */
const root = join(import.meta.dirname, '..');
/** The data of a language is in each of these packages twice, and the larger form is never read: they come along without it, 50 MB less. */
const ofTesseract = '@tesseract.js-data/';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  bundleDependencies?: string[];
}

interface Packed extends Manifest {
  description: string;
  bin: Record<string, string>;
  exports?: Record<string, string>;
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

if (!process.argv.includes('--built')) run('node', join(root, 'tools/build.ts'));
rmSync(join(root, 'dist/npm'), { recursive: true, force: true });
const runtimes = stageRuntimes(join(root, 'dist/npm'), process.argv.includes('--all-platforms'));
for (const folder of [stageServer(), stageCli(), buildSdk(), stageStarters(), ...runtimes]) {
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

/** All that is built but the command line. Depends on what its packages depend on, each in its one version. */
function stageServer(): string {
  const { name, version } = readManifest('packages/server');
  const folders = ['packages', 'engines']
    .flatMap((top) => readdirSync(join(root, 'dist', top)).map((name) => join(top, name)))
    .filter((folder) => folder !== 'packages/cli');
  const manifests = folders.map(readManifest);
  const { 'onnxruntime-node': _, ...optional } = merged(
    manifests.map(({ optionalDependencies }) => optionalDependencies),
  );
  const entry = 'dist/packages/server/src/start';
  const dependencies = merged(manifests.map((one) => one.dependencies));
  const staged = stage('server', [...folders, 'bundle', 'docs'], {
    bin: `import { launch } from '../${entry}/launch.js';\n\nlaunch(process.argv.slice(2));\n`,
    manifest: {
      name,
      version,
      description:
        'AI services behind one API on your own ground: the service, with its engines, guides and dashboard.',
      bin: { 'parley-server': 'bin/parley-server.js' },
      exports: { './entry': `./${entry}/service-entry.js`, './package.json': './package.json' },
      dependencies,
      optionalDependencies: { ...optional, ...runtimePackages() },
      bundleDependencies: Object.keys(dependencies).filter((name) => name.startsWith(ofTesseract)),
    },
  });
  const isRead = (path: string) => !/(?:\/4\.0\.0|\/index\.js)$/.test(path);
  cpSync(join(root, 'node_modules', ofTesseract), join(staged, 'node_modules', ofTesseract), {
    recursive: true,
    filter: isRead,
  });
  return staged;
}

/** The command line, and what it needs of the client library. */
function stageCli(): string {
  const { name, version } = readManifest('packages/cli');
  const server = readManifest('packages/server');
  const staged = stage('cli', ['packages/cli', 'packages/sdk'], {
    bin: "await import('../dist/packages/cli/src/main.js');\n",
    manifest: {
      name,
      version,
      description:
        'AI services behind one API on your own ground, on the command line: starts the service and uses it.',
      bin: { parley: 'bin/parley.js' },
      dependencies: { [server.name]: server.version },
    },
  });
  // Built together they find each other by their places; apart, by their names.
  const sources = join(staged, 'dist/packages/cli/src');
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue;
    const text = readFileSync(join(sources, file), 'utf8');
    const apart = text.replaceAll(/'(?:\.\.\/)+server\/src\/start\/service-entry\.js'/g, `'${server.name}/entry'`);
    writeFileSync(join(sources, file), apart);
  }
  return staged;
}

/** The starters, which need no building. */
function stageStarters(): string {
  const folder = join(root, 'packages/create-parley-app');
  const { name, version } = readManifest('packages/create-parley-app');
  const staged = stage(name, [], {
    bin: '',
    manifest: {
      name,
      version,
      description: 'Starts an app on Parley: ask your documents, invoices to JSON with review, research with progress.',
      bin: { [name]: `bin/${name}.js` },
    },
  });
  for (const part of ['bin', 'templates']) cpSync(join(folder, part), join(staged, part), { recursive: true });
  return staged;
}

/** Puts a package together under `dist/npm`: parts of `dist`, its one program, its manifest and what stands beside every package. */
function stage(name: string, parts: string[], { bin, manifest }: { bin: string; manifest: Packed }): string {
  const staged = join(root, 'dist/npm', name);
  mkdirSync(join(staged, 'bin'), { recursive: true });
  // What lies there in another version than at the root is installed from the manifest; what Node has compiled fits one Node alone.
  const filter = (path: string) => !/\/(?:node_modules|\.cache)$/.test(path);
  for (const part of parts) cpSync(join(root, 'dist', part), join(staged, 'dist', part), { recursive: true, filter });
  const [program = ''] = Object.values(manifest.bin);
  writeFileSync(join(staged, program), `#!/usr/bin/env node\n${bin}`, { mode: 0o755 });
  for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(root, file), join(staged, file));
  copyFileSync(join(root, 'packages', name, 'README.md'), join(staged, 'README.md'));
  const whole = { ...manifest, license: 'Apache-2.0', type: 'module', engines: { node: '>=20.16' } };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
  return staged;
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
