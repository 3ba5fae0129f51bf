import type { RunMeters } from '../features/money/billing/run-meters.ts';
import { deleteRunsOf } from '../features/runs/background/run-repository.ts';
import type { RunKind, RunTypes } from '../features/runs/background/run-types.ts';
import { Runs } from '../features/runs/background/runs.ts';
import type { Platform } from './platform.ts';

export type RunRoom = ReturnType<typeof composeRuns>;

const sweepMs = 15 * 60_000;

/** What goes on after its call. Each capability opens its kind while the service is put together. */
export function composeRuns(platform: Platform, meters: RunMeters) {
  const { clock, database, fetcher, holds, jobs, logger, outbox, secrets } = platform;
  const { db } = database;
  const all: Pick<Runs<RunTypes>, 'recover' | 'sweep' | 'forgetUser' | 'remove'>[] = [];
  const openMeter: RunMeters['open'] = (run, endpoint) => meters.open(run, endpoint);
  const sweep = async () => {
    for (const runs of all) {
      await runs.sweep().catch((error: unknown) => logger.error({ error }, 'runs that are over could not be swept'));
    }
  };
  const timer = setInterval(() => void sweep(), sweepMs).unref();
  return {
    open<T extends RunTypes>(kind: RunKind<T>): Runs<T> {
      const runs = new Runs<T>({ db, jobs, outbox, clock, fetcher, holds, secrets, openMeter }, kind);
      all.push(runs);
      return runs;
    },
    /** Goes on with what a process was killed in, and begins the sweeps. */
    async start() {
      for (const runs of all) await runs.recover();
      void sweep();
    },
    forgetWorkspace: (workspaceId: string) => deleteRunsOf(db, workspaceId),
    /** Removes one that has ended, of whatever kind. */
    async remove(run: { workspaceId: string; id: string }): Promise<void> {
      for (const runs of all) if (await runs.remove(run)) return;
    },
    async forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
      for (const runs of all) await runs.forgetUser(user);
    },
    close: async () => clearInterval(timer),
  };
}
