import type { ModelRouter } from '../features/models/model-router.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../features/people/workspaces/workspace-service.ts';
import { askJudge } from '../features/text/guards/ask-judge.ts';
import { askWebhook } from '../features/text/guards/ask-webhook.ts';
import { FindThreads } from '../features/text/guards/find-threads.ts';
import { GuardBook, toActive } from '../features/text/guards/guard-book.ts';
import { GuardRepository } from '../features/text/guards/guard-repository.ts';
import { GuardService } from '../features/text/guards/guard-service.ts';
import { Guarding, type GuardingParts } from '../features/text/guards/guarding.ts';
import type { PromptLibrary } from '../features/text/prompts/prompt-library.ts';
import { guardRoutes } from '../http/routes/admin/guard-routes.ts';
import type { Platform } from './platform.ts';

/** What looks at calls for text. */
export function composeGuards(
  { clock, database: { db }, fetcher }: Platform,
  {
    models,
    prompts,
    workspaces,
    audit,
  }: { models: ModelRouter; prompts: PromptLibrary; workspaces: WorkspaceService; audit: AuditLog },
) {
  const repository = new GuardRepository({ db });
  const ask: GuardingParts['ask'] = (check, text, { guard, stage, call, model }) =>
    check.type === 'webhook'
      ? askWebhook(fetcher, {
          url: check.url,
          ...(check.timeout_ms !== undefined && { timeoutMs: check.timeout_ms }),
          question: { guard, stage, text, request_id: call.requestId },
          signal: call.signal,
        })
      : askJudge(check, text, { call, models, prompts, model });
  const finder = new FindThreads();
  const parts = { ask, finder, placeholders: prompts.text('placeholders') };
  const book = new GuardBook({ ...parts, repository, now: () => clock.now() });
  const service = new GuardService({
    repository,
    clock,
    onChange: (workspaceId) => book.forget(workspaceId),
    ready: (row, call) => {
      const guard = toActive(row);
      return { guard, guarding: new Guarding({ ...parts, guards: [guard] }, call) };
    },
  });
  return { book, routes: guardRoutes({ guards: service, workspaces, audit }), close: () => finder.close() };
}
