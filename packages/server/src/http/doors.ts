import { createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findFreePort, listen } from '../lib/free-port.ts';

/** Sockets that listen on the one port. */
const doorCount = 64;
/** Connections that may wait at each of them while the process is busy. */
const backlog = 4096;
/** For how many turns of the event loop a stop waits for one in which nobody comes. */
const mostTurns = 100;
/** Where the kernel shares connections out among sockets of one port. */
const canShare = process.platform === 'linux';

/**
 * Lets many connections in at once. Node accepts one connection for each listening socket and turn of the event loop; with a
 * thousand streams open a turn takes long, and the last of a thousand clients that come at once would wait for a thousand turns.
 * So the port has many listening sockets, whose connections all go to the one HTTP server. Elsewhere than on Linux it has one.
 */
export class Doors {
  readonly #app: FastifyInstance;
  readonly #others: Server[] = [];
  readonly #connections = new Set<Socket>();
  /** Nothing was sent over them by the last look. */
  #unused = new Set<Socket>();
  #arrived = 0;
  #closed: Promise<unknown> = Promise.resolve();

  /** Before the application is ready. */
  constructor(app: FastifyInstance) {
    this.#app = app;
    app.server.on('connection', (socket: Socket) => {
      this.#arrived++;
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    app.addHook('preClose', (done) => {
      this.#closeOthers();
      done();
    });
  }

  /** Resolves with the address; rejects when the port is taken, but by processes that share it (`isShared`), or may not be used. */
  async open({ host, port, isShared = false }: { host: string; port: number; isShared?: boolean }): Promise<string> {
    // Whoever shares a port is not told that another program has it already.
    if (canShare && port !== 0 && !isShared) await findFreePort(host, port);
    const address = await this.#app.listen({ host, port, backlog, ...(canShare && { reusePort: true }) });
    const bound = this.#app.server.address();
    if (canShare && typeof bound === 'object' && bound !== null) {
      while (this.#others.length < doorCount - 1) this.#others.push(await this.#another(bound.address, bound.port));
    }
    return address;
  }

  /** Resolves when all connections of the other sockets have ended; the application's own are its own affair. */
  get closed(): Promise<unknown> {
    return this.#closed;
  }

  /**
   * Closes the listening sockets right after a turn of the event loop in which nobody came: the kernel resets what waits at a socket that
   * is closed, and a proxy cannot know whether such a call was begun.
   */
  async shut(): Promise<void> {
    // The first of them ends the turn that has begun.
    for (let turn = 0, before = -1; turn < 2 || (turn < mostTurns && this.#arrived !== before); turn++) {
      before = this.#arrived;
      await new Promise(setImmediate);
    }
    this.#closeOthers();
    this.#app.server.close();
  }

  /**
   * Closes connections over which nothing was ever sent: browsers and client libraries open them for calls to come. Node counts them
   * among those in use. What had come a moment before the last look may have been sent since, and is read before this one.
   */
  closeUnused(): void {
    const unused = [...this.#connections].filter((socket) => socket.bytesRead === 0);
    for (const socket of unused) if (this.#unused.has(socket)) socket.destroy();
    this.#unused = new Set(unused);
  }

  #closeOthers(): void {
    const others = this.#others.splice(0);
    if (others.length > 0)
      this.#closed = Promise.all(others.map((door) => new Promise((resolve) => door.close(resolve))));
  }

  async #another(host: string, port: number): Promise<Server> {
    const { server } = this.#app;
    // As an HTTP server has it.
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    await listen(door, { host, port, backlog, reusePort: true });
    return door;
  }
}
