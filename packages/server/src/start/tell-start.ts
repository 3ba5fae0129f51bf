import { writeFileSync } from 'node:fs';

/** What a service says when it listens. */
export interface Started {
  /** As programs of this machine reach it. */
  address: string;
  /** The lines of a start. */
  said: string;
  /** What the operator should know of the settings. */
  notices: readonly string[];
}

/** With `--address-file PATH` the address is written there. */
export function tellStart({ address, said, notices }: Started, args: readonly string[]): void {
  for (const notice of notices) process.stderr.write(`${notice}\n`);
  process.stdout.write(said);
  const addressFile = args[args.indexOf('--address-file') + 1];
  if (args.includes('--address-file') && addressFile) writeFileSync(addressFile, `${address}\n`);
}
