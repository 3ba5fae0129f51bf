import { localModelEndpoints as endpoints } from '@parley/contract';
import type { AuditLog } from '../../../features/audit/audit-log.ts';
import type { LocalModelService } from '../../../features/local-models/local-model-service.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { RawReply, type Route, route } from '../../route.ts';

export interface LocalModelRouteParts {
  models: LocalModelService;
  audit: Pick<AuditLog, 'record'>;
}

export function localModelRoutes({ models, audit }: LocalModelRouteParts): Route[] {
  const note = ({ actor, address }: EdgeCall, action: string, target: string) =>
    audit.record({ workspaceId: null, actor, action, target, address, details: {} });
  return [
    route(endpoints.listLocalModels, ({ call }) => models.report(call.signal)),
    route(endpoints.downloadLocalModel, async ({ body, call }) => {
      const download = await models.download(body);
      await note(call, 'model.download', `${body.provider}/${body.name}`);
      return new RawReply({ status: 202, body: download });
    }),
    route(endpoints.deleteLocalModel, async ({ query, call }) => {
      await models.remove(query, call.signal);
      await note(call, 'model.delete', `${query.provider}/${query.name}`);
      return { success: true };
    }),
  ];
}
