import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { buildSdk } from './build.ts';

/** What the whole client may weigh in a browser, compressed: it grows by some bytes with each error code and method. */
const limitBytes = 16 * 1024;

const dist = buildSdk();
const problems = [
  ...(await findLint()),
  ...checkTypes(),
  ...(await checkKinds()),
  ...findUnmapped(),
  ...(await checkSize()),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

async function findLint(): Promise<string[]> {
  const { messages } = await publint({ pkgDir: dist, strict: true });
  return messages.map(({ type, code, path }) => `publint: ${type} ${code} at ${path.join('.')}`);
}

/** That every way to import the package, as an ES module and as CommonJS, finds types of its own kind. */
function checkTypes(): string[] {
  const args = ['--pack', dist, '--profile', 'node16', '--no-emoji', '--no-color'];
  const { status, stdout, stderr } = spawnSync('attw', args, { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? [] : [`attw: ${stdout}${stderr}`];
}

/** That `require` gives what `import` does, at every entry. */
async function checkKinds(): Promise<string[]> {
  const manifest: { exports: Record<string, unknown> } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
  const require = createRequire(join(dist, 'cjs/package.json'));
  const found: string[] = [];
  for (const path of Object.keys(manifest.exports).filter((name) => name !== './package.json')) {
    const name = join('@parley/sdk', path);
    // A package may name itself, and finds what others would find.
    const required = Object.keys(require(name)).sort();
    const imported = Object.keys(await import(require.resolve(name).replace('/dist/cjs/', '/dist/esm/'))).sort();
    if (required.length === 0 || `${required}` !== `${imported}`) found.push(`${name}: require and import differ`);
  }
  return found;
}

/** Files without a map to a source that comes along. */
function findUnmapped(): string[] {
  const files = ['esm', 'cjs'].flatMap((kind) =>
    readdirSync(join(dist, kind), { recursive: true, encoding: 'utf8' }).map((file) => join(kind, file)),
  );
  const code = files.filter((file) => /\.(js|ts)$/.test(file));
  if (code.length < 50) return [`Only ${code.length} files are published`];
  return code.filter((file) => !isMapped(join(dist, file))).map((file) => `${file} has no map to its source`);
}

function isMapped(file: string): boolean {
  if (!existsSync(`${file}.map`)) return false;
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return sources.length > 0 && sources.every((source) => existsSync(join(dirname(file), source)));
}

/** Bundles everything that the package exports, as a browser would get it at worst. */
async function checkSize(): Promise<string[]> {
  const bundle = await rolldown({ input: join(dist, 'esm/index.js'), platform: 'browser', treeshake: false });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  if (output.length !== 1 || output[0].imports.length > 0) return ['The bundle for browsers imports something'];
  const client: Record<string, unknown> = await import(`data:text/javascript;base64,${btoa(code)}`);
  const nameless = Object.entries(client).filter(([name, value]) => name.endsWith('Error') && !isNamed(value, name));
  if (nameless.length > 0) return [`Minifying takes the names of ${nameless.map(([name]) => name)}`];
  const { length } = gzipSync(code, { level: 9 });
  console.log(`The client weighs ${length} bytes in a browser (gzip; ${limitBytes} are the limit)`);
  return length > limitBytes ? [`The bundle for browsers has ${length} bytes; ${limitBytes} are the limit`] : [];
}

/** Whether what is thrown says its class, as users and logs see it. */
function isNamed(value: unknown, name: string): boolean {
  const given = { status: 400, body: {}, headers: new Headers() };
  const attempts = [[given], ['code', 'message'], [[], 'value'], [{ filename: 'a', error: null }]];
  return typeof value === 'function' && attempts.some((values) => nameOf(value, values) === name);
}

function nameOf(value: CallableFunction, values: unknown[]): unknown {
  try {
    const thrown: unknown = Reflect.construct(value, values);
    return thrown instanceof Error ? thrown.name : null;
  } catch {
    return null;
  }
}
