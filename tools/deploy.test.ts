import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settingGroups } from '../packages/server/src/config/settings.ts';
import { Metrics } from '../packages/server/src/http/metrics.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = new Set(settingGroups.flatMap((group) => group.settings.map(({ name }) => name)));

describe('the Dockerfile', () => {
  const lines = read('deploy/Dockerfile').replaceAll(/\\\n/g, ' ').split('\n');
  const of = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('copies what is there, and what an earlier stage makes', () => {
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
    for (const copy of of('COPY')) {
      const words = copy.split(' ').filter((word) => word !== '');
      if (words[0]?.startsWith('--from=')) {
        expect(
          of('FROM').some((from) => from.endsWith(` AS ${words[0]?.slice('--from='.length)}`)),
          copy,
        ).toBe(true);
        continue;
      }
      for (const source of words.slice(0, -1)) {
        expect(existsSync(join(root, source)), source).toBe(true);
        expect(ignored, 'let in by the dockerignore').toContain(`!${source}`);
      }
    }
  });

  it('runs only programs that are in it', () => {
    for (const [program] of read('deploy/Dockerfile').matchAll(/tools\/[\w-]+\.(?:ts|js)/g))
      expect(existsSync(join(root, program))).toBe(true);
    expect(read('tools/build.ts')).toContain("join(dist, 'main.js')");
    expect(last.at(-2)).toContain('dist/main.js');
  });

  it('takes Node in the version that the tests run on, in every stage', () => {
    const version: string = JSON.parse(read('package.json')).dependencies.node;
    for (const from of of('FROM'))
      expect(from).toMatch(new RegExp(`^node:${version.replaceAll('.', '\\.')}-[a-z]+-slim( AS build)?$`));
  });

  it('installs what the lockfile says, and ends without root, with a health check and one volume', () => {
    expect(read('deploy/Dockerfile')).not.toMatch(/npm install|^ADD |:latest|sudo/m);
    const said = (word: string): string[] => last.filter((line) => line.startsWith(`${word} `));
    expect(said('USER')).toEqual(['USER 10001:10001']);
    expect(last.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
      last.findIndex((line) => line.startsWith('CMD')),
    );
    expect(said('HEALTHCHECK')[0]).toContain('/readyz');
    expect(said('VOLUME')).toEqual(['VOLUME /data']);
    for (const [, name = ''] of (said('ENV')[0] ?? '').matchAll(/(\w+)=/g))
      expect([...settings, 'NODE_ENV']).toContain(name);
  });
});

