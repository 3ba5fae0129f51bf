import type { FastifyInstance } from 'fastify';
import type { RequestPipeline } from '../http/request-pipeline.ts';

/** For those who were told that the service stops to read that. */
const lastWordsMs = 500;

/**
 * Stops accepting and lets open requests end. After the grace their work is ended, with a last event or an error; after
 * half a second more the connections are cut.
 */
export async function closeHttp(app: FastifyInstance, pipeline: RequestPipeline, graceMs: number): Promise<void> {
  let cut: NodeJS.Timeout | undefined;
  const end = setTimeout(() => {
    pipeline.endAll();
    cut = setTimeout(() => app.server.closeAllConnections(), lastWordsMs);
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(end);
    clearTimeout(cut);
  }
}
