import { evaluationEndpoints as endpoints, isAtLeast } from '@parley/contract';
import type { EvaluationRuns } from '../../../features/evaluation/evaluation-runs.ts';
import type { EvaluationSets } from '../../../features/evaluation/evaluation-sets.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { type Route, route } from '../../route.ts';

export interface EvaluationRouteParts {
  sets: EvaluationSets;
  runs: EvaluationRuns;
  audit: Pick<AuditLog, 'record'>;
}

/** Sets of calls, and what came out when they were played. */
export function evaluationRoutes({ sets, runs, audit }: EvaluationRouteParts): Route[] {
  return [
    route(endpoints.listEvaluationSets, ({ query, call }) => sets.list(call.workspaceId, query)),
    route(endpoints.createEvaluationSet, ({ body, call }) => sets.create(body, call)),
    route(endpoints.getEvaluationSet, ({ params, call }) => sets.get(call.workspaceId, params.set_id)),
    route(endpoints.updateEvaluationSet, ({ params, body, call }) =>
      sets.update(call.workspaceId, params.set_id, body),
    ),
    route(endpoints.deleteEvaluationSet, async ({ params, call }) => {
      await sets.delete(call.workspaceId, params.set_id);
      return { id: params.set_id, deleted: true as const };
    }),
    route(endpoints.listEvaluationCases, ({ params, query, call }) =>
      sets.cases(call.workspaceId, params.set_id, query),
    ),
    route(endpoints.addEvaluationCases, async ({ params, body, call }) => {
      const added = await sets.add(params.set_id, body, { ...call, seesAll: seesAll(call) });
      if (body.from_calls && added.data.length > 0) await noteReading(audit, call, params.set_id);
      return added;
    }),
    route(endpoints.updateEvaluationCase, ({ params, body, call }) =>
      sets.updateCase(call.workspaceId, { id: params.set_id, caseId: params.case_id }, body),
    ),
    route(endpoints.deleteEvaluationCase, async ({ params, call }) => {
      await sets.deleteCase(call.workspaceId, { id: params.set_id, caseId: params.case_id });
      return { id: params.case_id, deleted: true as const };
    }),
    route(endpoints.listEvaluationRuns, ({ query, call }) => runs.list(call.workspaceId, query)),
    route(endpoints.createEvaluationRun, ({ body, call }) => runs.create(body, call)),
    route(endpoints.getEvaluationRun, ({ params, call }) => runs.get(call.workspaceId, params.run_id)),
    route(endpoints.cancelEvaluationRun, ({ params, call }) => runs.cancel(call.workspaceId, params.run_id)),
    route(endpoints.deleteEvaluationRun, async ({ params, call }) => {
      await runs.delete(call.workspaceId, params.run_id);
      return { id: params.run_id, deleted: true as const };
    }),
    route(endpoints.listEvaluationResults, ({ params, query, call }) =>
      runs.results(call.workspaceId, params.run_id, query),
    ),
    route(endpoints.compareEvaluationRuns, ({ query, call }) => runs.compare(call.workspaceId, query)),
  ];
}

/** What others asked is for admins alone, as in the list of calls. */
const seesAll = ({ person }: Pick<EdgeCall, 'person'>): boolean =>
  person !== null && (isAtLeast(person.instanceRole, 'admin') || isAtLeast(person.role, 'admin'));

async function noteReading(audit: Pick<AuditLog, 'record'>, call: EdgeCall, setId: string): Promise<void> {
  await audit.record({
    workspaceId: call.workspaceId,
    actor: call.actor,
    action: 'call.read',
    target: setId,
    address: call.address,
    details: { into: 'evaluation set' },
  });
}
