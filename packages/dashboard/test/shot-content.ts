import { ManagementClient } from '@parley/sdk/management';
import type { Page } from 'playwright-core';
import { scannedPdf } from './scanned-pdf.ts';
import { dice, manyCalls, type SeededCall, seedCalls } from './seed-rows.ts';
import type { Service } from './service.ts';
import { handbook, hausordnung, invoiceLines, invoicesCsv, orderJson, orderMail } from './shot-documents.ts';
import { operate } from './shot-operation.ts';
import type { ShotWorld } from './shot-world.ts';

/** Where what was made is found, for pages that show one of something. */
export interface ShotContent {
  pdf: string;
  sheet: string;
  json: string;
  mail: string;
  text: string;
  failed: string;
  collection: string;
  research: string;
  call: string;
  run: string;
  webhook: string;
  prompt: string;
  set: string;
  guard: string;
  batch: string;
  receipt: string;
}

const longName = 'Nightly import of the regional sales figures from all seventeen branch offices (staging)';
const longFile =
  'Handbook of the workshop and of the outdoor store in the harbour, third revised edition with an index, final (2).md';
const context = 'The Elm Street bridge was opened on 4 May 1932 by the mayor, Ada Kern. It is 212 metres long.';
const monthHours = 24 * 30;
/** Before those of the night and most that failed are left out. */
const callsOfAMonth = 60_000;
const researchTries = 3;

/** Gives a service what a month of use would: keys of every state, people, files, runs, calls, alerts, webhooks. */
export async function fillService(
  service: Service,
  world: ShotWorld,
  page: Page,
  calls = callsOfAMonth,
): Promise<ShotContent> {
  const { url, adminKey } = service;
  const admin = new ManagementClient({ baseUrl: url, adminKey, apiKey: adminKey });
  const keys = await makeKeys(admin);
  await invite(admin, url);
  const parley = new ManagementClient({ baseUrl: url, apiKey: keys.website.key });
  const files = await storeFiles(parley, page);
  const collection = await makeCollections(parley, Object.values(files));
  const research = await investigate(parley);
  const webhook = await tellOthers(admin, world, keys.ids);
  await connect(admin, parley, world);
  await limit(admin, keys.workspaceId);
  const { call, run } = await askThings(admin, parley);
  await drawPictures(parley);
  // Before budgets are made: they sum what was spent already.
  seedCalls(service, keys.workspaceId, byDay(manyCalls(calls, keys.ids, monthHours)));
  const operated = await operate(admin, parley, { ...keys, world });
  return { ...files, ...operated, collection, research, call, run, webhook };
}

async function makeKeys(admin: ManagementClient) {
  const make = (name: string, more: object = {}) => admin.api.createKey({ body: { name, ...more } });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const website = await make('Website', { budget_usd: 250, budget_period: 'month' });
  const others = await Promise.all([
    make('Support desk', { scopes: ['text', 'files', 'research', 'integrations'], expires_at: inHours(24 * 90) }),
    make(longName, { scopes: ['files', 'text'], budget_usd: 12.5, budget_period: 'day' }),
    make('Telefonzentrale Köln-Mülheim', { scopes: ['text'], limits: { requests_per_minute: 60 } }),
    make('Trial of a partner', { expires_at: inHours(6), scopes: ['text'], budget_usd: 1_250_000 }),
    make('Old mobile app', { active: false }),
  ]);
  const revoked = await make('Leaked in a repository');
  await admin.api.revokeKey({ params: { id: revoked.id } });
  if (website.workspace_id === null) throw new Error('Keys belong to a workspace');
  return { website, workspaceId: website.workspace_id, ids: [website, ...others.slice(0, 3)].map(({ id }) => id) };
}

/** A workspace with a budget and a limit, and others beside it. */
async function limit(admin: ManagementClient, id: string): Promise<void> {
  const body = { name: 'Harbour workshop', budget_usd: 80, limits: { storage_bytes: 5_000_000 } };
  await admin.api.updateWorkspace({ params: { id }, body });
  for (const name of ['Kundendienst Bremerhaven', longName]) await admin.api.createWorkspace({ body: { name } });
}

