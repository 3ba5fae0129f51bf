import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const installed = join(root, 'node_modules/onnxruntime-node');
/** Those that the ONNX runtime has a build for. */
const platforms = ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64', 'win32/arm64'];

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

/** What the packed server depends on in place of `onnxruntime-node`: npm installs the one of the machine. */
export function runtimePackages(): Record<string, string> {
  const { version } = readManifest(installed);
  return Object.fromEntries(platforms.map((platform) => [nameOf(platform), version]));
}

/**
 * Stages the ONNX runtime as a package for each platform. Its own package brings the builds of all of them, 240 MB, and runs a script
 * when it is installed that fetches several hundred more for graphics cards; where that fails, npm leaves the package out without a word.
 * Of this platform alone unless `areAllWanted`: the others are fetched from npm.
 */
export function stageRuntimes(to: string, areAllWanted: boolean): string[] {
  const own = `${process.platform}/${process.arch}`;
  const folder = areAllWanted ? fetchWhole() : installed;
  const wanted = platforms.filter((platform) => areAllWanted || platform === own);
  const staged = wanted.map((platform) => stageRuntime(folder, platform, to));
  if (folder !== installed) rmSync(join(folder, '..'), { recursive: true });
  return staged;
}

function stageRuntime(folder: string, platform: string, to: string): string {
  const [os = '', cpu = ''] = platform.split('/');
  const binaries = join('bin/napi-v6', platform);
  if (!existsSync(join(folder, binaries))) throw new Error(`onnxruntime-node has no build for ${platform}`);
  const staged = join(to, `onnxruntime-${os}-${cpu}`);
  mkdirSync(staged, { recursive: true });
  for (const part of ['dist', binaries]) {
    const filter = (path: string) => !path.endsWith('.map');
    cpSync(join(folder, part), join(staged, part), { recursive: true, filter });
  }
  const { version, dependencies } = readManifest(folder);
  const manifest = {
    name: nameOf(platform),
    version,
    description: `The ONNX runtime (onnxruntime-node) for ${os} on ${cpu}, without a script at install.`,
    license: 'MIT',
    type: 'commonjs',
    main: './dist/index.js',
    os: [os],
    cpu: [cpu],
    dependencies: { 'onnxruntime-common': dependencies['onnxruntime-common'] },
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = `# ${manifest.name}\n\n${manifest.description} Parley's server depends on it. Made by Microsoft, under the MIT licence.\n`;
  writeFileSync(join(staged, 'README.md'), readme);
  return staged;
}

/** The package as npm has it: an install of this project keeps the build of its own platform alone. */
function fetchWhole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-onnxruntime-'));
  const { version } = readManifest(installed);
  const file = run('npm', ['pack', '--silent', `onnxruntime-node@${version}`], folder).trim();
  run('tar', ['xzf', file], folder);
  return join(folder, 'package');
}

const nameOf = (platform: string): string => `@parley/onnxruntime-${platform.replace('/', '-')}`;

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
