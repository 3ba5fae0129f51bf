import { LRUCache } from 'lru-cache';
import { SmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import { BudgetBook } from '../features/money/billing/budget-book.ts';
import { type BudgetFigures, BudgetGuard } from '../features/money/billing/budget-guard.ts';
import { BudgetRepository } from '../features/money/billing/budget-repository.ts';
import { BudgetService } from '../features/money/billing/budget-service.ts';
import { BudgetWatch } from '../features/money/billing/budget-watch.ts';
import { usdOf } from '../features/money/billing/cost.ts';
import { CounterHolds } from '../features/money/billing/counter-holds.ts';
import { DatabaseHolds } from '../features/money/billing/database-holds.ts';
import type { UsageWriter } from '../features/money/billing/usage-writer.ts';
import type { Platform } from './platform.ts';

/** What calls may spend, and who is told of it. */
export function composeBudgets(platform: Platform, writer: UsageWriter) {
  const { clock, config, counters, database, logger, outbox } = platform;
  const { db, dialect } = database;
  const { mail } = config.accounts;
  const repository = new BudgetRepository({ db });
  const onError = (error: unknown) => logger.error({ error }, 'what budgets hold could not be kept up');
  // Of processes that share a database and no Redis each has counters of its own.
  const isInDatabase = dialect === 'postgres' && config.server.redisUrl === undefined;
  const holds = isInDatabase ? new DatabaseHolds({ db, onError }) : new CounterHolds({ counters });
  const guard = new BudgetGuard({ ledger: writer, holds, clock, onReached: tellOfBudgets(platform) });
  const book = new BudgetBook({ repository });
  const watch = new BudgetWatch({
    guard,
    repository,
    tell: (event, within) => outbox.add(event, within),
    mailer: mail ? new SmtpMailer(mail) : null,
    clock,
    onError: (error) => logger.error({ error }, 'nobody could be told what a budget spent'),
  });
  const service = new BudgetService({
    repository,
    guard,
    book,
    flush: () => writer.flush(),
    sendsMail: mail !== undefined,
    clock,
  });
  return {
    guard,
    book,
    watch,
    service,
    forgetWorkspace: (workspaceId: string) => repository.forgetWorkspace(workspaceId),
    forgetUser: (owner: { workspaceId: string; userId: string }) => repository.forgetUser(owner),
    async close() {
      await watch.close();
      await holds.close().catch(onError);
    },
  };
}

/** Tells webhooks of a budget once in its period; a caller who goes on after it costs no query. */
function tellOfBudgets({ logger, outbox }: Platform): (reached: BudgetFigures) => void {
  const told = new LRUCache<string, true>({ max: 10_000 });
  return ({ owner, period, spentNanos }) => {
    const id = `budget-${owner.id}-${period}`;
    if (told.has(id)) return;
    told.set(id, true);
    const { made } = owner;
    const budget = {
      of: owner.label,
      id: made?.id ?? owner.id,
      ...(made && { name: made.name, subject: made.subject }),
      period,
      budget_usd: owner.budgetNanos / 1e9,
      spent_usd: usdOf(spentNanos),
    };
    outbox
      .add({ id, workspaceId: owner.workspaceId, event: 'budget.reached', data: { budget } })
      .catch((error: unknown) => {
        told.delete(id);
        logger.error({ error }, 'webhooks could not be told of a budget');
      });
  };
}
