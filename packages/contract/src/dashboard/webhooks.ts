import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { PageQuery, page } from '../page.ts';
import { NullableText, NullableTime, ofWorkspace, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const manager = { auth: 'admin', workspaceRole: 'admin', tag: dashboardTags.operation } as const;
const path = '/v1/admin/webhooks';

export const webhookEvents = [
  'file.ready',
  'file.failed',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'budget.warning',
  'budget.reached',
  'connection.lost',
  'alert.fired',
  'alert.resolved',
  'webhook.test',
] as const;
const Events = Type.Array(Type.Enum(webhookEvents), { minItems: 1, uniqueItems: true });

export const WebhookEndpoint = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    url: Type.String(),
    events: Events,
    active: Type.Boolean(),
    created_at: Time('When it was made.'),
    last_delivery: Type.Union([
      Type.Object({ status: Type.Enum(['waiting', 'delivered', 'failed']), at: Time('When it was made.') }),
      Type.Null(),
    ]),
  },
  { $id: 'WebhookEndpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const CreatedWebhookEndpoint = Type.Object({
  ...WebhookEndpoint.properties,
  secret: Type.String({ description: '`whsec_…`, to check signatures with (Standard Webhooks). Shown this once.' }),
});
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpoint>;

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'Also in `webhook-id`; the same for every attempt.' }),
    webhook_id: Type.String(),
    event: Type.Enum(webhookEvents),
    status: Type.Enum(['waiting', 'delivered', 'failed']),
    attempts: Type.Integer(),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the last attempt.' }),
    error: NullableText('Why the last attempt failed.'),
    body: Type.String({ description: 'What was sent, as JSON text.' }),
    created_at: Time('When it was made.'),
    ended_at: NullableTime('When it was delivered or given up.'),
  },
  { $id: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const Url = Type.String({ minLength: 1, maxLength: 2000, description: 'An https address that takes a POST.' });

export const webhookEndpoints = {
  listWebhooks: endpoint({
    ...manager,
    id: 'listWebhooks',
    method: 'GET',
    path,
    summary: 'List webhooks, newest first',
    query: Type.Object({ ...PageQuery.properties, ...ofWorkspace }),
    responses: { 200: page(WebhookEndpoint) },
  }),
  createWebhook: endpoint({
    ...manager,
    id: 'createWebhook',
    method: 'POST',
    path,
    summary: 'Have events sent to an address',
    body: Type.Object({
      workspace_id: Type.Optional(
        Type.String({ description: 'Default: the first workspace that the caller may manage.' }),
      ),
      url: Url,
      events: Type.Optional(Events),
    }),
    responses: { 200: CreatedWebhookEndpoint },
    example: { url: 'https://app.example.com/parley' },
  }),
  updateWebhook: endpoint({
    ...manager,
    id: 'updateWebhook',
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a webhook',
    params: IdParams,
    body: Type.Object({
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      active: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: WebhookEndpoint },
  }),
  deleteWebhook: endpoint({
    ...manager,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a webhook and its deliveries',
    params: IdParams,
    responses: { 200: Deleted },
  }),
  testWebhook: endpoint({
    ...manager,
    id: 'testWebhook',
    method: 'POST',
    path: `${path}/{id}/test`,
    summary: 'Send a `webhook.test`',
    params: IdParams,
    responses: { 200: WebhookDelivery },
  }),
  listDeliveries: endpoint({
    ...manager,
    id: 'listDeliveries',
    method: 'GET',
    path: `${path}/{id}/deliveries`,
    summary: 'List what was sent, newest first',
    description: 'The newest 500 of each webhook are kept, for 30 days.',
    params: IdParams,
    query: PageQuery,
    responses: { 200: page(WebhookDelivery) },
  }),
  redeliver: endpoint({
    ...manager,
    id: 'redeliver',
    method: 'POST',
    path: `${path}/{id}/deliveries/{delivery_id}/retry`,
    summary: 'Send a delivery again',
    params: Type.Object({ id: Type.String(), delivery_id: Type.String() }),
    responses: { 200: WebhookDelivery },
  }),
};
