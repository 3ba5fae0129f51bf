import { setTimeout as setDelay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Doors } from '../http/doors.ts';
import type { RequestPipeline } from '../http/request-pipeline.ts';

/** For those who were told that the service stops to read that. */
const lastWordsMs = 500;
/** A connection whose request ended meanwhile is kept for the next one, which must not come. */
const sweepMs = 50;
/** Of the time in which a stop still accepts: for balancers to read of it, before connections that they keep are closed. */
const noticeShare = 0.75;

/**
 * Goes on accepting for so long. Connections that nobody uses any more are closed before that is over: whoever was about to use one finds
 * the door still open, and nothing is sent into a connection that ends with the process.
 */
export async function drainHttp(app: FastifyInstance, delayMs: number): Promise<void> {
  await setDelay(delayMs * noticeShare);
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  await setDelay(delayMs * (1 - noticeShare));
  clearInterval(sweep);
}

/**
 * Stops accepting and lets open requests end. After the grace their work is ended, with a last event or an error; after
 * half a second more the connections are cut.
 */
export async function closeHttp(
  app: FastifyInstance,
  doors: Doors,
  pipeline: Pick<RequestPipeline, 'endAll' | 'runningCount'>,
  graceMs: number,
): Promise<void> {
  const until = performance.now() + graceMs + 2 * lastWordsMs;
  let cut: NodeJS.Timeout | undefined;
  const end = setTimeout(() => {
    pipeline.endAll();
    cut = setTimeout(() => app.server.closeAllConnections(), lastWordsMs);
  }, graceMs);
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    doors.closeUnused();
  }, sweepMs);
  try {
    await doors.shut();
    await app.close();
    await doors.closed;
    // Streams that go on without a reader.
    while (pipeline.runningCount > 0 && performance.now() < until) await setDelay(sweepMs);
  } finally {
    clearInterval(sweep);
    clearTimeout(end);
    clearTimeout(cut);
  }
}
