import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { line, makePdf } from '../../../../../engines/documents/test/make-pdf.ts';
import { startTestService, type TestService } from '../../test-service.ts';
import { uploadFile } from '../../upload-file.ts';

vi.setConfig({ testTimeout: 180_000 });

let site: Server;
let address: string;
let service: TestService;
const hooks: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  site = createServer(async (request, response) => {
    hooks.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await startTestService({ env: { ALLOW_PRIVATE_ADDRESSES: address } });
});
afterAll(async () => {
  await service.close();
  site.closeAllConnections();
  site.close();
});

async function play(cases: object[], more: object = {}) {
  const set = await service.call('POST', '/v1/evaluations/sets', { name: 'Checks', cases });
  expect(set.status, set.text).toBe(200);
  const made = await service.call('POST', '/v1/evaluations/runs', { set_id: set.json.id, ...more });
  expect(made.status, made.text).toBe(200);
  let run = made.json;
  await vi.waitUntil(
    async () => {
      run = (await service.call('GET', `/v1/evaluations/runs/${made.json.id}`)).json;
      return run.finished_at !== null;
    },
    { timeout: 120_000, interval: 500 },
  );
  return { made: made.json, run };
}

it('tells an address of the end of a run, signed with the secret that its start gave', async () => {
  const cases = [{ endpoint: '/v1/answer', request: { query: 'What is 12 times 12?' }, expected: '144' }];
  hooks.length = 0;
  const { made, run } = await play(cases, { webhook_url: `http://${address}/hook` });
  expect(run).toMatchObject({ status: 'completed', passed: 1 });
  await expect.poll(() => hooks.length, { timeout: 40_000 }).toBe(1);
  const [{ headers, body }] = hooks as [(typeof hooks)[0]];
  const secret = Buffer.from(made.webhook_secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  expect(JSON.parse(body)).toMatchObject({ type: 'evaluation.completed', data: { id: run.id, passed: 1, score: 1 } });
  const closed = await service.call('POST', '/v1/evaluations/runs', {
    set_id: made.set_id,
    webhook_url: 'http://169.254.169.254/',
  });
  expect([closed.status, closed.json.code]).toEqual([400, 'url_not_allowed']);
});

it('holds a reply to the file and the page that it has to cite', async () => {
  const pages = ['The harbour was built in 1871 by the town.', 'The lighthouse keeper was called Amalia Brandt.'];
  const upload = (name: string, bytes: Uint8Array | string) => uploadFile(service, name, bytes);
  const { json: report } = await upload(
    'report.pdf',
    makePdf({ pages: pages.map((text) => ({ content: line(text, 72, 700) })) }),
  );
  const { json: other } = await upload('other.txt', 'The mill was sold in 1902.');
  expect([report.status, other.status]).toEqual(['ready', 'ready']);
  const request = { query: 'Who was the lighthouse keeper?', file_ids: [report.file_id, other.file_id] };
  const wanted = [
    { file: report.file_id },
    { file: report.file_id.toUpperCase(), page: 2 },
    { file: report.file_id, page: 1 },
    { file: other.file_id },
  ];
  const messages = [{ role: 'user', content: request.query, file_ids: request.file_ids }];
  const cases = [
    ...wanted.map((one) => ({ endpoint: '/v1/answer', request, checks: [{ type: 'cites', ...one }] })),
    { endpoint: '/v1/conversation', request: { messages }, checks: [{ type: 'cites', file: report.file_id, page: 2 }] },
    // A reply without sources cites nothing.
    {
      endpoint: '/v1/answer',
      request: { query: 'What is 12 times 12?' },
      checks: [{ type: 'cites', file: report.file_id }],
    },
  ];
  const { run } = await play(cases);
  expect(run).toMatchObject({ status: 'completed', passed: 3, failed: 3 });
  const { json } = await service.call('GET', `/v1/evaluations/runs/${run.id}/results?limit=20`);
  const found = json.data.map((one: { passed: boolean; checks: object[] }) => [one.passed, one.checks]);
  expect(found.map(([passed]: [boolean]) => passed)).toEqual([true, true, false, false, true, false]);
  expect(JSON.stringify(found[3])).toContain('is not among its sources');
});
