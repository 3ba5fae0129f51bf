import { localModelEndpoints as endpoints } from '@parley/contract';
import type { LocalModelService } from '../../../features/models/local-models/local-model-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { noteInto } from '../../note-change.ts';
import { RawReply, type Route, route } from '../../route.ts';

export interface LocalModelRouteParts {
  models: LocalModelService;
  audit: Pick<AuditLog, 'record'>;
}

export function localModelRoutes({ models, audit }: LocalModelRouteParts): Route[] {
  const note = noteInto(audit);
  return [
    route(endpoints.listLocalModels, ({ call }) => models.report(call.signal)),
    route(endpoints.downloadLocalModel, async ({ body, call }) => {
      const download = await models.download(body);
      await note(call, { action: 'model.download', target: `${body.provider}/${body.name}`, workspaceId: null });
      return new RawReply({ status: 202, body: download });
    }),
    route(endpoints.deleteLocalModel, async ({ query, call }) => {
      await models.remove(query, call.signal);
      await note(call, { action: 'model.delete', target: `${query.provider}/${query.name}`, workspaceId: null });
      return { success: true };
    }),
  ];
}
