import type { IncomingMessage } from 'node:http';

const drainBytes = 64 * 1024 * 1024;
const drainMs = 10_000;

/**
 * Reads on and throws away, up to a limit, what a client is still sending. An answer that comes while the client writes is
 * lost to it when the connection closes after the answer; so a refusal waits for the end of the body.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > drainBytes) return;
  await new Promise<void>((resolve) => {
    let left = drainBytes;
    const timer = setTimeout(resolve, drainMs);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    for (const event of ['end', 'close', 'error'] as const) request.once(event, () => resolve());
    request.once('close', () => clearTimeout(timer));
    request.resume();
  });
}
