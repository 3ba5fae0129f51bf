import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WorkerPermissions {
  /** Files and folders that the process may read besides the product's own code. */
  read?: readonly string[] | undefined;
  /** Folders that it may write, and read. */
  write?: readonly string[] | undefined;
  /** Whether it may start programs: then no file is kept from those. Default false. */
  startsPrograms?: boolean | undefined;
}

/**
 * Options of Node that leave a worker process only the product's code, what `permissions` names, and no network. Native
 * add-ons (pixels, PDF, OCR) run outside Node's permission model.
 */
export function permissionOptions(entry: URL, permissions: WorkerPermissions): string[] {
  const write = permissions.write ?? [];
  const read = [...codeFolders(dirname(fileURLToPath(entry))), ...(permissions.read ?? []), ...write];
  return [
    '--permission',
    '--allow-addons',
    '--allow-wasi',
    ...(permissions.startsPrograms ? ['--allow-child-process'] : []),
    ...read.map((path) => `--allow-fs-read=${path}`),
    ...write.map((path) => `--allow-fs-write=${path}`),
    `--import=${new URL(import.meta.url.endsWith('.ts') ? './confine-worker.ts' : './confine-worker.js', import.meta.url)}`,
  ];
}

/** Where code is: the product's packages and their dependencies, but nothing else of the folder they lie in. */
function codeFolders(start: string): string[] {
  const folders: string[] = [];
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    for (const name of ['node_modules', 'packages', 'engines', 'dist', 'package.json']) {
      const path = join(folder, name);
      if (existsSync(path)) folders.push(path);
    }
  }
  return folders;
}
