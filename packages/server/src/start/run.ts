import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileSchema } from '@parley/json-schema';
import { compose, type Service } from '../compose.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { LoopWatch } from '../lib/loop-watch.ts';
import { announce, baseOf } from './announcement.ts';
import { runBackupCommand } from './backup-commands.ts';
import { findDashboardBuild, isCheckout } from './build-dashboard.ts';
import { runExportCommand } from './export-command.ts';
import { runMigrateCommand } from './migrate-command.ts';
import { runMoveCommand } from './move-command.ts';
import { sentenceOf } from './sentence-of.ts';
import { closeOnSignals } from './shutdown.ts';
import { tellStart } from './tell-start.ts';
import { joinWorkers, runWorkers, workerArgument } from './workers.ts';

/** The first answers after a start come before the memory that it took is given back. */
const settleMs = 1000;

/**
 * What a call runs is spread over many small functions, of which V8 by itself compiles most only after some thousand calls. After a
 * start, so that what runs only then is not compiled at all. Measured in `docs/decisions/one-file-for-a-start.md`.
 */
const compileSooner = [
  '--invocation-count-for-maglev=30',
  '--invocation-count-for-turbofan=300',
  '--minimum-invocations-after-ic-update=50',
];

/** What is done instead of a start. Each gives what is to be printed. */
const commands: Record<string, (config: Config, args: readonly string[]) => Promise<string>> = {
  backup: runBackupCommand,
  restore: runBackupCommand,
  verify: runBackupCommand,
  migrate: runMigrateCommand,
  move: runMoveCommand,
  export: runExportCommand,
};

/**
 * Starts the service, says where it is, and ends the process with a reason when it cannot start. With `--check-configuration` it
 * only reads its settings; with `--address-file PATH` it writes its address there once it listens. The
 * first argument can be a command, which does its work and ends.
 */
export async function run(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<void> {
  try {
    const config = readConfig(env);
    if (args.includes('--check-configuration')) {
      for (const notice of config.notices) process.stdout.write(`${notice}\n`);
      return;
    }
    const [name = '--'] = args;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined && !name.startsWith('-')) {
      throw new Error(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
    }
    if (command) {
      process.stdout.write(await command(config, args).catch(throwSentence));
      return;
    }
    const sibling = args.includes(workerArgument) ? joinWorkers() : null;
    if (config.storage.workers > 1 && sibling === null) return await runWorkers(config, env, args);
    const service = await compose(config, sibling ? { siblings: sibling.siblings } : {});
    loadSchemaCompiler();
    const address = await service.listen();
    const watch = new LoopWatch({ limitMs: config.server.stallLimitMs, onStall: service.noteStall });
    closeOnSignals(service, config.server.shutdownDelayMs + config.server.shutdownGraceMs, watch);
    const started = { address: baseOf(address), said: announce(config, service, address), notices: config.notices };
    if (sibling) sibling.started(started);
    else tellStart(started, args);
    void renewDashboard(service);
    setTimeout(() => void settle(service), settleMs).unref();
  } catch (error) {
    const isExpected = error instanceof ConfigError || (error instanceof Error && 'code' in error === false);
    process.stderr.write(`${isExpected && error instanceof Error ? error.message : explain(error)}\n`);
    process.exit(1);
  }
}

/** Takes 100 to 200 ms, in which nothing else would be answered if it came with the first call that has a schema. */
function loadSchemaCompiler(): void {
  compileSchema({ type: 'object' });
}

const dashboardFolder = join(import.meta.dirname, '../../../dashboard');

/** From a checkout: the pages are those of the sources, also after a change. The service answers meanwhile. */
async function renewDashboard({ dashboard }: Pick<Service, 'dashboard'>): Promise<void> {
  dashboard.onMissing = null;
  const build = await findDashboardBuild(dashboardFolder);
  dashboard.isBuilding = build !== null;
  const built = await build?.();
  // What another service of the same checkout has built since the start is taken up too.
  if (built || !dashboard.isThere) await dashboard.load();
  if (built?.ok === false) process.stderr.write(`The dashboard could not be built:\n${built.said}\n`);
  dashboard.isBuilding = false;
  // What builds it may be installed while the service runs: who opens a page afterwards gets the dashboard.
  if (!built && isCheckout(dashboardFolder)) dashboard.onMissing = () => void renewDashboard({ dashboard });
}

/** Whoever types a command is told what is wrong, and not where in the program. */
function throwSentence(error: unknown): never {
  throw new Error(sentenceOf(error), { cause: error });
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port; choose another one with PORT.`;
  }
  return error.stack ?? error.message;
}

async function settle({ prepare }: Pick<Service, 'prepare'>): Promise<void> {
  await prepare();
  releaseStartMemory();
  for (const flag of compileSooner) setFlagsFromString(flag);
}

/** Most of what a start allocates is garbage once it is done; without a push it stays for as long as the service idles. */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
