import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportData } from '../compose.ts';
import type { Config } from '../config.ts';

/** `export` with what follows it. Gives what is to be printed. */
export async function runExportCommand(config: Config, [, ...rest]: readonly string[]): Promise<string> {
  // What is written is for its owner alone.
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { workspace: { type: 'string' }, user: { type: 'string' }, json: { type: 'boolean' } },
  });
  const [to] = positionals;
  if (to === undefined) throw new Error('Say where to: a file whose name ends in .tar.');
  if (values.workspace === undefined) throw new Error('Say of which workspace: --workspace ID.');
  const { databaseUrl, dataDir } = config.server;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'parley.db'))) {
    throw new Error(`${join(dataDir, 'parley.db')} is not there`);
  }
  const manifest = await exportData(config, { to, workspaceId: values.workspace, userId: values.user });
  if (values.json) return `${JSON.stringify(manifest)}\n`;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${to} has ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files; manifest.json in it names them with their checksums.\n`;
}
