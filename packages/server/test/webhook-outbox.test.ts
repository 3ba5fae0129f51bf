import { expect, it } from 'vitest';
import { LocalJobQueue } from '../src/adapters/local-queue/local-job-queue.ts';
import type { Database } from '../src/db/open-database.ts';
import { Outbox } from '../src/features/runs/webhooks/outbox.ts';
import { WebhookRepository } from '../src/features/runs/webhooks/webhook-repository.ts';
import { WebhookService } from '../src/features/runs/webhooks/webhook-service.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';

const ready = { workspaceId: 'w1', event: 'file.ready', data: { file: { id: 'f1' } } } as const;

async function setup({ db }: Database) {
  for (const id of ['w1', 'w2'])
    await db.insertInto('workspaces').values({ id, name: id, created_at: 1, budget_nanos: null }).execute();
  const clock = new FakeClock();
  const outbox = new Outbox({ db, clock });
  const repository = new WebhookRepository({ db });
  const errors: unknown[] = [];
  /** As in a process of its own. */
  const open = () => {
    const jobs = new LocalJobQueue({ db });
    const own = new Outbox({ db, clock });
    const fetcher = { fetch: () => Promise.reject(new Error('not asked')) };
    const onError = (error: unknown) => void errors.push(error);
    return new WebhookService({ repository, outbox: own, fetcher, jobs, clock, secrets: ['a secret'], onError });
  };
  const waiting = async () => (await outbox.waiting(9)).map(({ event }) => event);
  return { outbox, repository, errors, open, waiting };
}

onBothDatabases('what webhooks are to be told', (openDatabase) => {
  it('is stored with what happened, once, and only where somebody wants to know', async () => {
    const database = await openDatabase();
    const { outbox, open, waiting } = await setup(database);
    await outbox.add(ready);
    expect(await waiting()).toEqual([]);
    await open().create({ workspaceId: 'w1', url: 'https://hooks.example/' });
    const { db } = database;
    const failing = db.transaction().execute(async (tx) => {
      await outbox.add(ready, tx);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await waiting()).toEqual([]);
    for (let time = 0; time < 2; time++) await outbox.add({ ...ready, id: 'file-f1' });
    expect(await waiting()).toEqual(['file.ready']);
    await database.close();
  });

  it('and was left by a process that was killed is handed out by the next ones, one delivery for each webhook', async () => {
    const database = await openDatabase();
    const { outbox, repository, errors, open, waiting } = await setup(database);
    const one = open();
    const [wanting, other] = [
      await one.create({ workspaceId: 'w1', url: 'https://hooks.example/' }),
      await one.create({ workspaceId: 'w1', url: 'https://hooks.example/', events: ['alert.fired'] }),
    ];
    await one.create({ workspaceId: 'w2', url: 'https://hooks.example/' });
    await outbox.add(ready);
    const services = [one, open()];
    for (const service of services) service.start();
    await expect.poll(waiting).toEqual([]);
    for (const service of services) await service.close();
    const deliveries = await repository.deliveries(wanting.id, { limit: 9 });
    expect(deliveries).toMatchObject([{ event: 'file.ready', status: 'waiting' }]);
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({ type: 'file.ready', data: ready.data });
    expect([await repository.deliveries(other.id, { limit: 9 }), errors]).toEqual([[], []]);
    await database.close();
  });

  it('is not forgotten while it is on its way, however much there is of it', async () => {
    const database = await openDatabase();
    const { repository } = await setup(database);
    const webhook = { id: 'whk_1', workspace_id: 'w1', url: 'https://hooks.example/', events: '[]', is_active: 1 };
    await repository.insert({ ...webhook, created_at: 1 });
    const delivery = (id: string, status: 'waiting' | 'delivered') => ({
      ...({ id, webhook_id: 'whk_1', event: 'file.ready', status, attempts: 0, response_status: null } as const),
      ...{ error: null, body: '{}', created_at: Number(id), ended_at: null },
    });
    for (const id of ['1', '3', '4']) await repository.insertDelivery(delivery(id, 'waiting'), 2);
    await repository.insertDelivery(delivery('2', 'delivered'), 2);
    expect((await repository.deliveries('whk_1', { limit: 9 })).map(({ id }) => id)).toEqual(['4', '3', '1']);
    await database.close();
  });
});
