import { formatBytes, formatDuration, formatMoney, formatNumber } from '../../src/lib/format.ts';
import type { FigurePage } from './figure-page.ts';
import { language } from './ledger.ts';
import { figuresOf, open, rowOf, rowsOf } from './read-page.ts';

const dayMs = 86_400_000;
const count = (value: number) => formatNumber(value, language);
const bytes = (value: number) => formatBytes(value, language);

export const models: FigurePage = async ({ page, admin, ledger, comparison }) => {
  await open(page, '/settings');
  const since = Date.now() - dayMs;
  const { engines } = await admin.api.getModelsReport();
  for (const name of ['reader', 'openai/gpt-4.1-mini']) {
    const row = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Text' }).first();
    const shown = await figuresOf(row);
    const where = `engine = '${name}' AND created_at >= ${since}`;
    comparison.same(`Models: calls of ${name}`, shown.Calls, count(ledger.sumsOf(where).requests));
    const failed = ledger.sumsOf(`${where} AND (status >= 500 OR status = 429)`);
    comparison.same(`Models: errors of ${name}`, shown.Errors, count(failed.requests));
    const told = engines.find(({ engine, kind }) => engine === name && kind === 'text')?.last_day;
    const ms = (value: number | null | undefined) => (value == null ? '–' : formatDuration(value, language));
    const latency = `${ms(told?.p50_ms)} / ${ms(told?.p95_ms)}`;
    comparison.same(`Models: latency of ${name}`, shown['Median / 95th percentile'], latency);
  }
};

export const storage: FigurePage = async ({ page, admin, ledger, comparison }) => {
  await open(page, '/settings?tab=storage');
  const files = ledger.one<{ n: number; size: number }>(
    'SELECT count(*) AS n, sum(size_bytes) AS size FROM files WHERE original IS NOT NULL',
  );
  const report = await admin.api.getStorage({ query: { limit: 100 } });
  const own = report.data.find(({ files: { count: n } }) => n > 0);
  const shown = await figuresOf(page.locator('main dl').first());
  comparison.same('Storage: files', shown.Files, bytes(files.size));
  const collections = ledger.count('SELECT count(*) AS n FROM collections');
  comparison.same('Storage: collections', shown.Collections, count(collections));
  comparison.same('Storage: in total', shown['Stored in total'], bytes(own?.blobs.bytes ?? -1));
  comparison.same('Storage: database', shown.Database, bytes(report.database_bytes ?? -1));
  const row = await rowOf(page, 'Workspaces', 'Harbour workshop');
  comparison.same('Storage of a workspace: files', row.Files, count(files.n));
  comparison.same('Storage of a workspace: uploaded', row.Uploaded, bytes(files.size));
  comparison.same('Storage: workspaces', count((await rowsOf(page, 'Workspaces')).length), count(report.data.length));
};

export const queue: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/settings?tab=queue');
  for (const [words, state] of [
    ['Waiting', 'waiting'],
    ['Running', 'running'],
    ['Failed', 'failed'],
  ] as const) {
    const said = await page.getByRole('button', { name: new RegExp(`^${words}`) }).innerText();
    const expected = count(ledger.count(`SELECT count(*) AS n FROM jobs WHERE state = '${state}'`));
    comparison.same(`Queue: ${words.toLowerCase()}`, said.split('\n').at(-1), expected);
  }
};

export const workspace: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/settings?tab=workspace');
  const { budget, storage: limit } = ledger.one<{ budget: number; storage: number }>(
    "SELECT budget_nanos / 1e9 AS budget, storage_bytes AS storage FROM workspaces WHERE name = 'Harbour workshop'",
  );
  const value = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue();
  comparison.same('Workspace: budget', await value('Monthly budget in US dollars'), String(budget));
  const unit = await page.getByLabel('Unit').inputValue();
  const powers: Record<string, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };
  const size = Number(await value('Storage')) * (powers[unit] ?? Number.NaN);
  comparison.same('Workspace: storage', String(size), String(limit));
};

export const webhooks: FigurePage = async ({ page, ledger, content, comparison }) => {
  await open(page, `/settings?tab=webhooks&webhook=${content.webhook}`);
  const where = `webhook_id = '${content.webhook}'`;
  const deliveries = ledger.count(`SELECT count(*) AS n FROM webhook_deliveries WHERE ${where}`);
  const dialog = page.getByRole('dialog');
  comparison.same('Webhook: deliveries', count(await dialog.locator('ul > li').count()), count(deliveries));
  const attempts = ledger.count(`SELECT sum(attempts) AS n FROM webhook_deliveries WHERE ${where}`);
  const said = (await dialog.innerText()).match(/\d+(?= attempts?)/g) ?? [];
  const all = said.reduce((sum, one) => sum + Number(one), 0);
  comparison.same('Webhook: attempts', count(all), count(attempts));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const endpoints = ledger.count('SELECT count(*) AS n FROM webhooks');
  const rows = await page.getByRole('button', { name: /^Actions: http/ }).count();
  comparison.same('Webhooks: rows', count(rows), count(endpoints));
};

export const keys: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/keys');
  const now = Date.now();
  const stored = ledger.read<{ name: string; budget: number | null; period: string | null }>(
    `SELECT name, budget_nanos / 1e9 AS budget, budget_period AS period FROM api_keys WHERE workspace_id IS NOT NULL
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
  );
  const rows = await rowsOf(page, 'Keys');
  comparison.same('Keys: rows', count(rows.length), count(stored.length));
  const per: Record<string, string> = { day: 'a day', month: 'a month', total: 'in total' };
  for (const { name, budget, period } of stored) {
    if (budget === null) continue;
    const row = rows.find(({ Name = '' }) => Name.startsWith(name));
    const expected = `${formatMoney(budget, language)} ${per[period ?? 'month']}`;
    comparison.same(`Key ${name.slice(0, 24)}: budget`, row?.Budget, expected);
  }
};

export const members: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/members');
  const people = ledger.count('SELECT count(*) AS n FROM members');
  comparison.same('Members: rows', count((await rowsOf(page, 'Members')).length), count(people));
  const invited = ledger.count(`SELECT count(*) AS n FROM invitations WHERE expires_at > ${Date.now()}`);
  const open_ = await page.getByRole('button', { name: 'Take back' }).count();
  comparison.same('Members: open invitations', count(open_), count(invited));
};

export const account: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/account');
  const sessions = ledger.count(`SELECT count(*) AS n FROM sessions JOIN users ON users.id = user_id
    WHERE email = 'ada@example.com' AND expires_at > ${Date.now()}`);
  const rows = await page.getByText('Last seen').count();
  comparison.same('Account: sessions', count(rows), count(sessions));
};
