import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** As nginx names places of its configuration. */
const place = /^@[\w-]{1,40}$/;

/**
 * Whether a call goes back to the proxy that sent it when the process stops. nginx asks nobody whether they are ready: it goes on sending to
 * a process until that refuses connections, and has then lost what was on its way. So it names another place with each call
 * (`deploy/nginx.conf`), and the call is given back to it before it is begun.
 */
export function givesBack(request: FastifyRequest, reply: FastifyReply): boolean {
  const named = request.headers['x-another-process'];
  if (typeof named !== 'string' || !place.test(named)) return false;
  reply.header('x-accel-redirect', named);
  return true;
}

/**
 * Resolves when a body has come whole, and was thrown away, or its sender has left. A proxy that is still sending one sees the connection
 * end with it, and takes the answer for lost.
 */
export function readAway(body: IncomingMessage): Promise<unknown> {
  return new Promise((resolve) => body.once('end', resolve).once('close', resolve).resume());
}
