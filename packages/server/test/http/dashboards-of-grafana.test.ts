import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJsonServer } from '../json-server.ts';
import { startTestService } from '../test-service.ts';

const folder = join(import.meta.dirname, '../../../../deploy/grafana');
interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
  templating: { list: { name: string; query: { query: string } }[] };
}
const dashboards = readdirSync(join(folder, 'dashboards')).map(
  (name): Dashboard => JSON.parse(readFileSync(join(folder, 'dashboards', name), 'utf8')),
);

const backups = mkdtempSync(join(tmpdir(), 'parley-backups-'));
/** Each series that `/metrics` shows, with the labels that it has. */
const shown = new Map<string, Set<string>>();

beforeAll(async () => {
  const message = { role: 'assistant', content: 'Yes.' };
  const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 };
  const vendor = await startJsonServer(() => ({
    body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage },
  }));
  const service = await startTestService({
    env: {
      METRICS_TOKEN: 'metrics-token-of-the-tests',
      BACKUP_TO: backups,
      LEDGER_EXPORT_URL: 'http://127.0.0.1:9/',
      BACKUP_KEY: 'a passphrase of the tests',
      PARLEY_MODEL: 'openai/m',
      OPENAI_API_KEY: 'sk-tests',
      OPENAI_BASE_URL: vendor.url,
    },
  });
  expect((await service.call('POST', '/v1/answer', { query: 'x' })).status).toBe(200);
  const reply = await fetch(`${service.url}/metrics`, {
    headers: { authorization: 'Bearer metrics-token-of-the-tests' },
  });
  for (const [, name = '', labels = ''] of (await reply.text()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = shown.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    shown.set(name, known);
  }
  await service.close();
  await vendor.close();
});
afterAll(() => rmSync(backups, { recursive: true, force: true }));

/** Prometheus gives these itself. */
const given = new Set(['up']);
const givenLabels = ['instance', 'job'];

/** Names of series in a query, each with the labels that it is asked by; labels of `by (…)` have to be those of one of them. */
function asked(expr: string): { names: string[]; labels: string[]; by: string[] } {
  const names = [...expr.matchAll(/\b((?:parley|process|nodejs)_\w+|up)\b/g)].map(([, name = '']) => name);
  const labels = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
  );
  const by = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner = '']) =>
    inner.split(',').map((label) => label.trim()),
  );
  return { names, labels, by };
}

it('names figures and labels that a service shows', () => {
  for (const { title, panels, templating } of dashboards) {
    const queries = [
      ...panels.flatMap((panel) => (panel.targets ?? []).map(({ expr }) => expr)),
      ...templating.list.map(({ query }) => query.query.replace(/^label_values\((\w+), (\w+)\)$/, 'sum by ($2) ($1)')),
    ];
    expect(queries.length, title).toBeGreaterThan(10);
    for (const query of queries) {
      const { names, labels, by } = asked(query);
      expect(names.length, query).toBeGreaterThan(0);
      for (const name of names) expect(given.has(name) || shown.has(name), `${name} of ${title}`).toBe(true);
      const known = new Set([...givenLabels, ...names.flatMap((name) => [...(shown.get(name) ?? [])])]);
      for (const label of [...labels, ...by]) expect([...known], query).toContain(label);
    }
  }
});

it('shows calls, time, first tokens, tokens and money by engine, faults, the breaker, queue, disk and memory', () => {
  const all = dashboards.flatMap(({ panels }) =>
    panels.flatMap((panel) => (panel.targets ?? []).map(({ expr }) => expr)),
  );
  for (const name of [...shown.keys()]
    .filter((name) => name.startsWith('parley_'))
    .map((name) => name.replace(/_(sum|count)$/, '_bucket')))
    expect(
      all.some((expr) => expr.includes(name)),
      name,
    ).toBe(true);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_max_seconds'])
    expect(
      all.some((expr) => expr.includes(name)),
      name,
    ).toBe(true);
});

it('asks the data source that is provisioned, lies over nothing, and has one id each', () => {
  const source = readFileSync(join(folder, 'provisioning/datasources/prometheus.yml'), 'utf8');
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { title, panels } of dashboards) {
    const taken = new Set<string>();
    for (const { title: panel, datasource, gridPos, type } of panels) {
      if (type !== 'row') expect(source, panel).toContain(`uid: ${datasource?.uid}`);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(x < 24 && !taken.has(`${x} ${y}`), `${title}: ${panel}`).toBe(true);
          taken.add(`${x} ${y}`);
        }
      }
    }
  }
});
