import type { FastifyInstance } from 'fastify';
import type { Doors } from '../http/doors.ts';
import type { RequestPipeline } from '../http/request-pipeline.ts';

/** For those who were told that the service stops to read that. */
const lastWordsMs = 500;
/** A connection whose request ended meanwhile is kept for the next one, which must not come. */
const sweepMs = 50;

/**
 * Stops accepting and lets open requests end. After the grace their work is ended, with a last event or an error; after
 * half a second more the connections are cut.
 */
export async function closeHttp(
  app: FastifyInstance,
  doors: Doors,
  pipeline: Pick<RequestPipeline, 'endAll'>,
  graceMs: number,
): Promise<void> {
  let cut: NodeJS.Timeout | undefined;
  const end = setTimeout(() => {
    pipeline.endAll();
    cut = setTimeout(() => app.server.closeAllConnections(), lastWordsMs);
  }, graceMs);
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  try {
    await app.close();
    await doors.closed;
  } finally {
    clearInterval(sweep);
    clearTimeout(end);
    clearTimeout(cut);
  }
}
