import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { findFreePort } from '../lib/free-port.ts';
import type { Siblings } from '../ports/siblings.ts';
import { type Started, tellStart } from './tell-start.ts';

/** Given to each process of several; whoever starts the service does not use it. */
export const workerArgument = '--one-of-workers';

/** How long figures of a sibling are waited for. */
const askMs = 2_000;
/** Before a process that ended is started again; twice as long each time that it does not start, up to the most. */
const [restartMs, mostRestartMs] = [500, 30_000];
/** Beyond the grace of a stop, in which each process ends itself. */
const extraMs = 10_000;

/** What processes of one service and the one that started them say to each other. */
type Message =
  | { type: 'started'; started: Started }
  /** A process asks for the figures of the others. */
  | { type: 'ask'; id: string }
  /** A process is asked for its own. */
  | { type: 'tell'; id: string }
  /** It tells them. */
  | { type: 'told'; id: string; figures: unknown }
  /** Those of the others, to the one that asked. */
  | { type: 'answer'; id: string; figures: unknown[] };

/**
 * Starts so many processes on the one port and starts each again that ends, until it is told to stop. The first makes tables, keys and the
 * secret, and the others begin when it listens. Never returns where the first cannot start: the process ends as it did.
 */
export async function runWorkers(config: Config, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { host, port: wanted, shutdownDelayMs, shutdownGraceMs } = config.server;
  const port = await findFreePort(host, wanted);
  const workers = new Workers({ ...env, PORT: String(port) });
  const stop = () => {
    workers.stop(shutdownDelayMs + shutdownGraceMs + extraMs).then((code) => process.exit(code));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const { count, notices } = { count: config.storage.workers, notices: [...config.notices] };
  if (config.server.redisUrl === undefined) {
    notices.push(`Each of the ${count} processes counts rate limits by itself; with REDIS_URL they count together`);
  }
  const started = await workers.startFirst();
  tellStart({ ...started, notices }, args);
  for (let more = 1; more < count; more++) workers.start();
}

class Workers {
  readonly #env: NodeJS.ProcessEnv;
  readonly #children = new Set<ChildProcess>();
  /** Who waits for the figures of whom, by the id of the question. */
  readonly #questions = new Map<string, { waiting: Set<ChildProcess>; figures: unknown[]; answer: () => void }>();
  #isStopping = false;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  startFirst(): Promise<Started> {
    return new Promise((resolve) => {
      const child = this.start((started) => resolve(started));
      // It has said why.
      const end = (code: number | null) => process.exit(this.#isStopping ? 0 : (code ?? 1));
      child.once('exit', end);
      child.on('message', ({ type }: Message) => {
        if (type === 'started') child.off('exit', end);
      });
    });
  }

  start(onStarted: (started: Started) => void = () => {}, failures = 0): ChildProcess {
    const [entry = ''] = process.argv.slice(1);
    const child = fork(entry, [workerArgument], {
      execArgv: process.execArgv,
      env: this.#env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let isStarted = false;
    this.#children.add(child);
    child.on('message', (message: Message) => {
      if (message.type === 'started') {
        isStarted = true;
        onStarted(message.started);
      } else if (message.type === 'ask') this.#ask(child, message.id);
      else if (message.type === 'told') this.#told(child, message);
    });
    child.on('error', () => {});
    child.on('exit', (code, signal) => {
      this.#children.delete(child);
      for (const id of this.#questions.keys()) this.#leave(child, id);
      if (this.#isStopping) return;
      const count = isStarted ? 0 : failures + 1;
      const afterMs = Math.min(restartMs * 2 ** count, mostRestartMs);
      process.stderr.write(`A process of the service ended (${signal ?? code}); another one starts in ${afterMs} ms\n`);
      setTimeout(() => {
        if (!this.#isStopping) this.start(() => {}, count);
      }, afterMs);
    });
    return child;
  }

  /** Resolves with how all ended: 0 when each stopped in order. A second call ends them at once. */
  async stop(withinMs: number): Promise<number> {
    this.#isStopping = true;
    const children = [...this.#children];
    // One that was still starting has nothing to end in order.
    const codeOf = (code: number | null, signal: string | null) => code ?? (signal === 'SIGTERM' ? 0 : 1);
    const ends = children.map(
      (child) => new Promise<number>((end) => child.once('exit', (code, signal) => end(codeOf(code, signal)))),
    );
    // Each tells two signals that are one from a second one that means "at once".
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => children.map((child) => child.kill('SIGKILL')), withinMs);
    const codes = await Promise.all(ends);
    clearTimeout(timer);
    return Math.max(0, ...codes);
  }

  #ask(asker: ChildProcess, id: string): void {
    const waiting = new Set([...this.#children].filter((child) => child !== asker && child.connected));
    const figures: unknown[] = [];
    const timer = setTimeout(() => answer(), askMs);
    const answer = () => {
      clearTimeout(timer);
      if (this.#questions.delete(id)) send(asker, { type: 'answer', id, figures });
    };
    this.#questions.set(id, { waiting, figures, answer });
    for (const child of waiting) send(child, { type: 'tell', id });
    if (waiting.size === 0) answer();
  }

  #told(child: ChildProcess, { id, figures }: { id: string; figures: unknown }): void {
    this.#questions.get(id)?.figures.push(figures);
    this.#leave(child, id);
  }

  #leave(child: ChildProcess, id: string): void {
    const question = this.#questions.get(id);
    if (question?.waiting.delete(child) && question.waiting.size === 0) question.answer();
  }
}

/** In one of the processes: what it says to the others, by the one that started them, with which it ends. */
export function joinWorkers(): { siblings: Siblings; started: (started: Started) => void } {
  const asked = new Map<string, (figures: unknown[]) => void>();
  let own: () => Promise<unknown> = async () => [];
  const say = (message: Message) => process.connected && process.send?.(message);
  process.on('message', (message: Message) => {
    if (message.type === 'answer') asked.get(message.id)?.(message.figures);
    if (message.type !== 'tell') return;
    own().then(
      (figures) => say({ type: 'told', id: message.id, figures }),
      () => say({ type: 'told', id: message.id, figures: [] }),
    );
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  return {
    started: (started) => say({ type: 'started', started }),
    siblings: {
      tell: (figures) => {
        own = figures;
      },
      ask: async () => {
        const id = randomUUID();
        const { promise, resolve } = Promise.withResolvers<unknown[]>();
        asked.set(id, resolve);
        const timer = setTimeout(() => resolve([]), 2 * askMs);
        say({ type: 'ask', id });
        try {
          return await promise;
        } finally {
          clearTimeout(timer);
          asked.delete(id);
        }
      },
    },
  };
}

const send = (child: ChildProcess, message: Message): void => {
  if (child.connected) child.send(message, () => {});
};