async function invite(admin: ManagementClient, url: string): Promise<void> {
  for (const [name, email, role] of [
    ['Grace Hopper', 'grace.hopper@example.com', 'admin'],
    ['Katherine Johnson-Goble of the Department of Computing', 'katherine@example.com', 'member'],
    ['Jürgen Weißmüller', 'juergen.weissmueller@example.com', 'member'],
    ['Vera Rubin', 'vera@example.com', 'viewer'],
  ] as const) {
    const { link } = await admin.api.createInvitation({ body: { email, role } });
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    const stranger = new ManagementClient({ baseUrl: url });
    await stranger.api.acceptInvitation({ body: { token, name, password: 'a password for pictures' } });
  }
  for (const [email, role] of [
    ['linus@example.com', 'member'],
    ['somebody.with.a.very.long.address@department.of.long.names.example.com', 'viewer'],
  ] as const)
    await admin.api.createInvitation({ body: { email, role } });
}

/** One file of each kind, and one that cannot be read. */
async function storeFiles(parley: ManagementClient, page: Page) {
  const store = async (content: string | Uint8Array<ArrayBuffer>, name: string) => {
    const { file_id } = await parley.files.upload(new File([content], name), { waitTimeoutMs: 600_000 });
    return file_id;
  };
  const bytes = new Uint8Array(await scannedPdf(page, invoiceLines));
  // Cut off in the middle.
  await store(bytes.slice(0, 4_000), 'Delivery note of the second ship.pdf').catch(() => {});
  const { data } = await parley.files.list({ limit: 1 });
  const failed = data[0]?.file_id ?? '';
  await store(hausordnung, 'Hausordnung für Werkstatt und Außenlager.md');
  await store(invoicesCsv(40), 'invoices-2025.csv');
  return {
    failed,
    text: await store(handbook, longFile),
    mail: await store(orderMail, 'Re Order A-204 – rope and fenders.eml'),
    json: await store(orderJson, 'order.json'),
    sheet: await store(invoicesCsv(400), 'invoices-2026.csv'),
    pdf: await store(bytes, 'invoice-2026-0417.pdf'),
  };
}

async function makeCollections(parley: ManagementClient, files: string[]): Promise<string> {
  await parley.collections.create({ name: 'Leere Sammlung für das Lager in Bremerhaven' });
  await parley.collections.create({
    name: longName,
    description: 'Renewed each night; whatever is older than thirty days is left out.',
    expires_after_days: 30,
  });
  const { id } = await parley.collections.create({
    name: 'Workshop',
    description: 'Everything that is asked about at the workshop: handbook, orders, invoices.',
    attributes: { department: 'workshop', year: 2026 },
  });
  await parley.collections.add(id, { file_ids: files });
  // On a busy machine vectors come later; its files can be found by words before.
  await parley.collections.wait(id, { waitTimeoutMs: 240_000 }).catch(() => {});
  return id;
}

async function investigate(parley: ManagementClient): Promise<string> {
  const start = (instructions: string) =>
    parley.research.start({ instructions, depth: 'quick', max_sources: 8, include_files: false });
  let id = '';
  // On a busy machine the pages that it reads may take too long.
  for (let tries = 0; tries < researchTries; tries++) {
    ({ research_id: id } = await start('How do lighthouses save energy?'));
    const run = await parley.research.wait(id, { waitTimeoutMs: 400_000 }).catch(() => null);
    if (run?.output !== undefined) break;
  }
  const left = await start('Welche Leuchttürme des Bezirks werden noch von Hand bedient, und seit wann nicht mehr?');
  await parley.research.cancel(left.research_id).catch(() => {});
  return id;
}

