import { bringUpToDate } from '../compose.ts';
import type { Config } from '../config.ts';
import { version } from '../lib/version.ts';

/** `migrate`. Gives what is to be printed. */
export async function runMigrateCommand(config: Config): Promise<string> {
  // What is written is for its owner alone.
  process.umask(0o077);
  return `The tables of ${await bringUpToDate(config)} are those of version ${version}.\n`;
}
