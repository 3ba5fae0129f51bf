import { expect, it } from 'vitest';
import { readIntegrationsConfig } from './integrations.ts';

function read(env: Record<string, string>, file: Record<string, unknown> = {}) {
  const problems: string[] = [];
  const config = readIntegrationsConfig({
    env,
    file,
    problem: (setting, message) => problems.push(`${setting} ${message}`),
  });
  return { config, problems };
}

it('reads settings of single integrations and of whole vendors, the environment before the file', () => {
  const { config, problems } = read(
    {
      INTEGRATION_GOOGLE_CLIENT_ID: 'g',
      INTEGRATION_GOOGLE_CLIENT_SECRET: 's',
      INTEGRATION_GOOGLE_CALENDAR_CLIENT_ID: 'own',
      INTEGRATION_GITHUB_BASE_URL: 'https://github.example/api/v3',
      INTEGRATION_GITHUB_CLIENT_ID: '',
    },
    { integrations: { github: { client_id: 'from-file', base_url: 'https://other.example' } } },
  );
  expect(problems).toEqual([]);
  expect(config.settings).toEqual({
    google: { clientId: 'g', clientSecret: 's' },
    google_calendar: { clientId: 'own' },
    github: { clientId: 'from-file', baseUrl: 'https://github.example/api/v3' },
  });
});

it('names everything that is wrong', () => {
  const { problems } = read(
    {
      INTEGRATION_GITHUB_TOKEN_URL: 'ftp://x',
      INTEGRATIONS_WEBHOOK_URL: 'https://app.example/hook',
      INTEGRATIONS_WEBHOOK_SECRET: 'short',
    },
    { integrations: { github: { clientId: 'x', client_id: 7 }, slack: 'x' } },
  );
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'integrations.github.clientId',
    'integrations.github.client_id',
    'integrations.slack',
    'INTEGRATION_GITHUB_TOKEN_URL',
    'INTEGRATIONS_WEBHOOK_SECRET',
  ]);
});
