import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceEntry } from '../service-entry.ts';
import type { Engine } from './attack.ts';

const startMs = 60_000;

/** A service under attack, in a directory of its own. */
export class Service {
  static readonly userKey = 'attack-key-0123456789';
  static readonly adminKey = 'attack-admin-0123456789';
  /** How long a stop may take, in milliseconds. */
  static readonly graceMs = 30_000;
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(url: string, child: ChildProcess, directory: string) {
    this.url = url;
    this.#child = child;
    this.#directory = directory;
  }

  static async start(engine: Engine, vendorUrl: string): Promise<Service> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-attacks-'));
    const config = join(directory, 'parley.config.json');
    const limits = { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 };
    writeFileSync(config, JSON.stringify({ limits }));
    const child = spawn(process.execPath, [serviceEntry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: join(directory, 'data'),
        PARLEY_CONFIG: config,
        PORT: '0',
        PARLEY_API_KEY: Service.userKey,
        PARLEY_ADMIN_KEY: Service.adminKey,
        SHUTDOWN_GRACE_MS: String(Service.graceMs),
        // Nothing outside is asked: searches and the attacked integration go to the vendor of this program.
        SEARXNG_URL: vendorUrl,
        SEARCH_EXTRA: 'none',
        ALLOW_PRIVATE_ADDRESSES: new URL(vendorUrl).host,
        LOG_LEVEL: 'silent',
        ...(engine === 'reader'
          ? { PARLEY_MODEL: 'reader' }
          : {
              PARLEY_MODEL: 'openai/attacked',
              OPENAI_API_KEY: 'sk-attack',
              OPENAI_BASE_URL: `${vendorUrl}/v1`,
            }),
      },
    });
    try {
      return new Service(await addressOf(child), child, directory);
    } catch (error) {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  get isDead(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Memory of the process and its children in megabytes; undefined where the machine does not say. */
  memory(): number | undefined {
    return this.#child.pid === undefined ? undefined : memoryOfTree(this.#child.pid);
  }

  /** Asks it to stop; how long it took, and its exit code (null when it had to be killed). */
  async stop(withinMs: number): Promise<{ ms: number; code: number | null }> {
    const started = performance.now();
    if (!this.isDead) {
      const exit = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await Promise.race([exit, pause(withinMs, undefined, { ref: false })]);
    }
    const ms = Math.round(performance.now() - started);
    const code = this.isDead ? this.#child.exitCode : null;
    await this.kill();
    return { ms, code };
  }

  async kill(): Promise<void> {
    if (!this.isDead) {
      const exit = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exit;
    }
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    child.stdout?.on('data', (text) => {
      said += String(text);
      const found = /listens on (http:\S+)/.exec(said)?.[1];
      if (found) done(found);
    });
    child.once('exit', () => fail(new Error('the service did not start')));
    setTimeout(() => fail(new Error('the service did not start in time')), startMs).unref();
  });
}

/** By `/proc`, so on Linux alone. */
function memoryOfTree(root: number): number | undefined {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]));
        sizes.set(Number(name), Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0));
      } catch {
        // It ended while it was looked at.
      }
    }
  } catch {
    return undefined;
  }
  const isInTree = (pid: number): boolean => pid === root || (parents.has(pid) && isInTree(parents.get(pid) ?? 0));
  const kilobytes = [...sizes].reduce((sum, [pid, size]) => (isInTree(pid) ? sum + size : sum), 0);
  return Math.round(kilobytes / 1024);
}
