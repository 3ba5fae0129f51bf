import { formatCompact, formatDuration, formatMoney, formatNumber } from '../../src/lib/format.ts';
import type { FigurePage, Seen } from './figure-page.ts';
import { costOf, language, type Sums } from './ledger.ts';
import { figuresOf, open, rowsOf } from './read-page.ts';

const dayMs = 86_400_000;
const mostTurns = 60;
const alertLimitMs = 300_000;
const count = (value: number) => formatNumber(value, language);

export const home: FigurePage = async ({ page, admin, ledger, comparison }) => {
  await open(page, '/');
  const today = ledger.sumsOf(`created_at >= ${Math.floor(Date.now() / dayMs) * dayMs}`);
  const { today: told } = await admin.api.getOverview({ query: {} });
  comparison.same('API overview: requests today', String(told.requests), String(today.requests));
  comparison.same('API overview: errors today', String(told.errors), String(today.errors));
  comparison.same('API overview: cost today', told.cost_usd.toFixed(9), today.cost.toFixed(9));
  const shown = await figuresOf(page.getByRole('region', { name: 'Today' }));
  comparison.same('Home: requests', shown.Requests, formatCompact(today.requests, language));
  comparison.same('Home: errors', shown.Errors, formatNumber(today.errors, language));
  comparison.same('Home: tokens', shown.Tokens, formatCompact(today.input + today.output, language));
  comparison.same('Home: cost', shown.Cost, costOf(today));
  comparison.same('Home: median latency', shown['Median latency'], formatDuration(told.p50_ms ?? 0, language));
};

export const usage: FigurePage = async ({ page, admin, ledger, comparison }) => {
  const query = { from: new Date(Date.now() - 7 * dayMs).toISOString(), group_by: 'model' } as const;
  // It begins with a whole step of time, such as an hour or a day.
  const { total, from } = await admin.api.getUsageSeries({ query });
  const where = `created_at >= ${Date.parse(from)}`;
  const week = ledger.sumsOf(where);
  comparison.same('API series: requests', String(total.requests), String(week.requests));
  comparison.same('API series: cost', total.cost_usd.toFixed(9), week.cost.toFixed(9));
  for (const [by, column] of [
    ['model', 'model'],
    ['key', 'key_id'],
    ['endpoint', 'endpoint'],
    ['user', 'user_id'],
  ] as const) {
    await open(page, `/usage?range=7d&by=${by}`);
    const shown = await figuresOf(page.locator('main dl').first());
    const name = (figure: string) => `Usage by ${by}: ${figure}`;
    comparison.same(name('requests'), shown.Requests, formatCompact(week.requests, language));
    comparison.same(name('errors'), shown.Errors, formatCompact(week.errors, language));
    comparison.same(name('tokens'), shown.Tokens, formatCompact(week.input + week.output, language));
    comparison.same(name('cost'), shown.Cost, costOf(week));
    const groups = ledger.groupsOf(column, where);
    const rows = await rowsOf(page, tableOfGroups);
    const named = groups.toSorted((one, other) => other.requests - one.requests);
    // Beyond so many groups the last row sums up the rest.
    const rest = rows.length < groups.length ? named.splice(rows.length - 1) : [];
    if (rest.length > 0) named.push(summed(rest));
    for (const [header, of] of columnsOfGroups) {
      // Those with as many requests stand in an order of their own.
      if (rest.length > 0 && header !== 'Requests') continue;
      comparison.same(name(`${header} of each group`), inOrder(rows, header), named.map(of).toSorted().join(' '));
    }
  }
};

const tableOfGroups = /^By /;
const columnsOfGroups: ReadonlyArray<readonly [string, (sums: Sums) => string]> = [
  ['Requests', ({ requests }) => count(requests)],
  ['Errors', ({ errors }) => count(errors)],
  ['Tokens in', ({ input }) => count(input)],
  ['Tokens out', ({ output }) => count(output)],
  ['Cost', costOf],
];
const summed = (groups: readonly Sums[]): Sums & { name: null } => {
  const sum = (of: (group: Sums) => number) => groups.reduce((whole, group) => whole + of(group), 0);
  return {
    name: null,
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    cost: sum(({ cost }) => cost),
    unpriced: sum(({ unpriced }) => unpriced),
  };
};
const inOrder = (rows: Record<string, string>[], header: string): string =>
  rows
    .map((row) => row[header] ?? 'no column')
    .toSorted()
    .join(' ');

export const calls: FigurePage = async (seen) => {
  const { ledger, comparison } = seen;
  const all = ledger.sumsOf('1 = 1');
  comparison.same('Calls: rows', await rowsInLog(seen, '/calls'), count(all.requests));
  comparison.same('Calls: rows with errors', await rowsInLog(seen, '/calls?status=error'), count(all.errors));
  const failed = ledger.sumsOf('status >= 500');
  comparison.same('Calls: rows that failed', await rowsInLog(seen, '/calls?status=failed'), count(failed.requests));
  await oneCall(seen);
};

