import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingGroups } from '../packages/server/src/config/settings.ts';

const chart = join(import.meta.dirname, '../deploy/helm/parley');
const schemas = join(import.meta.dirname, '../deploy/helm/schemas/kubernetes-1.34.json');
const read = (name: string): string => readFileSync(join(chart, name), 'utf8');
const helm = process.env.HELM ?? 'helm';
const kubeconform = process.env.KUBECONFORM ?? 'kubeconform';
const hasHelm = spawnSync(helm, ['version']).status === 0;
const hasKubeconform = spawnSync(kubeconform, ['-v']).status === 0;
/** Of the schemas; a helm that was not built for a release takes an old one for granted. */
const kubernetes = '1.34.0';
/** Each is laid over values.yaml. */
const valueFiles = readdirSync(chart).filter((name) => /^values.*\.yaml$/.test(name));

// biome-ignore lint/suspicious/noExplicitAny: what Kubernetes takes has many shapes
type Manifest = Record<string, any>;

function template(...words: string[]): { status: number | null; stderr: string; manifests: Manifest[]; text: string } {
  const { status, stdout, stderr } = spawnSync(
    helm,
    ['template', 'ai', chart, '--namespace', 'ai', '--kube-version', kubernetes, ...words],
    {
      encoding: 'utf8',
    },
  );
  const manifests = parseAllDocuments(stdout).map((document): Manifest => document.toJS());
  return { status, stderr, manifests: manifests.filter((manifest) => manifest !== null), text: stdout };
}

const withValues = (name: string) => template('--values', join(chart, name));
const podOf = (owner: Manifest | undefined): Manifest => owner?.spec.template.spec ?? {};
const ofKind = (manifests: Manifest[], kind: string) => manifests.filter((manifest) => manifest.kind === kind);

it('sets what the service knows, in each file of values', () => {
  const known = new Set(settingGroups.flatMap((group) => group.settings.map(({ name }) => name)));
  expect(valueFiles).toEqual(['values-backup.yaml', 'values-production.yaml', 'values-small.yaml', 'values.yaml']);
  for (const name of valueFiles) {
    for (const setting of Object.keys(parse(read(name)).settings ?? {})) expect([...known], name).toContain(setting);
  }
  for (const [, name = ''] of [...read('templates/_helpers.tpl').matchAll(/name: ([A-Z_]+), value/g)])
    expect([...known]).toContain(name);
  const image = readFileSync(join(chart, '../../Dockerfile'), 'utf8');
  expect(image).toContain('USER 10001:10001');
  expect(image).toContain('"dist/main.js"]');
});

