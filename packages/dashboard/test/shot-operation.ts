import type { CreateGuardRequest } from '@parley/sdk';
import type { ManagementClient } from '@parley/sdk/management';
import type { ShotWorld } from './shot-world.ts';

/** What people set while a service runs: prompts, evaluations, guards, routes, budgets, batches, erasures. */
export async function operate(
  admin: ManagementClient,
  parley: ManagementClient,
  { workspaceId, ids: [key = ''], world }: { workspaceId: string; ids: string[]; world: ShotWorld },
) {
  const set = await makeSet(parley);
  const prompt = await keepPrompts(admin, parley, workspaceId, set);
  const guard = await guardCalls(admin, parley, workspaceId, key);
  await routeCalls(admin, world);
  const batch = await sendBatches(parley);
  const receipt = await eraseAndHold(admin, parley, workspaceId);
  await boundSpending(admin, workspaceId, key);
  return { set, prompt, guard, batch, receipt };
}

const shop = 'The shop opens at nine and closes at six. On Sundays it is closed.';

/** A set that was played by two models. */
async function makeSet(parley: ManagementClient): Promise<string> {
  const ask = (query: string, expected: string) => ({
    request: { query, context: shop },
    expected,
    checks: [{ type: 'contains' as const, value: expected }],
  });
  const { id } = await parley.evaluations.createSet({
    name: 'Questions of customers',
    cases: [ask('When do you open?', 'nine'), ask('When do you close?', 'six'), ask('Are you open on Mondays?', 'yes')],
  });
  for (const model of ['reader', 'openai/gpt-4.1-mini']) {
    const run = await parley.evaluations.start({ set_id: id, model });
    await parley.evaluations.wait(run.id, { waitTimeoutMs: 240_000 }).catch(() => {});
  }
  return id;
}

async function keepPrompts(
  admin: ManagementClient,
  parley: ManagementClient,
  workspace_id: string,
  set: string,
): Promise<string> {
  const { id } = await admin.api.createPrompt({
    body: {
      workspace_id,
      name: 'support-reply',
      description: 'How the support desk answers customers',
      system: 'You answer customers of {{company}} in one sentence.',
      note: 'As the desk wrote it',
      labels: ['production'],
      evaluation_set_id: set,
    },
  });
  await admin.api.createPromptVersion({
    params: { id },
    body: {
      system:
        'You answer customers of {{company}} in one friendly sentence, and say when the shop opens where it matters.',
      note: 'Friendlier, and says when the shop opens',
      labels: ['trial'],
    },
  });
  await admin.api.createPrompt({
    body: { workspace_id, name: 'summary.of-meetings', system: 'Sum up the meeting in five points.' },
  });
  const variables = { company: 'Lamp & Co' };
  const query = 'When do you open?';
  // A busy machine may have no time for it; the page is there all the same.
  await parley.answer.create({ query, context: shop, prompt: { id: 'support-reply', variables } }).catch(() => {});
  return id;
}

async function guardCalls(
  admin: ManagementClient,
  parley: ManagementClient,
  workspace_id: string,
  key: string,
): Promise<string> {
  const make = (body: CreateGuardRequest) => admin.api.createGuard({ body });
  const { id } = await make({
    workspace_id,
    name: 'no-addresses-of-people',
    stage: 'both',
    action: 'mask',
    check: { type: 'personal_data', kinds: ['email', 'phone', 'address'] },
    keys: [key],
  });
  await make({
    workspace_id,
    name: 'words-that-letters-to-customers-of-the-harbour-may-not-have',
    stage: 'output',
    action: 'warn',
    check: { type: 'words', words: ['dear sir or madam', 'cheap'] },
  });
  await make({
    workspace_id,
    name: 'internal-project-names',
    stage: 'input',
    action: 'block',
    check: { type: 'patterns', patterns: ['PRJ-\\d{4}'] },
    enabled: false,
  });
  await make({
    workspace_id,
    name: 'advice-on-law',
    stage: 'both',
    action: 'shadow',
    check: { type: 'topics', denied: ['legal advice'] },
    on_request: true,
  });
  const context = 'Ann (ann@example.com) works here.';
  await parley.answer.create({ query: 'Who works here?', context }).catch(() => {});
  return id;
}

async function routeCalls(admin: ManagementClient, world: ShotWorld): Promise<void> {
  await admin.api.createProvider({
    body: { id: 'own-server', type: 'openai', base_url: `${world.url}/v1`, keys: [{ name: 'main', value: 'sk-own' }] },
  });
  // Nobody knows what it costs: pages say so.
  await admin.api.createProvider({
    body: {
      id: 'far-away',
      type: 'openai',
      base_url: 'https://models.example.com/v1',
      keys: [{ name: 'main', value: 'sk-far' }],
    },
  });
  await admin.api.createRoute({ body: { id: 'large', engines: [{ engine: 'far-away/large-1' }] } });
  await admin.api.createRoute({ body: { id: 'fast', engines: [{ engine: 'own-server/gpt-4.1-mini' }] } });
  await admin.api.replaceRoute({
    params: { id: 'fast' },
    body: {
      engines: [
        { engine: 'own-server/gpt-4.1-mini', weight: 3 },
        { engine: 'openai/gpt-4.1-mini', weight: 1 },
      ],
      fallbacks: ['reader'],
      canary: { engine: 'reader', share: 0.05 },
    },
  });
}

async function boundSpending(admin: ManagementClient, workspace_id: string, key: string): Promise<void> {
  for (const body of [
    { scope: 'workspace', amount_usd: 120, period: 'month', action: 'warn' },
    { scope: 'key', target: key, amount_usd: 0, period: 'day', name: 'Nothing of the website' },
    { scope: 'user', target: null, amount_usd: 2, period: 'week' },
    { scope: 'tag', target: 'support', amount_usd: 1_250_000, period: 'total', active: false },
  ] as const)
    await admin.api.createBudget({ body: { workspace_id, ...body } });
}

async function sendBatches(parley: ManagementClient): Promise<string> {
  const line = (custom_id: string, content: string) => ({
    custom_id,
    body: { model: 'openai/gpt-4.1-mini', messages: [{ role: 'user' as const, content }] },
  });
  const lines = [line('first', 'Hello'), line('second', 'When do you open?'), line('wrong', '')];
  const { id } = await parley.batches.start(lines, { endpoint: '/v1/chat/completions' });
  await parley.batches.wait(id, { waitTimeoutMs: 240_000 }).catch(() => {});
  await parley.api.createMessageBatch({
    body: {
      requests: [
        {
          custom_id: 'one',
          params: { model: 'small-2', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] },
        },
      ],
    },
  });
  return id;
}

async function eraseAndHold(admin: ManagementClient, parley: ManagementClient, workspace_id: string): Promise<string> {
  await admin.api.placeHold({ body: { workspace_id, user_id: 'grace.hopper@example.com', reason: 'Case 2026-041' } });
  const { id: over } = await admin.api.placeHold({ body: { workspace_id, user_id: 'vera', reason: 'Audit of 2025' } });
  await admin.api.releaseHold({ params: { id: over } });
  const user_id = 'somebody-who-asked-for-it';
  await parley.api.connectIntegration({ params: { integration_id: 'orders' }, body: { user_id } });
  const { id } = await admin.api.eraseUser({ body: { workspace_id, user_id } });
  return id;
}
