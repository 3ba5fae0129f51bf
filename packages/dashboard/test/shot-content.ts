import { ManagementClient } from '@parley/sdk/management';
import type { Service } from './service.ts';

const longName = 'Nightly import of the regional sales figures from all seventeen branch offices (staging)';

/** Gives a service what a few weeks of use would: keys of every state, people, files, calls. */
export async function fillService({ url, adminKey }: Service): Promise<void> {
  const admin = new ManagementClient({ baseUrl: url, adminKey, apiKey: adminKey });
  const make = (name: string, more: object = {}) => admin.api.createKey({ body: { name, ...more } });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const [website] = await Promise.all([
    make('Website', { budget_usd: 250, budget_period: 'month' }),
    make(longName, { scopes: ['files', 'text'], budget_usd: 12.5, budget_period: 'day' }),
    make('Trial of a partner', { expires_at: inHours(6), scopes: ['text'] }),
    make('Old mobile app', { active: false }),
    make('Support desk', { scopes: ['text', 'files', 'research', 'integrations'], expires_at: inHours(24 * 90) }),
  ]);
  const revoked = await make('Leaked in a repository');
  await admin.api.revokeKey({ params: { id: revoked.id } });
  for (const [name, email, role] of [
    ['Grace Hopper', 'grace.hopper@example.com', 'admin'],
    ['Katherine Johnson-Goble of the Department of Computing', 'katherine@example.com', 'member'],
    ['Vera Rubin', 'vera@example.com', 'viewer'],
  ] as const) {
    const { link } = await admin.api.createInvitation({ body: { email, role } });
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    const stranger = new ManagementClient({ baseUrl: url });
    await stranger.api.acceptInvitation({ body: { token, name, password: 'a password for pictures' } });
  }
  for (const [email, role] of [
    ['linus@example.com', 'member'],
    ['somebody.with.a.very.long.address@department.of.long.names.example.com', 'viewer'],
  ] as const)
    await admin.api.createInvitation({ body: { email, role } });

  const parley = new ManagementClient({ baseUrl: url, apiKey: website.key });
  const files = [
    new File(['Supplier;City;Amount\nMiller & Sons;Oslo;1250.00\nKern AG;Bergen;980.50\n'], 'invoices-2026.csv'),
    new File(
      ['# Handbook\n\nWho is late tells the shift lead before eight.\n'],
      'Handbook of the workshop, third edition.md',
    ),
    new File([JSON.stringify({ order: 'A-204', lines: [{ item: 'Bolt', count: 40 }] })], 'order.json'),
  ];
  await Promise.all(files.map((file) => parley.files.upload(file)));
  const context = 'The Elm Street bridge was opened on 4 May 1932 by the mayor, Ada Kern. It is 212 metres long.';
  for (const query of ['Who opened the bridge?', 'How long is it?', 'When was it opened?']) {
    await parley.answer.create({ query, context });
  }
  // Refused calls belong to a day as well.
  await parley.answer.create({ query: '', context }).catch(() => {});
}
