import { expect, it } from 'vitest';
import { effectiveSettings } from './effective-settings.ts';

const told = (env: Record<string, string>) => {
  const all = effectiveSettings(env, []).flatMap(({ settings }) => settings);
  return new Map(all.map(({ name, value }) => [name, value]));
};

it('shows addresses without what opens them', () => {
  const shown = {
    'postgres://parley:se/c,r?e#t@db.example.com/parley?sslmode=require': 'postgres://db.example.com/parley',
    'redis://:secret@127.0.0.1:6379/1': 'redis://127.0.0.1:6379/1',
    's3://bucket/prefix?endpoint=https://s3.example.com&secret=secret': 's3://bucket/prefix',
    'user:secret@127.0.0.1:11434': '127.0.0.1:11434',
  };
  for (const [given, value] of Object.entries(shown)) expect(told({ BLOB_URL: given }).get('BLOB_URL')).toBe(value);
  const origins = 'https://a.example.com,https://b.example.com';
  expect(told({ CORS_ORIGINS: origins }).get('CORS_ORIGINS')).toBe(origins);
});

it('tells of secrets, and of addresses that are secrets, only that they are set', () => {
  const env = {
    PARLEY_SECRET: 'a',
    METRICS_TOKEN: 'b',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
    INTEGRATIONS_WEBHOOK_URL: 'https://example.com/hooks/secret',
    INTEGRATION_GITHUB_CLIENT_SECRET: 'c',
    INTEGRATIONS_KEY_COMMAND: 'print secret',
  };
  for (const name of Object.keys(env)) expect([name, told(env).get(name)]).toEqual([name, true]);
  expect(told({ INTEGRATION_GITHUB_CLIENT_ID: 'id' }).get('INTEGRATION_GITHUB_CLIENT_ID')).toBe('id');
});
