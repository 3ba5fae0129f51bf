import { hash } from 'node:crypto';
import {
  type CreatedWebhookEndpoint,
  type JsonObject,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEvents,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import { deriveKey } from '../../../lib/secrets.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import { sendWebhook } from '../../../outbound/guard/send-webhook.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Job, JobQueue } from '../../../ports/job-queue.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import type { DeliveryRow, WebhookRepository, WebhookRow } from './webhook-repository.ts';

export interface WebhookServiceParts {
  repository: WebhookRepository;
  outbox: Outbox;
  onError: (error: unknown) => void;
  fetcher: Pick<GuardedFetcher, 'fetch'>;
  jobs: JobQueue;
  clock: Clock;
  /** The installation's secrets, newest first. */
  secrets: readonly string[];
}

type Event = WebhookDelivery['event'];
interface DeliveryPayload extends JsonObject {
  deliveryId: string;
}

const kind = 'webhook-delivery';
const maxAttempts = 9;
const backoffMs = 5_000;
const deadlineMs = 24 * 60 * 60_000;
const keptDeliveries = 500;
const keptMs = 30 * 24 * 60 * 60_000;
/** Of one workspace; each event goes to every one. */
const maxWebhooks = 20;
const longestError = 300;
/** Between two looks at what is to be told; what this process stores is told at once. */
const lookMs = 5_000;
const soonMs = 50;
const batch = 100;

/** Sends events of a workspace to addresses, signed as Standard Webhooks say, again until they are taken; and remembers what it sent. */
export class WebhookService {
  readonly #parts: WebhookServiceParts;
  #timer: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;
  #dispatching: Promise<void> = Promise.resolve();

  constructor(parts: WebhookServiceParts) {
    this.#parts = parts;
    parts.jobs.register<DeliveryPayload>({
      name: kind,
      concurrency: 4,
      maxAttempts,
      backoffMs,
      deadlineMs,
      run: (job) => this.#deliver(job),
      onFailed: async ({ payload }, error) => {
        await parts.repository.updateDelivery(payload.deliveryId, {
          status: 'failed',
          error: reasonOf(error),
          ended_at: parts.clock.now(),
        });
      },
    });
  }

  async create(request: { workspaceId: string; url: string; events?: Event[] }): Promise<CreatedWebhookEndpoint> {
    const { repository, clock } = this.#parts;
    requireAddress(request.url);
    const known = await repository.list({ workspaceId: request.workspaceId, limit: maxWebhooks });
    if (known.length >= maxWebhooks) {
      throw new AppError('conflict', `A workspace has at most ${maxWebhooks} webhooks; delete one that is not needed`);
    }
    const row = {
      id: newId('whk'),
      workspace_id: request.workspaceId,
      url: request.url,
      events: JSON.stringify(request.events ?? webhookEvents),
      is_active: 1,
      created_at: clock.now(),
    };
    await repository.insert(row);
    const [key] = this.#keys(row.id);
    return { ...(await this.#toWebhook(row)), secret: `whsec_${key?.toString('base64') ?? ''}` };
  }

  async list(query: {
    workspaceId?: string | undefined;
    limit?: number;
    after?: string;
  }): Promise<Page<WebhookEndpoint>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.list({ workspaceId: query.workspaceId, limit: limit + 1, after });
    const { data, ...rest } = toPage(
      rows,
      limit,
      (row) => row,
      (row) => cursorOf(row.created_at, row.id),
    );
    return { ...rest, data: await Promise.all(data.map((row) => this.#toWebhook(row))) };
  }

  async find(id: string): Promise<WebhookRow> {
    const row = await this.#parts.repository.find(id);
    if (!row) throw new AppError('not_found', `There is no webhook ${id}`);
    return row;
  }

  async update(id: string, changes: { url?: string; events?: Event[]; active?: boolean }): Promise<WebhookEndpoint> {
    if (changes.url !== undefined) requireAddress(changes.url);
    await this.#parts.repository.update(id, {
      ...(changes.url !== undefined && { url: changes.url }),
      ...(changes.events !== undefined && { events: JSON.stringify(changes.events) }),
      ...(changes.active !== undefined && { is_active: changes.active ? 1 : 0 }),
    });
    return this.#toWebhook(await this.find(id));
  }

  delete(id: string): Promise<void> {
    return this.#parts.repository.delete(id);
  }

  /** Gives what happened to the webhooks that want it, from now on and what an earlier process did not come to. */
  start(): void {
    this.#parts.outbox.listen(() => this.#wake(soonMs));
    this.#timer = setInterval(() => this.#wake(0), lookMs).unref();
    this.#wake(0);
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    if (this.#soon) clearTimeout(this.#soon);
    this.#parts.outbox.listen(() => {});
    await this.#dispatching;
  }

  /** The transaction in which an event is stored ends a moment later. */
  #wake(afterMs: number): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      this.#dispatching = this.#dispatching.then(() => this.#dispatch()).catch(this.#parts.onError);
    }, afterMs).unref();
  }

