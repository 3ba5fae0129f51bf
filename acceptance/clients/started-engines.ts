import { createServer } from 'node:net';
import { serviceEntry } from '../service-entry.ts';
import { type StartedService, startService } from '../start-service.ts';
import { startScriptedUpstream } from './scripted-upstream.ts';

/** A service with one kind of engine behind it. */
export interface StartedEngine {
  name: 'embedded' | 'connected';
  service: StartedService;
  /** Address of the scripted vendor, which is asked only by the service with a connected model. */
  vendor: string;
}

/** Hands `use` a service with the embedded engine, then one with a model that is connected: a scripted vendor on loopback. */
export async function withEachEngine(use: (engine: StartedEngine) => Promise<void>): Promise<void> {
  const upstream = await startScriptedUpstream();
  const common = { PARLEY_CHECK_REPLIES: 'true', LOG_LEVEL: 'error' };
  const connected = { PARLEY_MODEL: 'openai/scripted', OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'scripted' };
  try {
    for (const [name, env] of [
      ['embedded', { PARLEY_MODEL: 'reader' }],
      ['connected', connected],
    ] as const) {
      const service = await startService(serviceEntry, await freePort(), { env: { ...common, ...env } });
      try {
        await use({ name, service, vendor: upstream.url });
      } finally {
        await service.stop();
      }
    }
  } finally {
    upstream.server.closeAllConnections();
    upstream.server.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port');
  return address.port;
}
