import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const timeoutMs = 15_000;
const minLength = 16;

/** Secrets that a command of the operator prints (a key management service, a vault), newest first, one a line. */
export class CommandSecrets {
  readonly #command: string;
  readonly #variable: string;
  #loaded: Promise<string[]> | null = null;

  /** `variable` is the setting that names the command. */
  constructor(command: string, variable = 'INTEGRATIONS_KEY_COMMAND') {
    this.#command = command;
    this.#variable = variable;
  }

  /** Runs the command at the first call. What it printed stays in memory and goes nowhere else. */
  load(): Promise<string[]> {
    this.#loaded ??= this.#run();
    this.#loaded.catch(() => {
      this.#loaded = null;
    });
    return this.#loaded;
  }

  async #run(): Promise<string[]> {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', this.#command], { timeout: timeoutMs }).catch(
      (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
        // Neither its output nor its arguments: both may hold secrets.
        throw new Error(`${this.#variable} failed (${code})`);
      },
    );
    const secrets = stdout.split('\n').map((line) => line.trim());
    const usable = secrets.filter((line) => line.length >= minLength);
    if (usable.length > 0) return usable;
    throw new Error(`${this.#variable} printed no line of ${minLength} characters or more`);
  }
}
