import { join } from 'node:path';
import type { ProviderSettings } from '../config/provider-settings.ts';
import type { EngineFigures } from '../features/money/billing/engine-figures.ts';
import { EngineSightings } from '../features/money/billing/engine-sightings.ts';
import { RunMeters } from '../features/money/billing/run-meters.ts';
import { UsageJournal } from '../features/money/billing/usage-journal.ts';
import { UsageRepository } from '../features/money/billing/usage-repository.ts';
import { UsageService } from '../features/money/billing/usage-service.ts';
import { UsageWriter } from '../features/money/billing/usage-writer.ts';
import { AuditLog } from '../features/people/audit/audit-log.ts';
import { hashApiKey } from '../features/people/keys/api-key.ts';
import { Authenticator } from '../features/people/keys/authenticator.ts';
import { KeyOrigins } from '../features/people/keys/key-origins.ts';
import { KeyRepository } from '../features/people/keys/key-repository.ts';
import { KeyService } from '../features/people/keys/key-service.ts';
import { type WorkspaceCleaner, WorkspaceService } from '../features/people/workspaces/workspace-service.ts';
import { IdempotencyService } from '../features/runs/idempotency/idempotency-service.ts';
import { adminRoutes } from '../http/routes/admin/admin-routes.ts';
import { budgetRoutes } from '../http/routes/admin/budget-routes.ts';
import { erasureRoutes } from '../http/routes/admin/erasure-routes.ts';
import { holdRoutes } from '../http/routes/admin/hold-routes.ts';
import { composeBudgets } from './budgets.ts';
import { composeErasure } from './erasure.ts';
import { composePeople } from './people.ts';
import type { Platform } from './platform.ts';
import { composeUnpriced } from './prices.ts';

const sweepMs = 60 * 60_000;

/** Workspaces, keys, usage, audit and idempotency. */
export async function composeAccounts(platform: Platform, figures: EngineFigures) {
  const { clock, counters, database, disk, logger, config } = platform;
  const { db, dialect } = database;
  const { apiKey, adminKey, dataDir } = config.server;

  const repository = new UsageRepository({ db, dialect, isExported: config.server.ledgerExportUrl !== undefined });
  const writer = new UsageWriter({
    repository,
    journal:
      dataDir === ':memory:'
        ? null
        : new UsageJournal({ directory: join(dataDir, 'usage-journal'), releaseReserve: () => disk.release() }),
    safeIn: dialect === 'sqlite' && dataDir !== ':memory:' ? 'journal' : 'database',
    onError: (error) => logger.error({ error }, 'usage records could not be stored; they are kept and tried again'),
  });
  await writer.recover();
  const idempotency = new IdempotencyService({
    db,
    clock,
    onError: (error) => logger.error({ error }, 'an answer could not be kept under its Idempotency-Key'),
  });
  const cleaners: WorkspaceCleaner[] = [
    // What the journal still holds of a workspace must not come in after its records were deleted.
    () => writer.flush(),
    (workspaceId) => idempotency.forgetWorkspace(workspaceId),
  ];
  const workspaces = new WorkspaceService({ db, clock, cleaners });
  const keyRepository = new KeyRepository({
    db,
    clock,
    defaultLimits: config.limits,
    environmentHashes: new Set([apiKey, adminKey].filter((key) => key !== undefined).map(hashApiKey)),
  });
  const audit = new AuditLog({ db, clock });
  const people = composePeople(platform, { keys: keyRepository, audit });
  cleaners.push(people.forgetWorkspace);
  const authenticator = new Authenticator({ keys: keyRepository, counters, clock, sessions: people.access });
  people.keyHolders.push((hash) => authenticator.forget(hash));
  await authenticator.start();
  const keys = new KeyService({ keys: keyRepository, authenticator, clock, flushUsage: () => writer.flush() });
  const keyOrigins = new KeyOrigins(keyRepository, clock);
  await idempotency.sweep({ dropRunning: dialect === 'sqlite' });
  const sweep = setInterval(() => {
    idempotency.sweep({ dropRunning: false }).catch((error) => logger.error({ error }, 'sweep failed'));
    people.sweep().catch((error) => logger.error({ error }, 'old sessions could not be removed'));
  }, sweepMs).unref();

  const budgets = composeBudgets(platform, writer);
  cleaners.push(budgets.forgetWorkspace);
  const sightings = new EngineSightings();
  let isUnpriced = composeUnpriced(platform, config.models.providers);
  const usage = new UsageService({
    repository,
    budgets: budgets.guard,
    book: budgets.book,
    onCounted: (owners, at) => budgets.watch.counted(owners, at),
    forgetBudgets: budgets.forgetUser,
    counters,
    writer,
    clock,
    sightings,
    figures,
    isUnpriced: (engine) => isUnpriced(engine),
    onError: (error) => logger.error({ error }, 'a call could not be settled'),
  });

  const meters = new RunMeters({ keys: keyRepository, usage });
  const { workspace, createdKeys } = await database.alone(() => firstThings(platform, { workspaces, keys }));
  if (adminKey) await authenticator.remember(adminKey);

  const { erasures, erasers } = composeErasure(platform);
  return {
    workspaces,
    routes: [
      ...adminRoutes({ workspaces, keys, usage, audit, erasures }),
      ...budgetRoutes({ budgets: budgets.service, workspaces, audit }),
      ...erasureRoutes({ erasures, workspaces, audit }),
      ...holdRoutes({ holds: platform.holds, workspaces, audit }),
      ...people.routes(authenticator),
    ],
    /** Each capability that keeps something of end users adds what removes it. */
    erasers,
    budgets: budgets.guard,
    people,
    authenticator,
    keyOrigins,
    usage,
    sightings,
    writer,
    days: repository.days,
    meters,
    keyRecords: keyRepository,
    /** The providers of models have changed, and with them of which engines a price is known. */
    noteProviders: (providers: readonly ProviderSettings[]) => {
      isUnpriced = composeUnpriced(platform, providers);
    },
    audit,
    idempotency,
    keys,
    /** Each capability that keeps something for a workspace adds what removes it. */
    cleaners,
    createdKeys,
    defaultWorkspaceId: workspace.id,
    /** Takes an end user out of the records of calls, kept answers and the audit log. */
    async forgetUser(user: { workspaceId: string; userId: string }) {
      await idempotency.forgetUser(user);
      await usage.forgetUser(user);
      return { audit_events: await audit.forgetUser(user) };
    },
    close: async () => {
      clearInterval(sweep);
      await budgets.close();
      await writer.close();
    },
  };
}

/** The first workspace and the first keys: two processes that meet an empty database make one of each. */
async function firstThings(
  { config, logger }: Platform,
  { workspaces, keys }: { workspaces: WorkspaceService; keys: KeyService },
) {
  const { apiKey, adminKey } = config.server;
  const workspace = await workspaces.first();
  if (apiKey && !(await keys.ensure(apiKey, { kind: 'key', workspaceId: workspace.id }))) {
    logger.error('the key that PARLEY_API_KEY names was revoked; name another one');
  }
  if (adminKey && !(await keys.ensure(adminKey, { kind: 'admin' }))) {
    logger.error('the key that PARLEY_ADMIN_KEY names was revoked; name another one, or none to have one made');
  }
  const createdKeys = {
    apiKey: apiKey ? null : await keys.createFirst(workspace.id),
    adminKey: adminKey ? null : await keys.createFirstAdmin(),
  };
  return { workspace, createdKeys };
}