/** Alerts, and webhooks of which one cannot be reached. */
async function tellOthers(admin: ManagementClient, world: ShotWorld, keyIds: string[]): Promise<string> {
  const takes = await admin.api.createWebhook({ body: { url: `${world.url}/hooks/takes` } });
  const breaks = await admin.api.createWebhook({ body: { url: `${world.url}/hooks/breaks`, events: ['alert.fired'] } });
  for (const [id, count] of [
    [takes.id, 3],
    [breaks.id, 2],
  ] as const)
    for (let index = 0; index < count; index++) await admin.api.testWebhook({ params: { id } });
  for (const body of [
    { name: 'Most of the budget of the month', measure: 'budget_share', threshold: 0.8 },
    { name: 'One call in five fails', measure: 'error_share', threshold: 0.2 },
    { name: `Too many calls of: ${longName}`, measure: 'requests', threshold: 100_000, period: 'day' },
    { name: 'A cent was spent', measure: 'cost_usd', threshold: 0.01, period: 'day', key_id: keyIds[0] ?? null },
  ] as const)
    await admin.api.createAlert({ body });
  return takes.id;
}

/** An integration of one's own with users who are connected. */
async function connect(admin: ManagementClient, parley: ManagementClient, world: ShotWorld): Promise<void> {
  const query = { name: 'city', in: 'query', schema: { type: 'string' }, description: 'Only of this city' };
  const openapi = {
    openapi: '3.0.0',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: world.url }],
    paths: {
      '/orders': {
        get: {
          operationId: 'listOrders',
          summary: 'List orders with customer and sum, newest first',
          parameters: [query],
          responses: { 200: { description: 'All' } },
        },
      },
    },
  };
  const body = { id: 'orders', name: 'Orders of the harbour', description: 'What was ordered, by whom.', openapi };
  await admin.api.addIntegration({ body });
  const users = [
    'grace.hopper@example.com',
    'juergen.weissmueller@example.com',
    'user-42-of-the-branch-office-in-bremerhaven',
  ];
  for (const user_id of users)
    await parley.api.connectIntegration({ params: { integration_id: 'orders' }, body: { user_id } });
}

/** A gallery with pictures of several shapes. */
async function drawPictures(parley: ManagementClient): Promise<void> {
  for (const [index, prompt] of [
    'A lighthouse on a rocky island at night, stars above the sea',
    'Snow falls on a mountain village with a church, seen from the road that leads up to it in the early morning',
    'Three red sailing boats on a calm sea at sunset',
  ].entries())
    await parley.images.generate({ prompt, aspect_ratio: index === 2 ? '1:1' : '16:9', seed: index + 7 });
}

/** People work by day and rest on Sundays, and most of what they do goes well. */
function* byDay(calls: Iterable<SeededCall>): Generator<SeededCall> {
  const roll = dice(5);
  for (const call of calls) {
    const at = new Date(call.at);
    const hour = at.getUTCHours();
    const share = (0.12 + Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI))) * (at.getUTCDay() === 0 ? 0.3 : 1);
    if (roll() < share / 1.2 && (call.status === 200 || roll() < 0.15)) yield call;
  }
}

/** Calls of today, one of them kept as a run that everybody in the workspace can open. */
async function askThings(admin: ManagementClient, parley: ManagementClient): Promise<Record<'call' | 'run', string>> {
  const request = { query: 'Who opened the bridge, and when?', context };
  await parley.answer.create({ query: 'Wie lang ist die Brücke?', context });
  const { answer, ...rest } = await parley.answer.create(request);
  // Refused calls belong to a day as well.
  await parley.answer.create({ query: '', context }).catch(() => {});
  const { data } = await admin.api.listCalls({ query: { endpoint: 'createAnswer', status: 'ok', limit: 1 } });
  const [record] = data;
  if (!record) throw new Error('A call has a record');
  const { request_id, duration_ms, first_token_ms } = record;
  // As the page keeps a reply.
  const reply = { ...rest, text: answer };
  const figures = { status: 200, duration_ms, first_token_ms, request_id };
  const { id } = await parley.api.createPlaygroundRun({
    body: { mode: 'answer', request, reply, ...figures, shared: true },
  });
  return { call: request_id, run: id };
}
