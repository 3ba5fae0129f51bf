import { formatDuration, formatMoney, formatNumber } from '../../src/lib/format.ts';
import type { FigurePage } from './figure-page.ts';
import { costOf, language } from './ledger.ts';
import { figuresOf, open, rowOf, rowsOf } from './read-page.ts';

const count = (value: number) => formatNumber(value, language);
const money = (usd: number) => formatMoney(usd, language);
const score = (value: number | null) => (value === null ? '–' : formatNumber(value, language, 2));
const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms, language));

export const prompts: FigurePage = async ({ page, ledger, content, comparison }) => {
  await open(page, '/prompts');
  for (const { name, latest_version: latest } of ledger.read<{ name: string; latest_version: number }>(
    'SELECT name, latest_version FROM prompts',
  ))
    comparison.same(`Prompt ${name}: latest version`, (await rowOf(page, 'Prompts', name)).Latest, count(latest));
  await open(page, `/prompts/${content.prompt}`);
  const rows = await rowsOf(page, 'Versions');
  for (const version of [1, 2]) {
    const of = ledger.one<{ calls: number; cost: number | null; ms: number | null; score: number | null }>(
      `SELECT count(*) AS calls, avg(cost_nanos) / 1e9 AS cost, avg(duration_ms) AS ms, avg(score) AS score
        FROM usage_records LEFT JOIN call_feedback USING (request_id) WHERE prompt = '${content.prompt}@${version}'`,
    );
    const row = rows.find(({ Version = '' }) => Version.startsWith(`${version} `));
    comparison.same(`Prompt, version ${version}: calls`, row?.Calls, count(of.calls));
    comparison.same(`Prompt, version ${version}: feedback`, row?.Feedback, score(of.score));
    comparison.same(
      `Prompt, version ${version}: mean cost`,
      row?.['Cost, mean'],
      of.cost === null ? '–' : money(of.cost),
    );
    comparison.same(`Prompt, version ${version}: mean time`, row?.['Time, mean'], duration(of.ms));
  }
};

interface PlayedRun {
  id: string;
  passed: number;
  score: number | null;
  cost: number;
}

export const evaluations: FigurePage = async ({ page, parley, ledger, content, comparison }) => {
  const cases = ledger.count(`SELECT count(*) AS n FROM evaluation_cases WHERE set_id = '${content.set}'`);
  await open(page, '/evaluations');
  comparison.same(
    'Evaluation set: cases',
    (await rowOf(page, 'Evaluation', 'Questions of customers')).Cases,
    count(cases),
  );
  await open(page, `/evaluations/${content.set}`);
  const rows = await rowsOf(page, 'Runs');
  const played = ledger.read<PlayedRun>(`SELECT evaluation_runs.id, sum(passed = 1) AS passed, avg(score) AS score,
    sum(cost_nanos + judge_cost_nanos) / 1e9 AS cost FROM evaluation_runs JOIN evaluation_results
    ON run_id = evaluation_runs.id WHERE set_id = '${content.set}' GROUP BY 1`);
  comparison.same('Evaluation: runs', count(rows.length), count(played.length));
  for (const run of played) {
    const told = await parley.evaluations.get(run.id);
    const row = rows.find(({ Run }) => Run === told.name);
    comparison.same(`Evaluation by ${told.name.slice(0, 24)}: score`, row?.Score, score(run.score));
    comparison.same(`Evaluation by ${told.name.slice(0, 24)}: passed`, row?.Passed, `${run.passed}/${cases}`);
    comparison.same(`Evaluation by ${told.name.slice(0, 24)}: cost`, row?.Cost, money(run.cost));
    comparison.same(`Evaluation by ${told.name.slice(0, 24)}: median`, row?.Median, duration(told.p50_ms));
    comparison.same(`Evaluation by ${told.name.slice(0, 24)}: 95 %`, row?.['95 %'], duration(told.p95_ms));
  }
};

