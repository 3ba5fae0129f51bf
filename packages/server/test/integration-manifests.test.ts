import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authsOf,
  findFeature,
  problemsOfSchemas,
  readManifest,
} from '../src/features/integrations/definitions/read-manifest.ts';
import { checkInputs } from '../src/features/integrations/execute/check-inputs.ts';
import { describeIntegration, inputSchemaOf } from '../src/features/integrations/execute/describe-feature.ts';
import { FeatureExecutor } from '../src/features/integrations/vendor-calls/feature-executor.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeVendor, type WireRequest } from './fake-vendor.ts';

interface Fixture {
  integration: string;
  auth_method: string;
  connection: Record<string, string>;
  headers: Record<string, string>;
  cases: {
    feature: string;
    inputs: Record<string, never>;
    request: {
      method: string;
      url: string;
      headers?: Record<string, string | null>;
      body?: never;
      form?: [string, string][];
    };
    response: { status: number; headers?: Record<string, string>; body?: unknown; raw?: string };
    result?: unknown;
  }[];
}

const manifestDirectory = join(import.meta.dirname, '../src/features/integrations/manifests');
const fixtureDirectory = join(import.meta.dirname, 'fixtures/integrations');
const read = (directory: string, name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
const names = readdirSync(manifestDirectory).filter((name) => name.endsWith('.json'));
const manifests = names.map((name) => ({ name, manifest: readManifest(read(manifestDirectory, name), name) }));

describe('manifests', () => {
  it('are 22, named after their ids', () => {
    expect(manifests).toHaveLength(22);
    for (const { name, manifest } of manifests) expect(name).toBe(`${manifest.id}.json`);
  });

  it.each(manifests)(
    '$name has usable schemas, says where its shapes come from, and shows parameters',
    async ({ manifest }) => {
      expect(await problemsOfSchemas(manifest)).toEqual([]);
      expect(manifest.verified).toBeDefined();
      expect(manifest.sources?.length).toBeGreaterThan(0);
      const shown = JSON.parse(JSON.stringify(describeIntegration(manifest)));
      for (const feature of shown.features) {
        expect(feature.name).toMatch(/^[A-Z][A-Z0-9_]*$/);
        expect(Object.keys(feature.parameters)).toEqual(Object.keys(feature.input_schema.properties));
        // Names that every model vendor accepts for the properties of a tool.
        for (const name of Object.keys(feature.parameters)) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
      }
    },
  );

  it('send credentials over TLS only', () => {
    for (const { manifest } of manifests) {
      for (const auth of authsOf(manifest)) {
        const base = auth.base_url ?? manifest.base_url;
        if (manifest.id !== 'mcp') expect(base).toMatch(/^https:\/\//);
        if (auth.method === 'OAUTH2') expect([auth.authorize_url, auth.token_url].join()).not.toContain('http://');
      }
    }
  });
});

describe('every feature against its fixture', () => {
  const vendor = new FakeVendor();
  beforeAll(() => vendor.start());
  afterAll(() => vendor.close());
  const withRequests = manifests.filter(({ manifest }) => manifest.features.some((feature) => feature.request));

  it.each(withRequests)('$name has a case for each feature', ({ name, manifest }) => {
    const fixture: Fixture = read(fixtureDirectory, name);
    const covered = new Set(fixture.cases.map((each) => each.feature));
    expect(manifest.features.map((feature) => feature.name).filter((feature) => !covered.has(feature))).toEqual([]);
  });

  const cases = withRequests.flatMap(({ name, manifest }) => {
    const fixture: Fixture = read(fixtureDirectory, name);
    return fixture.cases.map((each) => ({ id: manifest.id, manifest, fixture, ...each }));
  });

  it.each(cases)('$id $feature', async ({ manifest, fixture, feature: name, inputs, request, response, result }) => {
    const feature = findFeature(manifest, name)!;
    const auth = authsOf(manifest).find((candidate) => candidate.method === fixture.auth_method)!;
    const { raw, body, ...head } = response;
    vendor.requests.length = 0;
    vendor.answer(() => ({ ...head, ...(raw !== undefined ? { body: raw } : body !== undefined && { body }) }));
    const executor = new FeatureExecutor({ fetcher: vendor.fetcher, clock: new FakeClock() });
    const outcome = await executor.run({
      manifest,
      auth,
      feature,
      inputs: checkInputs(inputSchemaOf(feature), inputs),
      connection: fixture.connection,
      secrets: [],
      callId: 'call-1',
      signal: AbortSignal.timeout(5000),
    });
    expect(vendor.requests).toHaveLength(1);
    const wire = vendor.requests[0]!;
    expect({ method: wire.method, url: wire.url }).toEqual({ method: request.method, url: request.url });
    checkHeaders(wire, { ...fixture.headers, ...request.headers });
    checkBody(wire, request);
    expect(outcome).toEqual({ kind: 'done', result: result ?? body });
  });
});

function checkHeaders(wire: WireRequest, expected: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(expected)) {
    if (value === null) expect(wire.headers[name]).toBeUndefined();
    else if (value === '*') expect(wire.headers[name]).toBeTruthy();
    else expect(wire.headers[name]).toBe(value);
  }
  expect(wire.headers['user-agent']).toMatch(/^Parley/);
}

function checkBody(wire: WireRequest, request: Fixture['cases'][number]['request']): void {
  if (request.form) {
    expect([...new URLSearchParams(wire.body)]).toEqual(request.form);
  } else if (wire.headers['content-type']?.startsWith('multipart/related')) {
    const { metadata, media_type, content } = request.body as unknown as Record<string, unknown>;
    const boundary = wire.headers['content-type'].split('boundary=')[1]!;
    const parts = wire.body.split(`--${boundary}`);
    expect(parts).toHaveLength(4);
    expect(JSON.parse(parts[1]!.split('\r\n\r\n')[1]!)).toEqual(metadata);
    expect(parts[2]).toBe(`\r\nContent-Type: ${media_type}\r\n\r\n${content}\r\n`);
  } else if (request.body !== undefined) {
    expect(wire.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(wire.body)).toEqual(request.body);
  } else {
    expect(wire.body).toBe('');
  }
}
