/**
 * Builds in a folder that holds no more than `deploy/Dockerfile` copies there, without npm's PATH, as the image is built: a file that the
 * build needs and the image lacks is found here, where there is no Docker: `npm run test:image`.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
try {
  for (const path of copied()) cpSync(join(root, path), join(folder, path), { recursive: true, filter: isSent });
  linkModules();
  execFileSync(process.execPath, [join(folder, 'tools/build.ts')], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME },
    stdio: 'inherit',
  });
  if (!existsSync(join(folder, 'dist/main.js'))) throw new Error('there is no dist/main.js');
  console.log('the image builds from what it is given');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the first stage copies out of the repository. */
function copied(): string[] {
  const [, stage = ''] = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').split(/^FROM /m);
  return [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
}

/** Whether Docker is sent it, by `Dockerfile.dockerignore`: lines with `!` let something in, those with `**` leave names out everywhere. */
function isSent(path: string): boolean {
  const lines = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  const [top = ''] = relative(root, path).split('/');
  const leftOut = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice(3));
  const name = basename(path);
  return (
    lines.includes(`!${top}`) &&
    !leftOut.some((pattern) => (pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern))
  );
}

/** The modules that are installed here; the packages of the repository are those of the folder. */
function linkModules(): void {
  const workspaces = globSync('{packages,engines}/*/package.json', { cwd: folder }).map(dirname);
  mkdirSync(join(folder, 'node_modules/@parley'), { recursive: true });
  for (const workspace of workspaces) {
    const { name } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'));
    symlinkSync(join(folder, workspace), join(folder, 'node_modules', name));
  }
  for (const workspace of ['', ...workspaces]) {
    const from = join(root, workspace, 'node_modules');
    if (!existsSync(from)) continue;
    const to = join(folder, workspace, 'node_modules');
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (!existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name));
  }
}