export const batches: FigurePage = async ({ page, parley, content, comparison }) => {
  // Its lines leave the database when it ends.
  const { cost_usd, usage, request_counts: lines } = await parley.api.getBatch({ params: { batch_id: content.batch } });
  const done = `${lines.completed} of ${lines.total} · ${lines.failed} failed`;
  await open(page, '/batches');
  const row = await rowOf(page, 'Batches', content.batch);
  comparison.same('Batch in the list: done', row.Done, done);
  comparison.same('Batch in the list: cost', row.Cost, money(cost_usd));
  await open(page, `/batches?batch=${content.batch}`);
  const facts = await figuresOf(page.getByRole('dialog'));
  comparison.same('Batch: done', facts.Done, done);
  comparison.same('Batch: cost', facts.Cost, money(cost_usd));
  comparison.same('Batch: tokens', facts.Tokens, count(usage.total_tokens));
};

export const budgets: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/usage?tab=budgets');
  const now = new Date();
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const begins: Record<string, number> = { day, week: day - ((now.getUTCDay() + 6) % 7) * 86_400_000, month, total: 0 };
  for (const budget of ledger.read<{
    name: string;
    scope: string;
    target: string | null;
    amount: number;
    period: string;
  }>("SELECT name, scope, target, amount_nanos / 1e9 AS amount, period FROM budgets WHERE name <> ''")) {
    const whose = budget.scope === 'key' ? `key_id = '${budget.target}'` : '1 = 1';
    const spent = ledger.sumsOf(`${whose} AND created_at >= ${begins[budget.period]}`);
    const row = await rowOf(page, 'Budgets', budget.name);
    comparison.same(`Budget ${budget.name}: spent`, row.Spent, costOf(spent));
    comparison.same(`Budget ${budget.name}: amount`, row.Amount, money(budget.amount));
  }
};

export const guards: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/guards');
  const rows = await rowsOf(page, 'Guards');
  comparison.same('Guards: rows', count(rows.length), count(ledger.count('SELECT count(*) AS n FROM guards')));
  for (const { name, keys } of ledger.read<{ name: string; keys: string | null }>('SELECT name, keys FROM guards')) {
    if (keys === null) continue;
    const row = rows.find((cells) => cells.Name === name);
    const of = JSON.parse(keys).length;
    comparison.same(`Guard ${name}: keys`, row?.Calls, of === 1 ? 'Of 1 key' : `Of ${of} keys`);
  }
};

export const routing: FigurePage = async ({ page, admin, comparison }) => {
  await open(page, '/routing');
  const { data } = await admin.api.listRoutes();
  const rows = await rowsOf(page, 'Routes');
  comparison.same('Routes: rows', count(rows.length), count(data.length));
  const percent = (share: number) => `${formatNumber(share * 100, language, 1)} %`;
  for (const { id, engines, canary } of data) {
    const all = engines.reduce((sum, { weight }) => sum + weight, 0);
    const row = rows.find((cells) => cells.Name === id);
    const shown = (row?.Engines ?? '').match(/[\d.]+ %/g)?.join(' ') ?? '';
    const shares = engines.length > 1 ? engines.map(({ weight }) => percent(weight / all)) : [];
    const expected = [...shares, ...(canary ? [percent(canary.share ?? 0)] : [])].join(' ');
    comparison.same(`Route ${id}: shares`, shown, expected);
  }
  await open(page, '/routing?tab=providers');
  const providers = await admin.api.listProviders();
  const shown = await rowsOf(page, 'Providers');
  comparison.same('Providers: rows', count(shown.length), count(providers.data.length));
};

export const erasures: FigurePage = async ({ page, ledger, content, comparison }) => {
  const { receipt } = ledger.one<{ receipt: string }>(`SELECT receipt FROM erasures WHERE id = '${content.receipt}'`);
  const deleted: Record<string, number> = JSON.parse(receipt).deleted;
  await open(page, '/erasures');
  const row = await rowOf(page, 'Receipts', content.receipt);
  const all = Object.values(deleted).reduce((sum, one) => sum + one, 0);
  comparison.same('Receipt in the list: deleted', row.Deleted, count(all));
  await open(page, `/erasures?receipt=${content.receipt}`);
  const facts = await figuresOf(page.getByRole('dialog'));
  const numbers = (facts.Deleted ?? '').match(/\d+/g)?.reduce((sum, one) => sum + Number(one), 0) ?? 0;
  comparison.same('Receipt: deleted in all', count(numbers), count(all));
  await open(page, '/erasures?tab=holds');
  const holds = ledger.count('SELECT count(*) AS n FROM legal_holds');
  comparison.same('Holds: rows', count((await rowsOf(page, 'Legal holds')).length), count(holds));
};
