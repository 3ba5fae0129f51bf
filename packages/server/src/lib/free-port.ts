import { createServer, type Server } from 'node:net';

/** The port, or any that is free for 0; rejects as the listening would. */
export async function findFreePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  await listen(probe, { host, port });
  const bound = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

/** Resolves when the server listens; rejects when it cannot. */
export function listen(server: Server, options: Parameters<Server['listen']>[0] & object): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