describe('the compose file', () => {
  const file = parse(read('deploy/compose.yaml'), { merge: true });
  const services: [string, Record<string, never>][] = Object.entries(file.services);
  const of = (service: Record<string, never>, field: string): unknown[] => {
    const value = service[field] ?? [];
    return Array.isArray(value) ? value : Object.keys(value);
  };

  it('names services, networks, volumes and configs that it declares', () => {
    expect(services.length).toBe(10);
    for (const [name, service] of services) {
      for (const other of of(service, 'depends_on')) expect(Object.keys(file.services), name).toContain(other);
      for (const network of of(service, 'networks')) expect(Object.keys(file.networks), name).toContain(network);
      for (const volume of of(service, 'volumes').map(String)) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source)), volume).toBe(true);
        else expect(Object.keys(file.volumes), name).toContain(source);
      }
      const waits: Record<string, { condition: string }> = Object(service.depends_on);
      for (const [other, { condition }] of Object.entries(waits)) {
        if (condition === 'service_healthy') expect(Object(file.services[other]), other).toHaveProperty('healthcheck');
      }
    }
  });

  it('pins every image by its version', () => {
    for (const [name, { image }] of services.filter(([, { image }]) => image !== 'parley:local')) {
      expect(String(image), name).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?$/);
    }
  });

  it('runs the service twice and a worker, without root, read-only, with settings that it knows', () => {
    for (const [name, role] of [
      ['parley-1', 'api'],
      ['parley-2', 'api'],
      ['worker', 'worker'],
    ] as const) {
      const service = file.services[name];
      expect(service.environment.ROLE).toBe(role);
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      for (const variable of Object.keys(service.environment)) expect([...settings], variable).toContain(variable);
      expect(parseInt(service.stop_grace_period, 10) * 1000).toBeGreaterThan(30_000);
      expect(read('deploy/Caddyfile').includes(`${name}:8484`)).toBe(role === 'api');
    }
  });

  it('opens ports of Caddy, and of Grafana to the machine itself, and gives the databases no way out', () => {
    expect(services.filter(([, service]) => service.ports).map(([name]) => name)).toEqual(['caddy', 'grafana']);
    for (const port of file.services.grafana.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(file.networks.back).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 's3', 'prometheus'])
      expect(file.services[name].networks).toEqual(['back']);
  });

  it('is whole without what older versions of Compose do not know: a name, and files with a variable in them', () => {
    const { name, configs, ...rest } = file;
    expect([name, configs]).toEqual(['parley', undefined]);
    expect(Object.keys(rest).sort()).toEqual(['networks', 'services', 'volumes', 'x-parley']);
    for (const [service, { configs: used, develop, post_start: hook }] of services)
      expect([used, develop, hook], service).toEqual([undefined, undefined, undefined]);
    expect(read('docs/guides/deploy-compose.md')).toContain("sed '/^name:/d' deploy/compose.yaml");
  });

  const hasOldCompose = spawnSync('docker-compose', ['--version']).status === 0;
  it.skipIf(!hasOldCompose)('is what the older Compose takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-compose-'));
    writeFileSync(join(folder, 'compose.yaml'), read('deploy/compose.yaml').replace(/^name:.*\n/m, ''));
    writeFileSync(join(folder, '.env'), read('deploy/env.example').replaceAll(/=$/gm, '=x'));
    const { status, stdout, stderr } = spawnSync('docker-compose', ['config'], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr.trim()]).toEqual([0, '']);
    expect(Object.keys(parse(stdout).services).sort()).toEqual(Object.keys(file.services).sort());
  });

  it('asks for every variable that it needs, and the example has them all', () => {
    const used = new Set([...read('deploy/compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name));
    const given = [...read('deploy/env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    expect([...used].sort()).toEqual(given.sort());
  });
});

describe('what Prometheus is given', () => {
  const folder = 'deploy/prometheus';
  const compose = parse(read('deploy/compose.yaml'), { merge: true });
  interface Rule {
    alert: string;
    expr: string;
    annotations: { summary: string; description: string };
  }
  const rules = (): Rule[] =>
    parse(read(`${folder}/alerts.yml`)).groups.flatMap((group: { rules: Rule[] }) => group.rules);

  it('asks every process of the compose file, with the token that they have', () => {
    const { scrape_configs: jobs, rule_files: files } = parse(read(`${folder}/prometheus.yml`));
    const processes = Object.keys(compose.services).filter((name) => name.startsWith('parley'));
    const [job] = jobs;
    expect(job.static_configs[0].targets).toEqual(processes.map((name) => `${name}:8484`));
    expect(job.dns_sd_configs).toEqual([{ names: ['worker'], type: 'A', port: 8484 }]);
    expect(compose.services.prometheus.command[0]).toContain(`>${job.authorization.credentials_file};`);
    expect(compose.services.prometheus.environment.METRICS_TOKEN).toBe(
      compose.services.worker.environment.METRICS_TOKEN.replace(/:\?[^}]*/, ''),
    );
    for (const name of [...processes, 'worker'])
      expect(compose.services[name].environment.METRICS_TOKEN).toMatch(/^\$\{METRICS_TOKEN:\?/);
    const mounted: string[] = compose.services.prometheus.volumes;
    for (const file of files) expect(mounted).toContain(`./prometheus/${file}:/etc/prometheus/${file}:ro`);
  });

  it('warns by figures that the service shows', async () => {
    const metrics = new Metrics({
      queueDepth: async () => 0,
      callsInFlight: () => 0,
      areCountersShared: () => true,
      freeBytes: async () => 0,
      newestBackupMs: () => 0,
      ledgerExport: { counts: { records: 0, failures: 0 }, lagSeconds: async () => 0 },
    });
    const shown = new Set([...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
    for (const { alert, expr, annotations } of rules()) {
      const asked = [...expr.matchAll(/\b(?:parley|process|nodejs)_\w+/g)].map(([name]) => name);
      if (alert !== 'ParleyDown') expect(asked, alert).not.toEqual([]);
      for (const name of asked) expect([...shown], alert).toContain(name);
      expect(annotations.summary, alert).toBeTruthy();
      expect(annotations.description, alert).toBeTruthy();
    }
    for (const name of [...shown].filter((name) => name.startsWith('parley_') && name !== 'parley_request_seconds'))
      expect(
        rules().some(({ expr }) => expr.includes(name)),
        name,
      ).toBe(true);
  });

  it('has a test of every rule', () => {
    const tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[] = parse(
      read(`${folder}/alerts.test.yml`),
    ).tests;
    const cases = tests.flatMap((test) => test.alert_rule_test);
    for (const { alert } of rules()) {
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(
        own.some(({ exp_alerts: expected = [] }) => expected.length > 0),
        `${alert} fires`,
      ).toBe(true);
      expect(
        own.some(({ exp_alerts: expected = [] }) => expected.length === 0),
        `${alert} is silent`,
      ).toBe(true);
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  it.skipIf(!hasPromtool)('is what promtool takes, and its tests of the rules pass', () => {
    for (const words of [
      ['check', 'config', '--syntax-only', 'prometheus.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: join(root, folder), encoding: 'utf8' });
      expect(status, `${stdout}${stderr}`).toBe(0);
    }
  });
});

it('lets streams through Caddy as they come', () => {
  const caddy = read('deploy/Caddyfile');
  expect(caddy).toMatch(/flush_interval -1/);
  expect(caddy).toMatch(/read_timeout 1h/);
  expect([...caddy].filter((sign) => sign === '{').length).toBe([...caddy].filter((sign) => sign === '}').length);
  // Compressing would hold events back until a block is full.
  expect(caddy.slice(caddy.indexOf('encode'), caddy.indexOf('request_body'))).not.toContain('event-stream');
});

describe('what stands in front of the processes', () => {
  const files = ['Caddyfile', 'nginx.conf', 'haproxy.cfg'].map((name) => [name, read(`deploy/${name}`)] as const);
  const compose = parse(read('deploy/compose.yaml'), { merge: true });

  it('names every process of the compose file, and the store', () => {
    for (const [name, text] of files)
      for (const address of ['parley-1:8484', 'parley-2:8484', 's3:8333']) expect(text, name).toContain(address);
  });

  it('keeps no connection for as long as a stopping process accepts, and has seen by then that it stops', () => {
    // In its last quarter it closes what is kept.
    const acceptedMs = Number(compose.services['parley-1'].environment.SHUTDOWN_DELAY_MS) * 0.75;
    const kept = {
      Caddyfile: /keepalive (\d+)s/,
      'nginx.conf': /\bkeepalive_timeout (\d+)s/,
      'haproxy.cfg': /pool-purge-delay (\d+)s/,
    };
    for (const [name, text] of files) {
      const [, seconds] = kept[name as keyof typeof kept].exec(text) ?? [];
      expect(Number(seconds) * 1000, name).toBeLessThan(acceptedMs);
    }
    expect(Number(/health_interval (\d+)s/.exec(read('deploy/Caddyfile'))?.[1]) * 1000).toBeLessThan(acceptedMs);
    const [, every, fall] = /inter (\d+)s fall (\d+)/.exec(read('deploy/haproxy.cfg')) ?? [];
    expect(Number(every) * Number(fall) * 1000).toBeLessThan(acceptedMs);
  });

  it('compresses no streams and lets them be silent', () => {
    for (const [name, text] of files) {
      expect(text, name).not.toContain('event-stream');
      expect(text, name).toMatch(/(read_timeout|timeout server) 1h/);
    }
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/parley.service');

  it('takes away what the service does not need', () => {
    for (const line of [
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'DynamicUser=yes',
      'PrivateTmp=yes',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
    const [, given = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    for (const [, name = ''] of given.matchAll(/(\w+)=/g)) expect([...settings, 'NODE_ENV']).toContain(name);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(30);
  });

  it('starts the version that a link names, and its guide installs none under a service that runs', () => {
    expect(unit).toMatch(/^ExecStart=.* \/opt\/parley\/current\/dist\/main\.js$/m);
    const guide = read('docs/guides/deploy-systemd.md');
    const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
    const installing = blocks.filter((block) => block.includes('npm ci'));
    expect(installing).toHaveLength(2);
    for (const block of installing) {
      const [first = ''] = block.split('npm ci');
      expect(first).toContain('cd /opt/parley/versions/$version');
    }
    // A link is replaced in one step only by being moved over.
    expect(guide).toContain('mv -T /opt/parley/next /opt/parley/current');
    expect(guide).not.toContain('git pull');
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('is a unit that systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-unit-'));
    const path = join(folder, 'parley.service');
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('parley.service'))]).toEqual([0, []]);
  });
});
