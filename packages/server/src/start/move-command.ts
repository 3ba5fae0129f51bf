import { parseArgs } from 'node:util';
import { moveInstallation } from '../compose.ts';
import type { Config } from '../config.ts';

/** `move` with what follows it. Gives what is to be printed. */
export async function runMoveCommand(config: Config, [, ...rest]: readonly string[]): Promise<string> {
  // What is written is for its owner alone.
  process.umask(0o077);
  const { values } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { final: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const report = await moveInstallation(config, values.final === true);
  if (values.json) return `${JSON.stringify(report)}\n`;
  const { blobs, changedRows, tables, jobs, isFinal } = report;
  const lines = [
    ...(blobs
      ? [
          `Files: ${blobs.blobs} blobs with ${blobs.sizeBytes} bytes; ${blobs.copied} copied and read back, ${blobs.deleted} deleted there.`,
        ]
      : []),
    `Database: ${changedRows} rows written or deleted there.`,
    ...tables
      .filter(({ rows }) => rows > 0)
      .map(({ table, rows, checksum }) => `  ${table}: ${rows} rows, ${checksum} here and there`),
    isFinal
      ? `The same on both sides; ${jobs} jobs go on there. Start the service with the new settings.`
      : 'What is written here from now on is not there yet. Stop the service and run this with --final: it copies what has changed.',
  ];
  return `${lines.join('\n')}\n`;
}
