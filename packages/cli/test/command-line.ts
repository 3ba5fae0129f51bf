import { PassThrough, Readable } from 'node:stream';
import { runCli } from '@parley/cli';

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface CommandLineOptions {
  env?: Record<string, string>;
  /** What comes through the pipe. Without it stdin is a terminal. */
  piped?: string | Uint8Array;
  /** Whether stdout and stderr are terminals. */
  isTerminal?: boolean;
  signal?: AbortSignal;
}

/** Runs one command line in this process and gives what it wrote. */
export async function runCommandLine(args: string[], options: CommandLineOptions = {}): Promise<Outcome> {
  const [stdout, stderr] = [new Capture(), new Capture()];
  const { piped, isTerminal = false, env = {} } = options;
  const stdin: Readable & { isTTY?: boolean } = Readable.from(piped === undefined ? [] : [Buffer.from(piped)]);
  if (piped === undefined) stdin.isTTY = true;
  stdout.isTTY = isTerminal;
  stderr.isTTY = isTerminal;
  const signal = options.signal ?? new AbortController().signal;
  const exitCode = await runCli(args, { env, stdin, stdout, stderr, signal });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

class Capture extends PassThrough {
  isTTY = false;
  columns = 100;

  text(): string {
    const bytes: unknown = this.read();
    return bytes instanceof Buffer ? bytes.toString() : '';
  }
}
