import { operationEndpoints as alertEndpoints, webhookEndpoints } from '@parley/contract';
import type { AlertService } from '../../../features/money/alerts/alert-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import type { WebhookService } from '../../../features/runs/webhooks/webhook-service.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface AlertRouteParts {
  alerts: AlertService;
  webhooks: WebhookService;
  workspaces: WorkspaceService;
  audit: Pick<AuditLog, 'record'>;
}

/** Alerts, and the webhooks that they are sent to. */
export function alertRoutes({ alerts, webhooks, workspaces, audit }: AlertRouteParts): Route[] {
  const note = noteInto(audit);
  const placeOf = async (call: EdgeCall, named: string | undefined) => {
    const id = managedWorkspace(call, named);
    return (await (id === undefined ? workspaces.first() : workspaces.get(id))).id;
  };
  const alertOf = async (id: string, call: EdgeCall) => {
    const alert = await alerts.find(id);
    requireManaged(call, alert.workspace_id, `alert ${id}`);
    return alert;
  };
  const webhookOf = async (id: string, call: EdgeCall) => {
    const webhook = await webhooks.find(id);
    requireManaged(call, webhook.workspace_id, `webhook ${id}`);
    return webhook;
  };
  return [
    route(alertEndpoints.listAlerts, ({ query: { workspace_id: named, ...rest }, call }) =>
      alerts.list({ ...rest, workspaceId: managedWorkspace(call, named) }),
    ),
    route(alertEndpoints.createAlert, async ({ body, call }) => {
      const alert = await alerts.create(body, await placeOf(call, body.workspace_id));
      await note(call, {
        action: 'alert.create',
        target: alert.id,
        workspaceId: alert.workspace_id,
        details: { measure: alert.measure },
      });
      return alert;
    }),
    route(alertEndpoints.updateAlert, async ({ params, body, call }) => {
      const { workspace_id: workspaceId } = await alertOf(params.id, call);
      const alert = await alerts.update(params.id, body);
      await note(call, {
        action: 'alert.update',
        target: params.id,
        workspaceId,
        details: { fields: Object.keys(body) },
      });
      return alert;
    }),
    route(alertEndpoints.deleteAlert, async ({ params, call }) => {
      const { workspace_id: workspaceId } = await alertOf(params.id, call);
      await alerts.delete(params.id);
      await note(call, { action: 'alert.delete', target: params.id, workspaceId });
      return { id: params.id, deleted: true as const };
    }),
    route(webhookEndpoints.listWebhooks, ({ query: { workspace_id: named, ...rest }, call }) =>
      webhooks.list({ ...rest, workspaceId: managedWorkspace(call, named) }),
    ),
    route(webhookEndpoints.createWebhook, async ({ body, call }) => {
      const workspaceId = await placeOf(call, body.workspace_id);
      const { url, events } = body;
      const webhook = await webhooks.create({ workspaceId, url, ...(events && { events }) });
      await note(call, { action: 'webhook.create', target: webhook.id, workspaceId });
      return webhook;
    }),
    route(webhookEndpoints.updateWebhook, async ({ params, body, call }) => {
      const { workspace_id: workspaceId } = await webhookOf(params.id, call);
      const webhook = await webhooks.update(params.id, body);
      await note(call, {
        action: 'webhook.update',
        target: params.id,
        workspaceId,
        details: { fields: Object.keys(body) },
      });
      return webhook;
    }),
    route(webhookEndpoints.deleteWebhook, async ({ params, call }) => {
      const { workspace_id: workspaceId } = await webhookOf(params.id, call);
      await webhooks.delete(params.id);
      await note(call, { action: 'webhook.delete', target: params.id, workspaceId });
      return { id: params.id, deleted: true as const };
    }),
    route(webhookEndpoints.testWebhook, async ({ params, call }) => webhooks.test(await webhookOf(params.id, call))),
    route(webhookEndpoints.listDeliveries, async ({ params, query, call }) => {
      await webhookOf(params.id, call);
      return webhooks.deliveries(params.id, query);
    }),
    route(webhookEndpoints.redeliver, async ({ params, call }) => {
      await webhookOf(params.id, call);
      return webhooks.redeliver(params.id, params.delivery_id);
    }),
  ];
}
