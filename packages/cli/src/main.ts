import { runCli } from './run-cli.ts';

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort(new Error('interrupted')));
// Whoever reads us may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupt.signal,
});
// A terminal that was read keeps the process alive otherwise.
process.stdin.unref?.();
