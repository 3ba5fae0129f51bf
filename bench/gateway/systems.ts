import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const key = 'bench-key-0123456789';
const adminKey = 'bench-admin-0123456789';
const startMs = 300_000;
const ticksPerSecond = 100;

/** A gateway as it is measured beside others: how it is installed, started and asked. */
export interface System {
  name: string;
  version: string;
  /** What it writes down of a call while it is measured. */
  meters: string;
  command: string[];
  env: Record<string, string>;
  headers: Record<string, string>;
  /** Of the model that the mock provider knows by that name. */
  model(name: string): string;
  /** How many calls it has metered; undefined where it keeps none. */
  metered?(base: string): Promise<number>;
}

export interface Place {
  /** Where the others are installed and everybody keeps data. */
  folder: string;
  upstream: string;
  port: number;
}

/** The service of this checkout, compiled where it was built, with the options that it is started with. */
export function parley({ folder, upstream, port }: Place): System {
  const root = join(import.meta.dirname, '../..');
  const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const isBuilt = existsSync(join(root, 'dist/main.js'));
  const words: string[] = scripts[isBuilt ? 'start:compiled' : 'start'].split(' ').slice(1);
  return {
    name: 'Parley',
    version,
    meters: 'a record of each call, with its cost, in SQLite',
    command: [process.execPath, ...words.map((word) => (word.startsWith('-') ? word : join(root, word)))],
    env: {
      PORT: String(port),
      DATA_DIR: join(folder, 'parley-data'),
      OPENAI_BASE_URL: `${upstream}/v1`,
      OPENAI_API_KEY: 'sk-bench',
      PARLEY_MODEL: 'openai/default',
      PARLEY_API_KEY: key,
      PARLEY_ADMIN_KEY: adminKey,
      LOG_LEVEL: 'error',
      PARLEY_CONFIG: join(import.meta.dirname, 'parley.config.json'),
    },
    headers: { authorization: `Bearer ${key}` },
    model: (name) => `openai/${name}`,
    async metered(base) {
      const reply = await fetch(`${base}/v1/admin/usage`, { headers: { authorization: `Bearer ${adminKey}` } });
      const { total }: { total: { requests: number } } = JSON.parse(await reply.text());
      return total.requests;
    },
  };
}

/** https://github.com/Portkey-AI/gateway, from npm. */
export function portkey({ folder, upstream, port }: Place): System {
  const place = join(folder, 'portkey');
  const manifest = join(place, 'node_modules/@portkey-ai/gateway/package.json');
  installOnce(manifest, () => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private": true}');
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '@portkey-ai/gateway'];
    execFileSync('npm', words, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  });
  return {
    name: 'Portkey gateway',
    version: JSON.parse(readFileSync(manifest, 'utf8')).version,
    meters: 'nothing (its open gateway keeps no records)',
    command: [process.execPath, join(manifest, '../build/start-server.js'), '--headless', `--port=${port}`],
    env: {},
    headers: {
      authorization: 'Bearer sk-bench',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream}/v1`,
    },
    model: (name) => name,
  };
}

/** https://github.com/BerriAI/litellm, from PyPI, in an environment of its own. */
export function litellm({ folder, upstream, port }: Place): System {
  const place = join(folder, 'litellm');
  const program = join(place, 'bin/litellm');
  installOnce(program, () => {
    execFileSync('python3', ['-m', 'venv', place]);
    execFileSync(join(place, 'bin/pip'), ['install', '--quiet', 'litellm[proxy]'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });
  const config = join(folder, 'litellm.yaml');
  const models = ['json', 'burst', 'paced'].map((name) => ({
    model_name: name,
    litellm_params: { model: `openai/${name}`, api_base: `${upstream}/v1`, api_key: 'sk-bench' },
  }));
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ model_list: models, general_settings: { master_key: key } }));
  const shown = execFileSync(join(place, 'bin/pip'), ['show', 'litellm'], { encoding: 'utf8' });
  return {
    name: 'LiteLLM proxy',
    version: /^Version: (.+)$/m.exec(shown)?.[1] ?? '?',
    meters: 'the cost of each call, without a database',
    command: [program, '--config', config, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'],
    env: { LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_TELEMETRY: 'False', LITELLM_LOG: 'ERROR' },
    headers: { authorization: `Bearer ${key}` },
    model: (name) => name,
  };
}

function installOnce(made: string, install: () => void): void {
  try {
    readFileSync(made);
  } catch {
    install();
  }
}

/** A system that runs, and what it costs with all processes that it has started (Linux). */
export class RunningSystem {
  readonly system: System;
  readonly port: number;
  readonly #child: ChildProcess;
  peakMb = 0;

  private constructor(system: System, port: number, child: ChildProcess) {
    this.system = system;
    this.port = port;
    this.#child = child;
  }

  /** Waits until it answers a call. */
  static async start(system: System, port: number): Promise<RunningSystem> {
    const [program = '', ...words] = system.command;
    const child = spawn(program, words, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...system.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const running = new RunningSystem(system, port, child);
    const body = JSON.stringify({ model: system.model('json'), messages: [{ role: 'user', content: 'x' }] });
    const headers = { 'content-type': 'application/json', ...system.headers };
    for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await pause(250)) {
      const status = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers,
        body,
      }).then(
        async (reply) => {
          await reply.text();
          return reply.status;
        },
        () => 0,
      );
      if (status === 200) return running;
    }
    await running.stop();
    throw new Error(`${system.name} did not start`);
  }

  /** Processor time so far, in seconds. Notes the memory, too. */
  cpuSeconds(): number {
    let [ticks, kilobytes] = [0, 0];
    for (const pid of this.#tree()) {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        // With those of its children that have ended.
        ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
        kilobytes += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
      } catch {
        // It ended while it was looked at.
      }
    }
    this.peakMb = Math.max(this.peakMb, kilobytes / 1000);
    return ticks / ticksPerSecond;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    for (const pid of this.#tree()) process.kill(pid, 'SIGKILL');
    await exit;
  }

  #tree(): number[] {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]));
      } catch {
        // It ended while it was looked at.
      }
    }
    const root = this.#child.pid ?? -1;
    const isIn = (pid: number): boolean => pid === root || (parents.has(pid) && isIn(parents.get(pid) ?? 0));
    return [...parents.keys()].filter(isIn);
  }
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
