import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { join, password } from '../accounts/browser.ts';
import { callbackOf, crmManifest, crmSettings, oauthAt } from '../crm-manifest.ts';
import {
  type ErasureSetting,
  type ErasureStore,
  erasureSettings,
  hasServers,
  openErasureStore,
} from '../erasure-store.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { article } from '../research/research-site.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

/* A word is planted wherever callers can put one; after a deletion no table, key and blob holds it. */

const canary = 'zanzibarcanary';
if (!hasServers) console.info('erasure on PostgreSQL, Redis and S3: skipped, their addresses are not set');
const settings = erasureSettings.filter((setting) => hasServers || !setting.startsWith('PostgreSQL'));

let vendor: FakeVendor;
const hooks: string[] = [];
const web = createServer(serveWeb);
let webAddress: string;

beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url }) =>
    url.endsWith('/token')
      ? { body: { access_token: `${canary}-access`, refresh_token: `${canary}-refresh`, token_type: 'bearer' } }
      : { body: { customers: [`${canary} & sons`] } },
  );
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  webAddress = `127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await vendor.close();
  web.closeAllConnections();
  web.close();
});

/** An encyclopedia whose only page tells of the word, and the address that is told of connections. */
function serveWeb(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://web');
  const json = (body: unknown) => void response.end(JSON.stringify(body));
  if (pathname === '/hook') {
    request.on('data', (chunk) => hooks.push(String(chunk)));
    request.on('end', () => response.end('ok'));
  } else if (pathname === '/w/rest.php/v1/search/page') {
    json({ pages: [{ id: 1, key: 'S1', title: `The ${canary}`, excerpt: `a ${canary}` }] });
  } else if (pathname === '/wiki/S1') {
    const text = `The ${canary} lives in Zanzibar. Surplus energy of the ${canary} is stored in flywheels near the coast.`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(article(`The ${canary}`, [text, text]));
  } else response.writeHead(404).end();
}

interface Setting extends ErasureStore {
  service: TestService;
  end(): Promise<void>;
}

async function open(setting: ErasureSetting): Promise<Setting> {
  const store = await openErasureStore(setting);
  const service = await startTestService({
    env: {
      ...store.env,
      ...crmSettings,
      ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${vendor.port},${webAddress}`,
      WIKIPEDIA_URL: `http://${webAddress}`,
      PAGE_INTERVAL_MS: '0',
      CALL_CONTENTS: 'keep',
      VIDEO_SECONDS: '2',
      INTEGRATIONS_WEBHOOK_URL: `http://${webAddress}/hook`,
      INTEGRATIONS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  });
  expect((await service.admin('POST', '/v1/admin/integrations', crmManifest(vendor, oauthAt(vendor)))).status).toBe(
    200,
  );
  const end = async () => {
    await service.close();
    await store.close();
  };
  return { ...store, service, end };
}

type Send = (path: string, body: object) => ReturnType<TestService['call']>;

/** Everything that names an end user: connections by both ways, runs, waiting questions, half a sign-in, kept replies. */
async function plantUser(service: TestService, send: Send): Promise<void> {
  expect((await send('/v1/integrations/hacker_news/connect', { user_id: canary })).status).toBe(200);
  const begun = await send('/v1/integrations/crm/connect', { user_id: canary });
  expect((await fetch(callbackOf(service.url, begun.json.redirect_url))).status).toBe(200);
  const run = { user_id: canary, feature_name: 'LIST', inputs: {} };
  expect((await send('/v1/integrations/crm/execute', run)).text).toContain(canary);
  await send('/v1/integrations/crm/execute', { ...run, feature_name: canary });
  await send('/v1/integrations/crm/connect', { user_id: canary, callback_url: `https://${canary}.example/` });
  const agent = {
    messages: [{ role: 'user', content: 'List customers.' }],
    integrations: [{ id: 'crm' }],
    user_id: canary,
    execute: true,
  };
  expect((await send('/v1/agent', agent)).text).toContain(canary);
}

/** Somebody who is nowhere else, what they tried, an open invitation, an alert and a webhook with what was sent to it. */
async function plantPeople(service: TestService, workspaceId: string): Promise<void> {
  const person = await join(service, { email: `${canary}@example.com`, role: 'owner', workspaceId });
  const agent = { 'user-agent': `Browser of ${canary}` };
  await person.call('POST', '/v1/session', { email: `${canary}@example.com`, password }, agent);
  const shared = { mode: 'answer', request: { query: `Who is ${canary}?` }, reply: { answer: canary }, shared: true };
  expect((await person.call('POST', '/v1/playground/runs', shared)).status).toBe(200);
  const manage = async (path: string, body: object) => {
    const reply = await person.call('POST', `/v1/admin/${path}`, body);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.json;
  };
  await manage('invitations', { email: `next-${canary}@example.com`, role: 'viewer' });
  await manage('alerts', { name: `Alert ${canary}`, measure: 'requests', threshold: 1000 });
  const { id } = await manage('webhooks', { url: `http://${webAddress}/hook?of=${canary}` });
  await manage(`webhooks/${id}/test`, {});
}

/** Sends with a key of idempotency of its own each time, so that every reply is kept. */
function sender(service: TestService, key: string): Send {
  let count = 0;
  return (path, body) =>
    service.call('POST', path, body, { authorization: `Bearer ${key}`, 'idempotency-key': `${canary}-${++count}` });
}