  async #dispatch(): Promise<void> {
    const { outbox } = this.#parts;
    for (;;) {
      const events = await outbox.waiting(batch);
      for (const event of events) {
        await this.#hand(event);
        await outbox.done(event.id);
      }
      if (events.length < batch) return;
    }
  }

  /** A delivery has the id of its event and webhook: handed out twice, by two processes or after a kill, it is one. */
  async #hand({ id, workspace_id: workspaceId, event, data, created_at: at }: OutboxRow): Promise<void> {
    for (const webhook of await this.#parts.repository.list({ workspaceId, limit: maxWebhooks })) {
      if (webhook.is_active !== 1 || !eventsOf(webhook).includes(event)) continue;
      const deliveryId = `evt_${hash('sha256', `${id} ${webhook.id}`).slice(0, 32)}`;
      await this.#send(webhook, { id: deliveryId, event, data: JSON.parse(data), at });
    }
  }

  test(webhook: WebhookRow): Promise<WebhookDelivery> {
    const [id, at] = [newId('evt'), this.#parts.clock.now()];
    return this.#send(webhook, { id, event: 'webhook.test', data: { webhook_id: webhook.id }, at });
  }

  async deliveries(webhookId: string, query: { limit?: number; after?: string }): Promise<Page<WebhookDelivery>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.deliveries(webhookId, { limit: limit + 1, after });
    return toPage(rows, limit, toDelivery, (row) => cursorOf(row.created_at, row.id));
  }

  /** The same body under the same id: receivers know it again. Throws `conflict` while it is on its way. */
  async redeliver(webhookId: string, id: string): Promise<WebhookDelivery> {
    const { repository, jobs } = this.#parts;
    const row = await repository.delivery(id);
    if (!row || row.webhook_id !== webhookId) throw new AppError('not_found', `There is no delivery ${id}`);
    if (row.status === 'waiting') throw new AppError('conflict', `The delivery ${id} is on its way; wait for its end`);
    await repository.updateDelivery(id, { status: 'waiting', ended_at: null });
    await jobs.enqueue(kind, { deliveryId: id }, { id });
    return toDelivery({ ...row, status: 'waiting', ended_at: null });
  }

  sweep(): Promise<void> {
    return this.#parts.repository.deleteDeliveriesBefore(this.#parts.clock.now() - keptMs);
  }

  async #send(
    webhook: WebhookRow,
    { id, event, data, at }: { id: string; event: Event; data: JsonObject; at: number },
  ): Promise<WebhookDelivery> {
    const { repository, jobs, clock } = this.#parts;
    const row: DeliveryRow = {
      id,
      webhook_id: webhook.id,
      event,
      status: 'waiting',
      attempts: 0,
      response_status: null,
      error: null,
      body: JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data }),
      created_at: clock.now(),
      ended_at: null,
    };
    await repository.insertDelivery(row, keptDeliveries);
    const stored = (await repository.delivery(id)) ?? row;
    if (stored.status === 'waiting') await jobs.enqueue(kind, { deliveryId: id }, { id });
    return toDelivery(stored);
  }

  async #deliver({ payload, signal }: Job<DeliveryPayload>): Promise<void> {
    const { repository, fetcher, clock } = this.#parts;
    const delivery = await repository.delivery(payload.deliveryId);
    const webhook = delivery && (await repository.find(delivery.webhook_id));
    // Deleted meanwhile: nobody wants it.
    if (!delivery || !webhook) return;
    const attempts = delivery.attempts + 1;
    try {
      const { id, body } = delivery;
      const keys = this.#keys(webhook.id);
      const status = await sendWebhook(fetcher, { url: webhook.url, id, body, now: clock.now(), keys, signal });
      await repository.updateDelivery(id, { attempts, response_status: status, error: null });
      if (status < 200 || status > 299) throw new Error(`the address answered ${status}`);
      await repository.updateDelivery(id, { status: 'delivered', ended_at: clock.now() });
    } catch (error) {
      await repository.updateDelivery(delivery.id, { attempts, error: reasonOf(error) });
      // An address that is refused now may be let through by a setting, so even that is tried again.
      throw new Error(reasonOf(error), { cause: error });
    }
  }

  async #toWebhook(row: WebhookRow): Promise<WebhookEndpoint> {
    const [last] = await this.#parts.repository.deliveries(row.id, { limit: 1 });
    return {
      id: row.id,
      workspace_id: row.workspace_id,
      url: row.url,
      events: eventsOf(row),
      active: row.is_active === 1,
      created_at: new Date(row.created_at).toISOString(),
      last_delivery: last ? { status: last.status, at: new Date(last.created_at).toISOString() } : null,
    };
  }

  #keys(webhookId: string): Buffer[] {
    return this.#parts.secrets.map((secret) => deriveKey(secret, `webhook endpoint ${webhookId}`));
  }
}

function eventsOf({ events }: WebhookRow): Event[] {
  const given: unknown = JSON.parse(events);
  return webhookEvents.filter((event) => Array.isArray(given) && given.includes(event));
}

function requireAddress(url: string): void {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address && /^https?:$/.test(address.protocol) && address.username === '' && address.password === '') return;
  throw new AppError('invalid_request', 'url must be an address that begins with https://, without a user name', {
    title: 'url is not valid',
    param: 'url',
  });
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    error: row.error,
    body: row.body,
    created_at: new Date(row.created_at).toISOString(),
    ended_at: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
  };
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestError);
