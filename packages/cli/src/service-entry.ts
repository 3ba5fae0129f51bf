import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** How the service is started: by which program, with which arguments. */
export interface ServiceEntry {
  command: string;
  args: string[];
}

/** Node versions from this on have what the service needs. */
const neededNode = 24;

/**
 * The service lies beside this package, as TypeScript in the workspace and as JavaScript where it is installed. A Node that is
 * too old for it is replaced by the one that comes along as a package.
 */
export function serviceEntry(): ServiceEntry {
  const own = fileURLToPath(import.meta.url);
  const extension = own.endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`../../server/src/main.${extension}`, import.meta.url));
  if (!existsSync(entry)) throw new Error(`The service is not installed beside the command line (${entry})`);
  const args = ['--max-semi-space-size=8', '--heap-growing-percent=70', '--disable-warning=ExperimentalWarning', entry];
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= neededNode) return { command: process.execPath, args };
  return { command: bundledNode(), args };
}

function bundledNode(): string {
  try {
    const node = createRequire(import.meta.url).resolve('node/bin/node');
    if (existsSync(node)) return node;
  } catch {
    // Told below.
  }
  throw new Error(
    `The service needs Node ${neededNode}, and this is ${process.version}. Install it from https://nodejs.org, or let npm bring ` +
      'it: npm install node@24',
  );
}
