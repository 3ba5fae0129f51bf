import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How the service is started: by which program, with which arguments. */
interface ServiceEntry {
  command: string;
  args: string[];
}

/** Node versions from this on have what the service needs. */
const neededNode = 24;
/** The package that brings such a Node to a machine with an older one; the same as in the workspace. */
export const nodePackage = 'node@24.21.0';
const fetchMs = 300_000;

/**
 * The program of the service, TypeScript in the workspace and JavaScript where it is installed. Where Node is too
 * old for it, npm brings one that is kept for the next time; `onFetch` is told.
 */
export function serviceEntry(onFetch: (text: string) => void): ServiceEntry {
  const own = fileURLToPath(import.meta.url);
  const extension = own.endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`../main.${extension}`, import.meta.url));
  const args = [
    '--max-semi-space-size=16',
    '--heap-growing-percent=70',
    '--disable-warning=ExperimentalWarning',
    entry,
  ];
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= neededNode) return { command: process.execPath, args };
  onFetch(`The service needs Node ${neededNode} and this is ${process.version}; npm brings ${nodePackage}`);
  return { command: fetchNode(), args };
}

function fetchNode(): string {
  const args = ['exec', '--yes', `--package=${nodePackage}`, '--', 'node', '--print', 'process.execPath'];
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: fetchMs });
  const path = stdout?.trim().split('\n').at(-1) ?? '';
  if (status === 0 && existsSync(path)) return path;
  throw new Error(`npm could not bring ${nodePackage}. Install Node ${neededNode} from https://nodejs.org`);
}