async function rowsInLog({ page }: Seen, path: string): Promise<string> {
  await open(page, path);
  // Page by page to the end.
  const table = page.getByRole('region', { name: 'Calls', exact: true });
  for (let turn = 0; turn < mostTurns; turn++) {
    const said = await page.locator('main p[aria-live="polite"]').innerText();
    if (!said.includes('so far')) return said.replace(/ calls.*/, '');
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForTimeout(200);
  }
  return 'no end';
}

interface RecordOfCall {
  input_tokens: number;
  output_tokens: number;
  cost: number;
  upstream: number;
  unpriced: number;
  duration_ms: number;
  attempts: number;
}

/** One call in the log and whole. */
async function oneCall({ page, ledger, content, comparison }: Seen): Promise<void> {
  const id = content.call;
  const record = ledger.one<RecordOfCall>(`SELECT input_tokens, output_tokens, cost_nanos / 1e9 AS cost,
    upstream_cost_nanos / 1e9 AS upstream, is_unpriced AS unpriced, duration_ms, attempts
    FROM usage_records WHERE request_id = '${id}'`);
  await open(page, `/calls?id=${id}`);
  const [row] = await rowsOf(page, 'Calls');
  comparison.same('Calls, one row: tokens', row?.Tokens, count(record.input_tokens + record.output_tokens));
  comparison.same('Calls, one row: cost', row?.Cost, costOf(record));
  comparison.same('Calls, one row: duration', row?.Duration, formatDuration(record.duration_ms, language));
  await open(page, `/calls?call=${id}`);
  const facts = await figuresOf(page.getByRole('dialog'));
  comparison.same('Call: tokens in', facts['Tokens in'], count(record.input_tokens));
  comparison.same('Call: tokens out', facts['Tokens out'], count(record.output_tokens));
  comparison.same('Call: cost', facts.Cost, costOf(record));
  comparison.same('Call: what it cost us', facts['Cost of vendors'], costOf({ ...record, cost: record.upstream }));
  comparison.same('Call: duration', facts.Duration, formatDuration(record.duration_ms, language));
  comparison.same('Call: attempts', facts.Attempts, count(record.attempts));
}

export const alerts: FigurePage = async (seen) => {
  const { page, ledger, comparison } = seen;
  const { data, rows } = await lookAtAlerts(seen);
  const now = new Date();
  const month = ledger.sumsOf(`created_at >= ${Date.UTC(now.getUTCFullYear(), now.getUTCMonth())}`);
  const said = await page.locator('main').innerText();
  const shown = /(\S+) (?:of \S+ )?this month/.exec(said)?.[1] ?? 'nothing';
  comparison.same('Alerts: spent this month', shown, formatMoney(month.cost, language));
  for (const { name, measure, value, threshold, key_id, period } of data) {
    const row = rows.find((cells) => Object.values(cells).some((cell) => cell.includes(name.slice(0, 20))));
    const as = (figure: number | null) => {
      if (figure === null) return '–';
      if (measure.endsWith('_share')) return `${formatNumber(figure * 100, language, 1)} %`;
      return measure === 'cost_usd' ? formatMoney(figure, language) : count(figure);
    };
    comparison.same(`Alert ${name.slice(0, 24)}: now`, row?.Now, as(value));
    comparison.same(`Alert ${name.slice(0, 24)}: fires from`, row?.['Fires from'], as(threshold));
    if (measure !== 'requests' && measure !== 'cost_usd') continue;
    const begin = period === 'day' ? Math.floor(now.getTime() / dayMs) * dayMs : 0;
    const of = ledger.sumsOf(`created_at >= ${begin}${key_id === null ? '' : ` AND key_id = '${key_id}'`}`);
    comparison.same(
      `Alert ${name.slice(0, 24)}: what it saw`,
      as(value),
      as(measure === 'requests' ? of.requests : of.cost),
    );
  }
};

/** What alerts saw is what they saw when the service last looked, each minute: the page and the API are compared between two of its looks. */
async function lookAtAlerts({ page, admin }: Seen) {
  const list = () => admin.api.listAlerts({ query: { limit: 100 } });
  const looks = (data: readonly { checked_at: string | null }[]) => data.map((one) => one.checked_at).join(' ');
  const began = Date.now();
  for (;;) {
    const { data } = await list();
    await open(page, '/usage?tab=alerts');
    const rows = await rowsOf(page, 'Alerts');
    const isNew = data.every(({ checked_at: at }) => at !== null && Date.parse(at) > began);
    if (isNew && looks(data) === looks((await list()).data)) return { data, rows };
    if (Date.now() - began > alertLimitMs) throw new Error('The service does not look at its alerts');
    await page.waitForTimeout(1_000);
  }
}

export const audit: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/usage?tab=audit');
  const events = ledger.count('SELECT count(*) AS n FROM audit_events');
  const table = page.getByRole('region', { name: 'Audit log' });
  const rows = Number(await table.locator('table').getAttribute('aria-rowcount')) - 1;
  comparison.same('Audit log: rows of the first page', String(rows), String(Math.min(events, 100)));
};
