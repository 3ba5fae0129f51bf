import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundleService } from './bundle-service.ts';

/**
 * Writes the service as plain JavaScript to `dist/`: start it with `node dist/main.js`. It starts faster and takes less memory
 * than from TypeScript, because nothing has to be stripped at run time and what a start needs lies in one file
 * (`bundle-service.ts`). Every package keeps its place under `dist`, so paths between files hold; other packages are
 * taken from `node_modules` as before.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
// The dashboard is for browsers, and builds itself.
const folders = ['packages', 'engines']
  .flatMap((top) => readdirSync(join(root, top)).map((name) => join(top, name)))
  .filter((folder) => existsSync(join(root, folder, 'src')) && folder !== 'packages/dashboard');
const entries = new Map(folders.flatMap((folder) => entriesOf(folder)));
process.removeAllListeners('warning');

rmSync(dist, { recursive: true, force: true });
let count = 0;
for (const folder of folders) count += buildPackage(folder);
// What `/docs` is made of.
for (const folder of ['docs/guides', 'docs/images'])
  cpSync(join(root, folder), join(dist, folder), { recursive: true });
buildDashboard();
writeFileSync(join(dist, 'main.js'), "import './packages/server/src/main.js';\n");
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`);
await bundleService(dist);
spawnSync(process.execPath, [join(root, 'tools/write-sbom.ts')], { stdio: 'inherit' });
console.log(`dist/main.js: ${count} modules of ${folders.length} packages`);

/** What can be imported from a package, and the file in `dist/` that it is. */
function entriesOf(folder: string): [specifier: string, file: string][] {
  const manifest: { name: string; exports?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  return Object.entries(manifest.exports ?? {}).map(([path, file]) => [
    join(manifest.name, path),
    join(dist, folder, file.replace(/\.ts$/, '.js')),
  ]);
}

/** The pages for browsers, each file that is worth it compressed besides: who starts the service does not have to. */
function buildDashboard(): void {
  const folder = join(root, 'packages/dashboard');
  // By its path: the image is built by `node`, without npm's PATH.
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`vite build failed:\n${stdout}${stderr}`);
  const to = join(dist, 'packages/dashboard/dist');
  cpSync(join(folder, 'dist'), to, { recursive: true, filter: (path) => !/\.(br|gz|map)$/.test(path) });
  for (const file of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|m?js|css|svg|json|wasm)$/.test(file)) continue;
    const bytes = readFileSync(join(to, file));
    writeFileSync(join(to, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(to, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

function buildPackage(folder: string): number {
  const source = join(root, folder, 'src');
  let modules = 0;
  for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const from = join(file.parentPath, file.name);
    if (!file.isFile() || file.name.endsWith('.test.ts') || /\/(fixtures|__snapshots__)\//.test(from)) continue;
    const to = join(dist, folder, 'src', relative(source, from));
    mkdirSync(dirname(to), { recursive: true });
    if (file.name.endsWith('.ts') && !file.name.endsWith('.d.ts')) {
      writeFileSync(to.replace(/\.ts$/, '.js'), compile(readFileSync(from, 'utf8'), to));
      modules++;
    } else cpSync(from, to);
  }
  // What a package needs in another version than the rest of the workspace lies beside it, not at the root.
  const nested = join(root, folder, 'node_modules');
  for (const name of existsSync(nested) ? readdirSync(nested) : []) {
    if (!name.startsWith('.')) {
      cpSync(join(nested, name), join(dist, folder, 'node_modules', name), { recursive: true, dereference: true });
    }
  }
  return modules;
}

function compile(text: string, file: string): string {
  return stripTypeScriptTypes(text)
    .replaceAll(/'(\.{1,2}\/[^'\n]*)\.ts'/g, "'$1.js'")
    .replaceAll(/'(@parley\/[^'\n]*)'/g, (quoted, specifier: string) => {
      const entry = entries.get(specifier);
      if (entry === undefined) throw new Error(`${file}: ${quoted} is not among the exports of its package`);
      const path = relative(dirname(file), entry);
      return `'${path.startsWith('.') ? path : `./${path}`}'`;
    });
}
