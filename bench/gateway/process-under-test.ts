import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** A server in a process of its own, whose CPU time and memory the operating system tells (Linux). */
export class ProcessUnderTest {
  readonly port: number;
  readonly startMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number, startMs: number) {
    this.#child = child;
    this.port = port;
    this.startMs = startMs;
  }

  /** Starts a command that prints `listening PORT` or an address with its port. `pin` names a processor. */
  static async start(args: string[], env: Record<string, string>, pin?: string): Promise<ProcessUnderTest> {
    const started = performance.now();
    const [command, rest] = pin === undefined ? ['node', args] : ['taskset', ['-c', pin, 'node', ...args]];
    const child = spawn(command, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const port = await new Promise<number>((resolve, reject) => {
      child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}\n${output}`)));
      child.stdout?.on('data', (chunk) => {
        output += chunk;
        const found = /listening (\d+)|listens on http:\/\/[^:]+:(\d+)/.exec(output);
        if (found) resolve(Number(found[1] ?? found[2]));
      });
    });
    return new ProcessUnderTest(child, port, performance.now() - started);
  }

  /** User plus system time so far, in seconds. */
  cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }

  /** Resident memory in MB. */
  memoryMb(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))?.[1]) / 1000;
  }

  peakMemoryMb(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))?.[1]) / 1000;
  }

  async stop(): Promise<void> {
    this.#child.removeAllListeners('exit');
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}
