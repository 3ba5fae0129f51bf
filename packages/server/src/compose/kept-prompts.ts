import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../features/people/workspaces/workspace-service.ts';
import { PromptBook } from '../features/text/kept-prompts/prompt-book.ts';
import { PromptRepository } from '../features/text/kept-prompts/prompt-repository.ts';
import { type PromptEvaluations, PromptStore } from '../features/text/kept-prompts/prompt-store.ts';
import { promptRoutes } from '../http/routes/admin/prompt-routes.ts';
import type { Platform } from './platform.ts';

/** Prompts that callers keep. */
export function composeKeptPrompts(
  { clock, database: { db } }: Platform,
  {
    workspaces,
    audit,
    flush,
    evaluations,
  }: {
    workspaces: WorkspaceService;
    audit: AuditLog;
    flush: () => Promise<void>;
    evaluations: PromptEvaluations;
  },
) {
  const repository = new PromptRepository({ db });
  const book = new PromptBook({ repository, now: () => clock.now() });
  const prompts = new PromptStore({
    repository,
    flush,
    clock,
    evaluations,
    onChange: (workspaceId) => book.forget(workspaceId),
  });
  return { book, routes: promptRoutes({ prompts, workspaces, audit }) };
}
