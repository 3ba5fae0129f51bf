import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

type ThreadTaskHandlers = Record<string, (payload: never) => unknown>;

/** What a thread is sent. */
export interface ThreadTask {
  name: string;
  payload: unknown;
}

/** What a thread says: that it has started, or how its one task ended. */
export type ThreadMessage =
  | { type: 'ready' }
  | { type: 'done'; value: unknown }
  | { type: 'failed'; message: string; code: string | undefined };

/** Nice value of the threads: requests come first, documents after, for whose processes nobody waits. */
const lowered = 2;

/**
 * The other side of `ThreadPool`: called once by the entry module of a pool with the tasks it serves. An error's string
 * `code` travels to the caller.
 */
export function serveThreadTasks(handlers: ThreadTaskHandlers): void {
  const port = parentPort;
  if (port === null) throw new Error('serveThreadTasks was called outside a worker thread');
  lowerPriorityOfThread();
  const say = (message: ThreadMessage): void => port.postMessage(message);
  port.on('message', async ({ name, payload }: { name: string; payload: never }) => {
    try {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (!handler) throw new Error(`there is no task ${name}`);
      say({ type: 'done', value: await handler(payload) });
    } catch (error) {
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
      say({ type: 'failed', message: error instanceof Error ? error.message : String(error), code });
    }
  });
  say({ type: 'ready' });
}

/** Linux keeps a nice value for each thread, and 0 is the one that asks; elsewhere it would be that of the whole process. */
function lowerPriorityOfThread(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, lowered);
  } catch {
    // A sandbox may forbid it: the work then shares the processor evenly.
  }
}
