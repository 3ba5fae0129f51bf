import { keptReplyEndpoints as endpoints } from '@parley/contract';
import type { ReplyCache } from '../../../features/models/reply-cache.ts';
import type { ReplyClearings } from '../../../features/models/reply-clearings.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { managedWorkspace } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface KeptReplyRouteParts {
  replies: ReplyCache;
  clearings: ReplyClearings;
  audit: Pick<AuditLog, 'record'>;
}

export function keptReplyRoutes({ replies, clearings, audit }: KeptReplyRouteParts): Route[] {
  const note = noteInto(audit);
  return [
    route(endpoints.getKeptReplies, async ({ query, call }) => {
      const workspaceId = managedWorkspace(call, query.workspace_id);
      return replies.figures({ workspaceId, keyId: query.key_id, model: query.model });
    }),
    route(endpoints.clearKeptReplies, async ({ query, call }) => {
      const workspaceId = managedWorkspace(call, query.workspace_id);
      const removed = await clearings.clear({ workspaceId, keyId: query.key_id, model: query.model });
      const details = { key_id: query.key_id ?? null, model: query.model ?? null, removed };
      await note(call, {
        action: 'cache.clear',
        target: workspaceId ?? '*',
        workspaceId: workspaceId ?? null,
        details,
      });
      return { removed };
    }),
  ];
}
