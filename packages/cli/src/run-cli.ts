import { parseArgs } from 'node:util';
import type { Parley } from '@parley/sdk';
import { type Command, UsageError, Values } from './command.ts';
import { commands } from './commands/index.ts';
import { exitCodes, explain } from './exit-codes.ts';
import { commandHelp, commonOptions, overview } from './help.ts';
import type { Io } from './io.ts';
import { Output } from './output.ts';
import { findService, makeClient } from './settings.ts';
import { version } from './version.ts';

/** Runs one command line and gives its exit code. */
export async function runCli(args: string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return help(rest[0], io);
  if (name === '--version' || name === '-v' || name === 'version') {
    io.stdout.write(`${version()}\n`);
    return exitCodes.ok;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    new Output(io, { isJson: false, isQuiet: false }).error(`There is no command ${name}. See: parley help`);
    return exitCodes.usage;
  }
  return runCommand(command, rest, io);
}

function help(name: string | undefined, io: Io): number {
  const command = commands.find((one) => one.name === name);
  io.stdout.write(command ? commandHelp(command) : overview(commands));
  return exitCodes.ok;
}

async function runCommand(command: Command, args: string[], io: Io): Promise<number> {
  let values = new Values({});
  try {
    const parsed = parse(command, args);
    values = parsed.values;
    if (values.has('help')) return help(command.name, io);
    const out = new Output(io, { isJson: values.has('json'), isQuiet: values.has('quiet') });
    let client: Parley | undefined;
    const makeOnce = () => {
      client ??= makeClient(values, io.env);
      return client;
    };
    return (await command.run({ ...parsed, io, out, client: makeOnce })) ?? exitCodes.ok;
  } catch (error) {
    const out = new Output(io, { isJson: false, isQuiet: false });
    if (io.signal.aborted) {
      out.error('interrupted');
      return exitCodes.interrupted;
    }
    const { exitCode, text } = explain(error, findService(values, io.env).base_url);
    out.error(exitCode === exitCodes.usage ? `${text}\nSee: parley ${command.name} --help` : text);
    return exitCode;
  }
}

function parse(command: Command, args: string[]): { values: Values; arguments: string[] } {
  const all = Object.entries({ ...command.options, ...commonOptions });
  const options = Object.fromEntries(
    all.map(([name, { value, short, isMultiple }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isMultiple ?? false,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: new Values(values), arguments: positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
