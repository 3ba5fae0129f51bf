import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Model, Parley } from '@parley/sdk';
import { type Check, call } from './check.ts';

const parsed = async (response: Response): Promise<Record<string, unknown>> => Object(await response.json());

export const serviceChecks: Check[] = [
  {
    name: 'is up and ready, and describes itself',
    covers: ['10 /healthz, /readyz, /openapi.json, /docs, /llms.txt'],
    isSmoke: true,
    async run(ground) {
      assert.deepEqual(await ground.parley.service.health(), { status: 'ok' });
      assert.equal((await ground.parley.service.readiness()).status, 'ready');
      assert.equal((await ground.parley.service.openApi()).openapi, '3.1.0');
      for (const path of ['/docs', '/llms.txt']) assert.equal((await call(ground, 'GET', path)).status, 200);
    },
  },
  {
    name: 'lists the two required models first, without a key',
    covers: ['5 GET /v1/models', '5 GET /v1/models/{id}'],
    isSmoke: true,
    async run({ parley, baseUrl }) {
      const listed = await fetch(`${baseUrl}/v1/models`);
      assert.equal(listed.status, 200);
      const models = (await parsed(listed)).data as Model[];
      assert.deepEqual(
        models.slice(0, 2).map(({ id }) => id),
        ['small-2', 'small-1'],
      );
      assert.equal(models[0]?.context_length, 200_000);
      assert.equal(models[0]?.pricing.prompt, '0.0008');
      assert.equal((await parley.models.get('small-1')).id, 'small-1');
    },
  },
  {
    name: 'tells a missing key from a wrong one, in either header',
    covers: ['1 Keys: 401 and 503', '1 Keys: x-api-key'],
    isSmoke: true,
    async run(ground) {
      const body = { query: 'What is 2 plus 2?' };
      const none = await fetch(`${ground.baseUrl}/v1/answer`, { method: 'POST' });
      assert.equal(none.status, 401);
      assert.equal((await parsed(none)).error, 'Authentication required');
      const headers = { authorization: 'Bearer parley_wrong_key_0123456789' };
      const wrong = await call(ground, 'POST', '/v1/answer', { body, headers });
      assert.ok(wrong.status === 503 || wrong.status === 401);
      assert.equal((await parsed(wrong)).code, 'invalid_api_key');
      const other = await fetch(`${ground.baseUrl}/v1/answer`, {
        method: 'POST',
        headers: { 'x-api-key': ground.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(other.status, 200);
    },
  },
  {
    name: 'answers a repeated call once',
    covers: ['1 Idempotency: replay, mismatch'],
    async run(ground) {
      const headers = { 'idempotency-key': randomUUID() };
      const body = { query: 'What is 12 times 12?' };
      const first = await call(ground, 'POST', '/v1/answer', { body, headers });
      const again = await call(ground, 'POST', '/v1/answer', { body, headers });
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(await again.text(), await first.text());
      const other = await call(ground, 'POST', '/v1/answer', { body: { query: 'Another' }, headers });
      assert.equal(other.status, 409);
      assert.equal((await parsed(other)).code, 'idempotency_mismatch');
    },
  },
  {
    name: 'keeps a request id, tells limits, and names the methods of a path',
    covers: ['1 Errors: x-request-id', '1 Limits: RateLimit headers', '10 A 405 names the methods'],
    async run(ground) {
      const headers = { 'x-request-id': `acceptance-${randomUUID()}` };
      const answered = await call(ground, 'POST', '/v1/answer', { body: { query: 'What is 2 plus 2?' }, headers });
      assert.equal(answered.headers.get('x-request-id'), headers['x-request-id']);
      assert.ok(Number(answered.headers.get('ratelimit-limit')) > 0);
      const wrong = await call(ground, 'DELETE', '/v1/answer');
      assert.equal(wrong.status, 405);
      assert.match(wrong.headers.get('allow') ?? '', /POST/);
    },
  },
  {
    name: 'lists integrations and refuses unknown ones',
    covers: ['7 GET /v1/integrations', '7 Integration not found', '7 User ID required'],
    async run({ parley }) {
      const [first] = await parley.integrations.list();
      assert.ok(first?.id);
      assert.ok((await parley.integrations.get(first.id)).features?.length);
      await assert.rejects(parley.integrations.get('no-such-integration'), { status: 404 });
      await assert.rejects(parley.integrations.connect(first.id, {}), { status: 400 });
    },
  },
  {
    name: 'begins research in the background and cancels it',
    covers: ['6 POST /v1/deep-research: background', '6 GET and cancel', '6 400 if blank'],
    async run({ parley }) {
      const run = await parley.research.start({ instructions: 'How do tides store energy?', depth: 'quick' });
      const ended = await parley.research.cancel(run.research_id);
      assert.equal(ended.research_id, run.research_id);
      assert.equal((await parley.research.get(run.research_id)).research_id, run.research_id);
      await assert.rejects(parley.research.start({ instructions: ' ' }), { status: 400 });
      await assert.rejects(parley.research.search({ query: ' ' }), { status: 400 });
    },
  },
  {
    name: 'draws a picture whose address works without a key',
    covers: ['8 POST /v1/generate-image', '8 400 Invalid request'],
    async run({ parley }) {
      const image = await parley.images.generate({ prompt: 'a red boat on a calm sea', aspect_ratio: '1:1', seed: 7 });
      const fetched = await fetch(image.image_url);
      assert.equal(fetched.status, 200);
      assert.match(fetched.headers.get('content-type') ?? '', /^image\//);
      assert.equal(image.seed, 7);
      await assert.rejects(parley.images.generate({ prompt: '' }), { status: 400 });
    },
  },
  {
    name: 'makes a key, records what it used, rolls and revokes it',
    covers: ['10 keys: create, roll, revoke', '1 Money: one usage record per call', '1 Keys: 403 without the scope'],
    needsAdmin: true,
    async run({ parley, baseUrl }) {
      const key = await parley.admin.keys.create({ name: 'acceptance', scopes: ['text'] });
      const limited = new Parley({ baseUrl, apiKey: key.key });
      await limited.answer.create({ query: 'What is 2 plus 2?' });
      await assert.rejects(limited.files.list().then(), { status: 403, code: 'forbidden' });
      const { data } = await parley.admin.usage.records({ key_id: key.id });
      assert.ok(data.some(({ status, input_tokens }) => status === 200 && input_tokens > 0));
      const successor = await parley.admin.keys.roll(key.id, { overlap_seconds: 0 });
      await new Parley({ baseUrl, apiKey: successor.key }).answer.create({ query: 'What is 2 plus 2?' });
      assert.notEqual((await parley.admin.keys.revoke(successor.id)).revoked_at, null);
    },
  },
  {
    name: 'keeps workspaces apart',
    covers: ['3 A file belongs to a workspace', '10 workspaces: create, delete'],
    needsAdmin: true,
    async run({ parley, baseUrl }) {
      const workspace = await parley.admin.workspaces.create({ name: `acceptance ${randomUUID()}` });
      try {
        const key = await parley.admin.keys.create({ workspace_id: workspace.id });
        const other = new Parley({ baseUrl, apiKey: key.key });
        const file = await other.files.upload(new File(['secret'], 'secret.txt'));
        await assert.rejects(parley.files.get(file.file_id), { status: 404 });
        const asked = parley.answer.create({ query: 'What is the secret?', file_ids: [file.file_id] });
        await assert.rejects(asked, { status: 404, code: 'file_not_found' });
      } finally {
        await parley.admin.workspaces.delete(workspace.id);
      }
    },
  },
  {
    name: 'tells its state, sums usage and keeps an audit log',
    covers: ['10 /v1/admin/health', '10 /v1/admin/usage', '10 /v1/admin/audit'],
    needsAdmin: true,
    async run({ parley }) {
      assert.ok((await parley.admin.health()).version);
      assert.equal((await parley.admin.usage.sums({ group_by: 'model' })).group_by, 'model');
      assert.ok(Array.isArray((await parley.admin.audit({ limit: 1 })).data));
    },
  },
];
