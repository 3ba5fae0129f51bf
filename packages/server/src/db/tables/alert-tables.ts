import type { Alert, WebhookDelivery } from '@parley/contract';

export interface AlertTables {
  alerts: {
    id: string;
    workspace_id: string;
    /** Null for the whole workspace. */
    key_id: string | null;
    name: string;
    measure: Alert['measure'];
    threshold: number;
    period: Alert['period'];
    is_active: number;
    state: Alert['state'];
    value: number | null;
    fired_at: number | null;
    checked_at: number | null;
    created_at: number;
  };
  webhooks: {
    id: string;
    workspace_id: string;
    url: string;
    /** JSON array of events. */
    events: string;
    is_active: number;
    created_at: number;
  };
  /** Events that happened and are yet to be given to webhooks; each goes when it was. */
  outbox: {
    /** The same event has the same id, however often it is put in. */
    id: string;
    workspace_id: string;
    event: WebhookDelivery['event'];
    /** JSON object. */
    data: string;
    created_at: number;
  };
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    event: WebhookDelivery['event'];
    status: WebhookDelivery['status'];
    attempts: number;
    /** Of the last attempt. */
    response_status: number | null;
    error: string | null;
    body: string;
    created_at: number;
    ended_at: number | null;
  };
}