describe.skipIf(!hasHelm)('the chart', () => {
  it.each(valueFiles)('is what helm takes with %s', (name) => {
    const lint = spawnSync(helm, ['lint', chart, '--strict', '--values', join(chart, name)], { encoding: 'utf8' });
    expect(lint.status, lint.stdout + lint.stderr).toBe(0);
    expect(withValues(name)).toMatchObject({ status: 0, stderr: '' });
  });

  it.skipIf(!hasKubeconform).each(valueFiles)('is what Kubernetes takes with %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-schemas-'));
    try {
      const { kinds, definitions }: { kinds: Record<string, string>; definitions: object } = JSON.parse(
        readFileSync(schemas, 'utf8'),
      );
      mkdirSync(join(folder, 'schemas'));
      for (const [kind, definition] of Object.entries(kinds)) {
        const schema = { $ref: `#/definitions/${definition}`, definitions };
        writeFileSync(join(folder, 'schemas', `${kind}.json`), JSON.stringify(schema));
      }
      writeFileSync(join(folder, 'manifests.yaml'), withValues(name).text);
      const location = join(folder, 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');
      // Of Prometheus' operator, which is no part of Kubernetes.
      const words = ['-summary', '-output', 'json', '-skip', 'PodMonitor', '-schema-location', location];
      const { status, stdout, stderr } = spawnSync(kubeconform, [...words, join(folder, 'manifests.yaml')], {
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
      const { summary } = JSON.parse(stdout);
      expect(summary).toMatchObject({ invalid: 0, errors: 0 });
      expect(summary.valid).toBeGreaterThan(4);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is one process on a volume without any values', () => {
    const { manifests } = withValues('values.yaml');
    const [deployment, ...more] = ofKind(manifests, 'Deployment');
    expect(more).toEqual([]);
    expect(deployment?.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    const [claim] = ofKind(manifests, 'PersistentVolumeClaim');
    expect(claim?.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    const { volumes } = podOf(deployment);
    expect(volumes).toContainEqual({ name: 'data', persistentVolumeClaim: { claimName: claim?.metadata.name } });
    expect(manifests.map(({ kind }) => kind)).toContain('NetworkPolicy');
  });

  it('has in production probes, a budget of disruptions, scaling by calls and queue, and tables that change before a start', () => {
    const { manifests } = withValues('values-production.yaml');
    const deployments = ofKind(manifests, 'Deployment');
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['ai-parley', 'ai-parley-worker']);
    for (const { spec } of deployments) {
      // The autoscaler's affair.
      expect(spec.replicas).toBeUndefined();
      const { containers, securityContext, terminationGracePeriodSeconds } = spec.template.spec;
      const [container] = containers;
      expect(container.readinessProbe.httpGet.path).toBe('/readyz');
      expect([container.livenessProbe.httpGet.path, container.startupProbe.httpGet.path]).toEqual([
        '/healthz',
        '/healthz',
      ]);
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      expect(terminationGracePeriodSeconds).toBeGreaterThan(36);
      expect(container.envFrom).toEqual([{ secretRef: { name: 'parley' } }]);
    }
    const roles = deployments.map(
      ({ spec }) => spec.template.spec.containers[0].env.find(({ name }: Manifest) => name === 'ROLE').value,
    );
    expect(roles).toEqual(['api', 'worker']);
    expect(deployments[0]?.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => [
      spec.scaleTargetRef.name,
      spec.metrics[0].type,
      (spec.metrics[0].pods ?? spec.metrics[0].external).metric.name,
    ]);
    expect(scaled).toEqual([
      ['ai-parley', 'Pods', 'parley_calls_in_flight'],
      ['ai-parley-worker', 'External', 'parley_queue_depth'],
    ]);
    const metrics = readFileSync(join(chart, '../../../packages/server/src/http/metrics.ts'), 'utf8');
    for (const [, , name] of scaled) expect(metrics).toContain(`name: '${name}'`);
    const [budget] = ofKind(manifests, 'PodDisruptionBudget');
    expect(budget?.spec).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: { 'app.kubernetes.io/component': 'api' } },
    });
    const [job] = ofKind(manifests, 'Job');
    expect(job?.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(job?.spec.template.spec.containers[0].command).toEqual(['node', 'dist/main.js', 'migrate']);
    const [backup] = ofKind(manifests, 'CronJob');
    expect(backup?.spec.jobTemplate.spec.template.spec.containers[0].command.at(-1)).toContain('pg_dump');
    const [service] = ofKind(manifests, 'Service');
    // A worker is sent no requests.
    expect(service?.spec.selector).toMatchObject({ 'app.kubernetes.io/component': 'api' });
  });

  it('backs SQLite up by the command, where the volume can be mounted', () => {
    const [job] = ofKind(withValues('values-backup.yaml').manifests, 'CronJob');
    const { affinity, containers, volumes } = podOf(job?.spec.jobTemplate);
    expect(containers[0].command).toEqual(['node', 'dist/main.js', 'backup', '/backups', '--keep', '30']);
    expect(containers[0].envFrom).toEqual([{ secretRef: { name: 'parley-backup' } }]);
    const [near] = affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(near.labelSelector.matchLabels).toMatchObject({ 'app.kubernetes.io/component': 'api' });
    const claims = volumes.flatMap(({ persistentVolumeClaim: claim }: Manifest) => (claim ? [claim.claimName] : []));
    expect(claims).toEqual(['ai-parley-data', 'ai-parley-backups']);
  });

  it.each([
    [['--set', 'replicas=2'], 'replicas above 1 need database: postgresql'],
    [['--set', 'worker.enabled=true'], 'worker.enabled needs database: postgresql'],
    [['--set', 'database=postgresql'], 'needs existingSecret'],
    [['--set', 'database=mysql'], 'database is sqlite or postgresql'],
    [['--set', 'backup.enabled=true'], 'needs backup.keySecret'],
  ])('refuses %j before anything is installed', (words, sentence) => {
    const { status, stderr } = template(...words);
    expect(status).not.toBe(0);
    expect(stderr).toContain(sentence);
  });
});
