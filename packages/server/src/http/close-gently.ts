import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of a refused body is read, for how long, and how long nothing may come, before the connection is cut. */
interface Limits {
  bytes: number;
  ms: number;
  silenceMs: number;
}

/** More than any endpoint takes. */
const usual: Limits = { bytes: 256 * 1024 * 1024, ms: 30_000, silenceMs: 5000 };

/**
 * Has the connection end after an answer to a body that was not read whole as nginx does: the answer goes out, nothing is written
 * after it, and what the client still sends is read and thrown away. Node closes at once; the kernel then tells a client that goes
 * on sending that the connection is broken, and drops the answer before it was read. Call it before the answer is sent.
 */
export function closeGently(response: ServerResponse, limits: Limits = usual): void {
  const { req: request, socket } = response;
  if (socket === null || socket.destroyed) return;
  const closeAtOnce = socket.destroySoon;
  // What Node calls when the last answer of a connection was written.
  socket.destroySoon = () => {
    if (request.readableEnded || request.destroyed) return closeAtOnce.call(socket);
    socket.end();
    request.once('end', () => closeAtOnce.call(socket));
    // A body that breaks off is no more than a client that has left.
    request.on('error', () => socket.destroy());
    request.resume();
    cutLate(socket, limits);
  };
}

/** Bytes are counted at the socket: Node throws away what nobody had begun to read without telling anyone. */
function cutLate(socket: Socket, limits: Limits): void {
  const lookMs = limits.silenceMs / 10;
  const first = socket.bytesRead;
  let [seen, silent, passed] = [first, 0, 0];
  const look = setInterval(() => {
    passed += lookMs;
    silent = socket.bytesRead === seen ? silent + lookMs : 0;
    seen = socket.bytesRead;
    if (passed >= limits.ms || silent >= limits.silenceMs || seen - first > limits.bytes) socket.destroy();
  }, lookMs).unref();
  socket.once('close', () => clearInterval(look));
}
