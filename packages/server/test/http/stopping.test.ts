import { Agent, get as httpGet } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as setDelay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { finish } from '../scripted-language-model.ts';
import { SmallBalancer } from '../small-balancer.ts';
import { apiKey, eventsIn, routerOf, startTestService } from '../test-service.ts';

const ask = (url: string, stream: boolean) =>
  fetch(`${url}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'x', stream }),
  });

function held(): { model: LanguageModel; begun: Promise<void>; release: () => void } {
  let begin = () => {};
  let release = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const model: LanguageModel = {
    id: 'held',
    embedded: false,
    async *stream(_prompt, signal) {
      yield { type: 'text-delta', text: 'A' };
      begin();
      await Promise.race([
        gate,
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      yield finish();
    },
  };
  return { model, begun, release };
}

it('lets open requests end within the grace', async () => {
  const { model, begun, release } = held();
  const service = await startTestService({ replacements: { models: routerOf(model) } });
  const answer = ask(service.url, false);
  await begun;
  const closed = service.close();
  release();
  expect((await answer).status).toBe(200);
  await closed;
});

it('ends streams cleanly after it', async () => {
  const { model, begun } = held();
  const env = { SHUTDOWN_GRACE_MS: '50' };
  const service = await startTestService({ env, replacements: { models: routerOf(model) } });
  const stream = ask(service.url, true);
  const plain = ask(service.url, false);
  await begun;
  await stream;
  const closed = service.close();
  expect(eventsIn(await (await stream).text()).at(-1)).toMatchObject({ code: 'service_unavailable', done: true });
  expect((await plain).status).toBe(503);
  await closed;
});

it('takes calls without a body that name its type all the same', async () => {
  const service = await startTestService();
  const reply = await service.call('DELETE', '/v1/files/none', '', {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
  });
  expect(reply.status).toBe(404);
  expect((await service.call('POST', '/v1/answer', '')).json).toMatchObject({ error: 'query is required' });
  await service.close();
});

it('takes what balancers still send until they have read that it stops, and keeps no connection', async () => {
  const { model, begun, release } = held();
  release();
  const env = { SHUTDOWN_DELAY_MS: '1500' };
  const service = await startTestService({ env, replacements: { models: routerOf(model) } });
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'keep-alive']);
  const closed = service.close();
  const stopping = await fetch(`${service.url}/readyz`);
  expect(stopping.status).toBe(503);
  expect(await stopping.json()).toMatchObject({ status: 'not_ready', parts: { process: { ok: false } } });
  const answer = await ask(service.url, false);
  await begun;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await closed;
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
});

it('gives back unbegun what a proxy can send to another process, once it stops', async () => {
  const { model, release } = held();
  release();
  const service = await startTestService({
    env: { SHUTDOWN_DELAY_MS: '5000' },
    replacements: { models: routerOf(model) },
  });
  const post = (place: string, query = 'x') =>
    fetch(`${service.url}/v1/answer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'x-another-process': place,
      },
      body: JSON.stringify({ query }),
    });
  const before = await post('@another');
  expect([before.status, before.headers.get('x-accel-redirect')]).toEqual([200, null]);
  const closed = service.close();
  const given = await post('@another');
  expect([given.status, given.headers.get('x-accel-redirect')]).toEqual([503, '@another']);
  expect(await given.json()).toMatchObject({ code: 'service_unavailable' });
  // What is still on its way is read to its end, or its sender would see a broken connection.
  const large = await post('@another', 'x'.repeat(8_000_000));
  expect([large.status, large.headers.get('x-accel-redirect')]).toEqual([503, '@another']);
  // Whoever names no place of nginx is answered until the end.
  const other = await post('/etc/passwd');
  expect([other.status, other.headers.get('x-accel-redirect')]).toEqual([200, null]);
  await closed;
});

it('closes connections that are kept and not used while it still accepts', async () => {
  const service = await startTestService({ env: { SHUTDOWN_DELAY_MS: '2000' } });
  const agent = new Agent({ keepAlive: true });
  const get = (path: string) =>
    new Promise<Socket>((resolve, reject) => {
      const request = httpGet(`${service.url}${path}`, { agent }, (response) => {
        response.resume().on('end', () => resolve(request.socket ?? new Socket()));
      });
      request.on('error', reject);
    });
  const kept = await get('/healthz');
  const closed = service.close();
  await new Promise((resolve) => kept.once('close', resolve));
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  agent.destroy();
  await closed;
});

it('loses no call in a rolling restart behind a balancer that keeps connections and sends nothing twice', async () => {
  const env = { SHUTDOWN_DELAY_MS: '1000' };
  const { model, release } = held();
  release();
  const start = () => startTestService({ env, replacements: { models: routerOf(model) } });
  const upstreams = await Promise.all([start(), start()]);
  const balancer = new SmallBalancer(() => upstreams.map(({ url }) => url));
  const failures: string[] = [];
  let [isOver, sent] = [false, 0];
  const caller = async () => {
    while (!isOver) {
      sent++;
      // A key has a limit of requests a minute.
      await setDelay(50);
      await balancer.post('/v1/answer', { query: 'x' }).then(
        (status) => status === 200 || failures.push(String(status)),
        (error: unknown) => failures.push(String(error)),
      );
    }
  };
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  for (const index of [0, 1]) {
    const old = upstreams[index]!;
    const next = await start();
    await old.close();
    upstreams[index] = next;
  }
  isOver = true;
  await callers;
  balancer.close();
  for (const service of upstreams) await service.close();
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(50);
}, 60_000);