async function upload(service: TestService, key: string, name: string, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `${canary}-${name}` };
  const { status, json } = await uploadFile(service, name, text, {}, headers);
  expect(status).toBe(200);
  return json.file_id;
}

/** A collection with a file, an address and words of its own, searched and left behind; another one is half indexed. */
async function plantCollection(send: Send, file: string): Promise<void> {
  const named = { name: `Files of ${canary}`, description: canary, attributes: { owner: canary } };
  const { id } = (await send('/v1/collections', named)).json;
  const added = { file_ids: [file], urls: [`http://${webAddress}/wiki/S1`], attributes: { team: canary } };
  expect((await send(`/v1/collections/${id}/files`, added)).status).toBe(202);
  const found = () => send(`/v1/collections/${id}/search`, { query: 'Where does it live?', filter: { team: canary } });
  await expect.poll(async () => (await found()).json.results.length).toBeGreaterThan(1);
  expect((await send('/v1/answer', { query: 'Which word?', collection_ids: [id] })).text).toContain(canary);
  const unfinished = (await send('/v1/collections', { name: `Later ${canary}` })).json;
  const site = { url: `http://${webAddress}/wiki/S1`, max_pages: 5, include: [`/${canary}`] };
  expect((await send(`/v1/collections/${unfinished.id}/files`, { site })).status).toBe(202);
}

it.each(settings)(
  'leaves no word of a deleted workspace in any table, key or blob, kept in %s',
  async (kind) => {
    const { service, traces, blobs, end } = await open(kind);
    const before = blobs();
    const name = `Workspace ${canary}`;
    const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name })).json;
    const made = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id, name: `Key ${canary}` });
    const { key } = made.json;
    const send = sender(service, key);
    const text = `The secret word is ${canary}. It lives in Zanzibar.`;
    const file = await upload(service, key, `${canary}.txt`, text);
    await upload(service, key, 'table.csv', `name,word\nann,${canary}\nbob,none\n`);
    await upload(service, key, 'page.html', `<html><body><h1>${canary}</h1><p>${text}</p></body></html>`);
    expect((await send('/v1/answer', { query: 'Which word?', file_ids: [file] })).text).toContain(canary);
    expect((await send('/v1/answer', { query: 'Which word?', context: text })).text).toContain(canary);
    await plantCollection(send, file);
    await plantUser(service, send);
    expect((await send('/v1/generate-image', { prompt: `a red circle, ${canary}` })).status).toBe(200);
    const research = await send('/v1/deep-research', {
      instructions: `Where does the ${canary} live?`,
      depth: 'quick',
    });
    expect(research.json).toMatchObject({ status: 'completed' });
    await send('/v1/deep-research', { instructions: `What is ${canary}?`, background: true });
    expect((await send('/v1/generate-video', { prompt: `rain over ${canary}`, background: true })).status).toBe(202);
    const places = [
      'page_contents.text',
      'runs.result',
      'run_steps.output',
      'runs.request',
      'idempotency_records.body',
    ];
    places.push('call_contents.request', 'call_contents.reply', 'pictures.prompt');
    places.push('integration_connections.user_id', 'files.filename', 'collections.name', 'collection_files.attributes');
    await plantPeople(service, workspace.id);
    const planted = await traces(canary);
    const ofPeople = [
      'users.email',
      'sessions.user_agent',
      'invitations.email',
      'playground_runs.reply',
      'webhooks.url',
    ];
    expect(planted).toEqual(expect.arrayContaining([...ofPeople, 'alerts.name']));
    expect(planted).toEqual(expect.arrayContaining(places));
    expect(planted.filter((place) => /^(bucket|data)\//.test(place)).length).toBeGreaterThan(3);
    expect((await service.admin('DELETE', `/v1/admin/workspaces/${workspace.id}`)).status).toBe(200);
    const left = await tracesAfterWebhooks(traces);
    const blobsLeft = blobs().filter((path) => !before.includes(path));
    await end();
    expect({ left, blobsLeft }).toEqual({ left: [], blobsLeft: [] });
  },
  120_000,
);

it.each(settings)(
  'leaves no word of a deleted end user in any table, key or blob, kept in %s',
  async (kind) => {
    const { service, traces, end } = await open(kind);
    const { key } = (await service.admin('POST', '/v1/admin/keys', { name: 'App' })).json;
    await plantUser(service, sender(service, key));
    const planted = await traces(canary);
    const places = ['integration_connections.user_id', 'idempotency_records.body', 'audit_events.details'];
    places.push('call_contents.user_id', 'call_contents.reply');
    expect(planted).toEqual(expect.arrayContaining([...places, 'integration_authorizations.user_id']));
    const headers = { authorization: `Bearer ${key}` };
    expect((await service.call('DELETE', `/v1/integrations/users/${canary}`, undefined, headers)).status).toBe(200);
    const left = await tracesAfterWebhooks(traces);
    await end();
    expect(left).toEqual([]);
  },
  60_000,
);

/** The notice of a deletion names whose connection it was until it was delivered: what is left once the queue is done. */
async function tracesAfterWebhooks(traces: Setting['traces']): Promise<string[]> {
  const inJobs = async () => (await traces(canary)).filter((place) => /\bjobs?\b/.test(place));
  await expect.poll(inJobs).toEqual([]);
  expect(hooks.some((body) => body.includes('connection.deleted'))).toBe(true);
  return traces(canary);
}
