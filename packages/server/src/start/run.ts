import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compose, type Service } from '../compose.ts';
import { ConfigError, readConfig } from '../config.ts';
import { announce } from './announcement.ts';
import { buildDashboard } from './build-dashboard.ts';
import { closeOnSignals } from './shutdown.ts';

/** Connections that may wait while the process is busy: a thousand clients that come at once are all let in. */
const backlog = 4096;

/**
 * Starts the service, says where it is, and ends the process with a reason when it cannot start. With `--check-configuration` it
 * only reads its settings.
 */
export async function run(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<void> {
  try {
    const config = readConfig(env);
    if (args.includes('--check-configuration')) {
      for (const notice of config.notices) process.stdout.write(`${notice}\n`);
      return;
    }
    const service = await compose(config);
    const address = await service.app.listen({ host: config.server.host, port: config.server.port, backlog });
    closeOnSignals(service, config.server.shutdownGraceMs);
    for (const notice of config.notices) process.stderr.write(`${notice}\n`);
    process.stdout.write(announce(config, service, address));
    void renewDashboard(service);
    releaseStartMemory();
  } catch (error) {
    const isExpected = error instanceof ConfigError || (error instanceof Error && 'code' in error === false);
    process.stderr.write(`${isExpected && error instanceof Error ? error.message : explain(error)}\n`);
    process.exit(1);
  }
}

/** From a checkout: the pages are those of the sources, also after a change. The service answers meanwhile. */
async function renewDashboard({ dashboard }: Service): Promise<void> {
  dashboard.isBuilding = true;
  const built = await buildDashboard(join(import.meta.dirname, '../../../dashboard'));
  if (built !== null) {
    await dashboard.load();
    if (!built.ok) process.stderr.write(`The dashboard could not be built:\n${built.said}\n`);
  }
  dashboard.isBuilding = false;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port; choose another one with PORT.`;
  }
  return error.stack ?? error.message;
}

/** Most of what a start allocates is garbage once it is done; without a push it stays for as long as the service idles. */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
