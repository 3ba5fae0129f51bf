import { type Budget, budgetEndpoints as endpoints } from '@parley/contract';
import type { BudgetService } from '../../../features/money/billing/budget-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface BudgetRouteParts {
  budgets: BudgetService;
  workspaces: WorkspaceService;
  audit: Pick<AuditLog, 'record'>;
}

export function budgetRoutes({ budgets, workspaces, audit }: BudgetRouteParts): Route[] {
  const note = noteInto(audit);
  const placeOf = async (call: EdgeCall, named: string | undefined) => {
    const id = managedWorkspace(call, named);
    return (await (id === undefined ? workspaces.first() : workspaces.get(id))).id;
  };
  const budgetOf = async (id: string, call: EdgeCall) => {
    const budget = await budgets.find(id);
    requireManaged(call, budget.workspace_id, `budget ${id}`);
    return budget;
  };
  const changedOf = async (id: string, call: EdgeCall) => {
    const budget = await budgetOf(id, call);
    requireOperator(call, budget.scope);
    return budget;
  };
  return [
    route(endpoints.createBudget, async ({ body, call }) => {
      requireOperator(call, body.scope);
      const budget = await budgets.create(body, await placeOf(call, body.workspace_id));
      const { scope, target, amount_usd, period } = budget;
      await note(call, {
        action: 'budget.create',
        target: budget.id,
        workspaceId: budget.workspace_id,
        details: { scope, target, amount_usd, period },
      });
      return budget;
    }),
    route(endpoints.listBudgets, ({ query: { workspace_id: named, ...rest }, call }) =>
      budgets.list({ ...rest, workspaceId: managedWorkspace(call, named) }),
    ),
    route(endpoints.getBudget, async ({ params, query, call }) => {
      await budgetOf(params.id, call);
      return budgets.get(params.id, query.subject);
    }),
    route(endpoints.updateBudget, async ({ params, body, call }) => {
      const { workspace_id: workspaceId } = await changedOf(params.id, call);
      const budget = await budgets.update(params.id, body);
      await note(call, {
        action: 'budget.update',
        target: params.id,
        workspaceId,
        details: { fields: Object.keys(body) },
      });
      return budget;
    }),
    route(endpoints.deleteBudget, async ({ params, call }) => {
      const { workspace_id: workspaceId } = await changedOf(params.id, call);
      await budgets.delete(params.id);
      await note(call, { action: 'budget.delete', target: params.id, workspaceId });
      return { id: params.id, deleted: true as const };
    }),
  ];
}

/** What a workspace may cost as a whole is decided by who runs the installation. */
function requireOperator({ confinedTo }: EdgeCall, scope: Budget['scope']): void {
  if (confinedTo === null || scope !== 'workspace') return;
  throw new AppError('forbidden', 'Budgets of a whole workspace are set by owners and admins of the installation', {
    title: 'scope is not valid',
  });
}
