import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJsonServer } from '../json-server.ts';
import { startTestService, type TestService } from '../test-service.ts';

const deploy = join(import.meta.dirname, '../../../../deploy');
const folder = mkdtempSync(join(tmpdir(), 'parley-prometheus-'));
const hasPrometheus = (() => {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Queries of all panels, with what Grafana puts in place of its variables. */
const panels = readdirSync(join(deploy, 'grafana/dashboards')).flatMap((name) => {
  const { panels: all }: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync(join(deploy, 'grafana/dashboards', name), 'utf8'),
  );
  return all.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [
      `${name}: ${title}`,
      expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(?:instance|engine)/g, '.*'),
    ]),
  );
});

describe.runIf(hasPrometheus || process.env.CI_REQUIRES_SERVERS !== undefined)('a Prometheus beside a load', () => {
  let service: TestService;
  let prometheus: ChildProcess;
  let base = '';
  const closers: (() => Promise<void>)[] = [];

  const query = async (expr: string): Promise<{ value: [number, string] }[]> => {
    const reply = await fetch(`${base}/api/v1/query?${new URLSearchParams({ query: expr })}`);
    const body: { status: string; error?: string; data: { result: { value: [number, string] }[] } } = JSON.parse(
      await reply.text(),
    );
    expect([expr, body.status, body.error]).toEqual([expr, 'success', undefined]);
    return body.data.result;
  };

  beforeAll(async () => {
    const message = { role: 'assistant', content: 'Yes, that is so.' };
    const usage = { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 };
    const good = { body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage } };
    // What fails is shown as well.
    const vendor = await startJsonServer(({ body }) =>
      JSON.stringify(body).includes('fail') ? { status: 500, body: { error: { message: 'no' } } } : good,
    );
    closers.push(() => vendor.close());
    service = await startTestService({
      env: {
        METRICS_TOKEN: 'metrics-token-of-the-tests',
        BACKUP_TO: join(folder, 'backups'),
        BACKUP_KEY: 'a passphrase of the tests',
        LEDGER_EXPORT_URL: 'http://127.0.0.1:9/',
        PARLEY_MODEL: 'openai/m',
        OPENAI_API_KEY: 'sk-tests',
        OPENAI_BASE_URL: vendor.url,
      },
    });
    closers.push(() => service.close());
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    copyFileSync(join(deploy, 'prometheus/alerts.yml'), join(folder, 'alerts.yml'));
    writeFileSync(join(folder, 'token'), 'metrics-token-of-the-tests');
    // As deploy/prometheus/prometheus.yml, more often.
    const scrape = readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')
      .replaceAll('15s', '1s')
      .replace('/run/parley/metrics-token', join(folder, 'token'))
      .replace(
        / {4}static_configs:[\s\S]*$/,
        `    static_configs:\n      - targets: ["${new URL(service.url).host}"]\n`,
      );
    writeFileSync(join(folder, 'prometheus.yml'), scrape);
    prometheus = spawn(
      'prometheus',
      [
        ...[`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`],
        ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
      ],
      { stdio: 'ignore' },
    );
    closers.push(async () => {
      const over = new Promise((resolve) => prometheus.once('exit', resolve));
      prometheus.kill();
      await over;
    });
    // A counter has a rate when it was seen twice; what fails is first seen when it has failed.
    const end = Date.now() + 90_000;
    for (let round = 0; ; round++) {
      await service.call('POST', '/v1/answer', { query: 'Is that so?' });
      await service.call('POST', '/v1/answer', { query: 'Please fail.', fallback: false });
      await pause(500);
      const seen = await query('count_over_time(parley_requests_total{status=~"5.."}[1m]) > 3').catch(() => []);
      if (seen.length > 0 && round > 8) break;
      if (Date.now() > end) throw new Error('Prometheus has not seen calls that failed');
    }
  }, 180_000);

  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(panels)('has figures for %s', async (_, expr) => {
    // No backup is made within the test; its age is that of one.
    const asked = expr.replace(/\{[^}]*\} > 0\)$/, ')');
    const result = await query(asked);
    expect([asked, result.length]).not.toEqual([asked, 0]);
  });

  it('gives numbers for calls, failures, tokens and times of this load', async () => {
    const number = async (title: string) => {
      const [, expr = ''] = panels.find(([name]) => name.endsWith(title)) ?? [];
      return Number((await query(expr))[0]?.value[1]);
    };
    expect(await number('service.json: Calls a second')).toBeGreaterThan(0);
    const failed = await number('service.json: Failed (5xx)');
    expect(failed).toBeGreaterThan(0.1);
    expect(failed).toBeLessThan(0.9);
    expect(await number('engines.json: Tokens a minute')).toBeGreaterThan(9);
    expect(await number('service.json: p95')).toBeGreaterThan(0);
  });

  it('has loaded every alert, whose figures are there, and fires none on a service that is well', async () => {
    const reply: {
      data: { groups: { rules: { name: string; query: string; health: string; lastError?: string }[] }[] };
    } = JSON.parse(await (await fetch(`${base}/api/v1/rules`)).text());
    const rules = reply.data.groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThanOrEqual(10);
    for (const { name, query: expr, health } of rules) {
      expect([name, health]).toEqual([name, 'ok']);
      // Without what it compares with, an alert's figures are there while all is well.
      const figures = expr.replace(/\s(?:>|<|==|!=)\s[^><=!]+$/, '');
      // An increase is there from the second reading on, which a busy machine takes late.
      await expect.poll(async () => [name, (await query(figures)).length], { timeout: 30_000 }).not.toEqual([name, 0]);
    }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
