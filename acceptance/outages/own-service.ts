import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '../every-capability.ts';
import { freePort } from '../free-port.ts';
import { serviceEntry } from '../service-entry.ts';

/** On a machine with other things to do a start takes a minute. */
const startMs = 180_000;

/** A service that is killed, stopped and started again on what it left, with the same keys at the same address. */
export class OwnService implements Target {
  readonly key = 'outage-test-key-0123456789';
  readonly adminKey = 'outage-test-admin-key-0123456789';
  readonly base: string;
  readonly #port: number;
  /** Of everything that a part of the test keeps. */
  readonly folder: string;
  #env: Record<string, string>;
  #process: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.base = `http://127.0.0.1:${port}`;
    this.folder = mkdtempSync(join(tmpdir(), 'parley-outages-'));
    const config = join(this.folder, 'parley.config.json');
    writeFileSync(config, JSON.stringify({ limits: { requests_per_minute: 1_000_000 } }));
    this.#env = {
      DATA_DIR: join(this.folder, 'data'),
      PARLEY_CONFIG: config,
      PORT: String(port),
      PARLEY_API_KEY: this.key,
      PARLEY_ADMIN_KEY: this.adminKey,
      PARLEY_MODEL: 'reader',
      LOG_LEVEL: 'error',
      // What is judged is what becomes of a file, not how soon: on a machine with other things to do a start takes half a minute.
      FILE_DEADLINE_SECONDS: '7200',
    };
  }

  static async prepare(): Promise<OwnService> {
    return new OwnService(await freePort());
  }

  /** From the next start on. */
  set(env: Record<string, string>): void {
    this.#env = { ...this.#env, ...env };
  }

  /** From the next start on they are not set. */
  unset(...names: string[]): void {
    this.#env = Object.fromEntries(Object.entries(this.#env).filter(([name]) => !names.includes(name)));
  }

  get dataDir(): string {
    return this.#env.DATA_DIR ?? '';
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    const child = this.#spawn([], 'ignore');
    this.#process = child;
    const until = Date.now() + startMs;
    while (Date.now() < until && child.exitCode === null) {
      const isReady = await fetch(`${this.base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await pause(50);
    }
    throw new Error('the service did not start');
  }

  /** One of the commands of the service, on the same settings. Returns what it prints; throws when it fails. */
  async command(words: string[], env: Record<string, string> = {}): Promise<string> {
    const child = this.#spawn(words, 'pipe', env);
    let printed = '';
    child.stdout?.on('data', (text: Buffer) => {
      printed += text.toString();
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${printed}`);
    return printed.trim();
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return;
    const isGone = once(child, 'exit');
    child.kill('SIGKILL');
    await isGone;
  }

  /** The code with which it ends after SIGTERM. */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    const isGone = once(child, 'exit');
    child.kill('SIGTERM');
    await isGone;
    return child.exitCode;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(words: string[], stdout: 'ignore' | 'pipe', env: Record<string, string> = {}): ChildProcess {
    const { PATH, NODE_COMPILE_CACHE, BLOB_URL } = process.env;
    return spawn(process.execPath, [serviceEntry, ...words], {
      stdio: ['ignore', stdout, 'inherit'],
      env: { PATH, NODE_COMPILE_CACHE, ...(BLOB_URL && { BLOB_URL }), ...this.#env, ...env },
    });
  }
}
