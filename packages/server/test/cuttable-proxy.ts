import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door in front of a server that a test can shut and open: what it lets through ends at once when it shuts. */
export class CuttableProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** `open` · `shut`: connections end · `silent`: they are taken and never answered. */
  #state: 'open' | 'shut' | 'silent' = 'open';

  /** Connections that came so far. */
  opened = 0;

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((socket) => {
      this.#keep(socket);
      this.opened++;
      if (this.#state === 'shut') socket.destroy();
      if (this.#state !== 'open') return;
      const behind = connect(target.port, target.host);
      this.#keep(behind);
      socket.pipe(behind).pipe(socket);
      socket.on('close', () => behind.destroy());
      behind.on('close', () => socket.destroy());
    });
  }

  /** In front of the host and port of an address. */
  static async start(address: string): Promise<CuttableProxy> {
    const { hostname, port } = new URL(address);
    const proxy = new CuttableProxy({ host: hostname, port: Number(port) });
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The address with this door instead of its host and port. */
  through(address: string): string {
    const url = new URL(address);
    const own = this.#server.address();
    url.hostname = '127.0.0.1';
    url.port = String(typeof own === 'object' && own !== null ? own.port : 0);
    return url.href;
  }

  set(state: 'open' | 'shut' | 'silent'): void {
    this.#state = state;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.set('shut');
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
