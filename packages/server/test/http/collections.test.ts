import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestReply, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

let service: TestService;
let web: Server;
let site: string;

const pages: Record<string, string> = {
  '/': '<h1>Start</h1><p>Welcome to the home of the ferry company, which has run since long ago.</p><a href="/docs/prices">Prices</a><a href="/private/staff">Staff</a><a href="/docs/gone">Gone</a><a href="https://elsewhere.example/">Away</a>',
  '/docs/prices':
    '<h1>Prices</h1><p>A crossing with a bicycle costs eleven crowns for every traveller.</p><a href="/docs/deep">Deep</a><a href="/">Home</a>',
  '/docs/deep': '<h1>Deep</h1><p>The lighthouse keeper rings the bell when fog comes over the strait.</p>',
  '/private/staff': '<h1>Staff</h1><p>The captain keeps the keys of the engine room.</p>',
};

beforeAll(async () => {
  web = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    if (body) response.setHeader('content-type', 'text/html').end(`<html><body><main>${body}</main></body></html>`);
    else if (request.url === '/notes.txt')
      response.setHeader('content-type', 'text/plain').end('The dredger works on Tuesdays.');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  site = `http://127.0.0.1:${port}`;
  service = await startTestService({
    env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}`, HOST_INTERVAL_MS: '0' },
  });
});
afterAll(async () => {
  await service.close();
  web.close();
});

const upload = async (text: string, name: string): Promise<string> => {
  const { status, json } = await uploadFile(service, name, text);
  expect(status).toBe(200);
  return json.file_id;
};

const create = async (body: object): Promise<string> => {
  const made = await service.call('POST', '/v1/collections', body);
  expect(made.status, made.text).toBe(200);
  return made.json.id;
};

/** The collection once nothing is on its way any more. */
const settled = async (id: string, files: number): Promise<TestReply> => {
  let reply = await service.call('GET', `/v1/collections/${id}`);
  const counts = async () => {
    reply = await service.call('GET', `/v1/collections/${id}`);
    const { pending, processing, ready, failed } = reply.json.files;
    return { underWay: pending + processing, done: ready + failed };
  };
  await vi.waitFor(async () => expect(await counts()).toEqual({ underWay: 0, done: files }), longestWaitMs);
  return reply;
};

const search = (id: string, body: object) => service.call('POST', `/v1/collections/${id}/search`, body);

describe('a question to files that are still being read', () => {
  const ask = (collection: string, question: string) =>
    service.call('POST', '/v1/conversation', {
      messages: [{ role: 'user', content: question }],
      collection_ids: [collection],
    });

  it('waits for them where nothing else answers it', async () => {
    const fileId = await upload('Parcels are handed out at the back door.', 'opening.txt');
    const collection = await create({ name: 'Website' });
    await service.call('POST', `/v1/collections/${collection}/files`, { file_ids: [fileId] });
    const { json } = await ask(collection, 'Where are parcels handed out?');
    expect(json.response).toContain('back door');
    expect(json.sources).toMatchObject([{ file_id: fileId }]);
    expect(json.warnings).toBeUndefined();
  });

  it('is answered from those that were read, with a warning about the others', async () => {
    const first = await upload('The ferry to the island leaves from quay four.', 'ferry.txt');
    const collection = await create({ name: 'Harbour' });
    await service.call('POST', `/v1/collections/${collection}/files`, { file_ids: [first] });
    await settled(collection, 1);
    // On a busy machine the second may have been read before it is asked.
    const answeredMeanwhile = async () => {
      const second = await upload('The lighthouse is painted white every spring.', 'tower.txt');
      await service.call('POST', `/v1/collections/${collection}/files`, { file_ids: [second] });
      const { json } = await ask(collection, 'Where does the ferry to the island leave from?');
      expect(json.response).toContain('quay four');
      expect(json.warnings?.join()).toMatch(/files? of the collections (is|are) still being read/);
    };
    await vi.waitFor(answeredMeanwhile, longestWaitMs);
  });
});

describe('a collection', () => {
  it('is created, read, listed, changed and deleted', async () => {
    const made = await service.call('POST', '/v1/collections', {
      name: 'Handbooks',
      description: 'For new colleagues',
      attributes: { team: 'people', year: 2026, isOpen: true },
      expires_after_days: 7,
    });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({
      success: true,
      name: 'Handbooks',
      description: 'For new colleagues',
      attributes: { team: 'people', year: 2026, isOpen: true },
      files: { pending: 0, processing: 0, ready: 0, failed: 0 },
      passages: 0,
      bytes: 0,
    });
    const { id, created_at, expires_at } = made.json;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 24 * 60 * 60_000);
    expect((await service.call('GET', '/v1/collections')).json.data[0]).toMatchObject({ id, name: 'Handbooks' });
    const changed = await service.call('PATCH', `/v1/collections/${id}`, {
      name: 'Books',
      expires_after_days: null,
      description: null,
    });
    expect(changed.json).toMatchObject({
      id,
      name: 'Books',
      expires_at: null,
      description: null,
      attributes: { year: 2026 },
    });
    expect((await service.call('DELETE', `/v1/collections/${id}`)).json).toEqual({ success: true, id, deleted: true });
    const gone = await service.call('GET', `/v1/collections/${id}`);
    expect(gone.status).toBe(404);
    expect(gone.json).toMatchObject({ code: 'collection_not_found', collection_id: id });
  });

  it('names what is wrong with a request', async () => {
    expect((await service.call('POST', '/v1/collections', {})).json.error).toBe('name is required');
    expect((await service.call('POST', '/v1/collections', { name: 'a', nmae: 'b' })).text).toContain('nmae');
    const id = await create({ name: 'Wrong' });
    expect((await service.call('POST', `/v1/collections/${id}/files`, {})).json.error).toBe(
      'Name file_ids, urls or a site',
    );
    const unknown = await service.call('POST', `/v1/collections/${id}/files`, {
      file_ids: ['7d3f1c1e-0000-4000-8000-000000000000'],
    });
    expect(unknown.status).toBe(404);
    expect(unknown.json.code).toBe('file_not_found');
    const inside = await service.call('POST', `/v1/collections/${id}/files`, {
      urls: ['http://169.254.169.254/latest'],
    });
    expect(inside.status).toBe(400);
    expect(inside.json.code).toBe('url_not_allowed');
    const meaning = await search(id, { query: 'anything', mode: 'semantic' });
    expect(meaning.status).toBe(400);
    expect(meaning.json.code).toBe('embeddings_not_configured');
    const filter = await search(id, { query: 'anything', filter: { year: { above: 3 } } });
    expect(filter.status).toBe(400);
    expect(filter.json.error).toContain('filter.year.above');
  });

  it('finds the passage among many files, with its place, its score and its attributes', async () => {
    const id = await create({ name: 'Many' });
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        upload(
          `# Report ${number}\n\nNothing happened at the station on day ${number}, and the weather was fair.`,
          `report-${number}.md`,
        ),
      ),
    );
    const text =
      '# Kiln\n\nThe kiln of the pottery is fired at 1,240 degrees for nine hours.\n\n# Wheel\n\nThe wheel turns left.';
    const told = await upload(text, 'pottery.md');
    await service.call('POST', `/v1/collections/${id}/files`, { file_ids: others, attributes: { kind_of: 'report' } });
    const added = await service.call('POST', `/v1/collections/${id}/files`, {
      file_ids: [told],
      attributes: { kind_of: 'guide', year: 2025 },
    });
    expect(added.status).toBe(202);
    expect(added.json).toMatchObject({ success: true, added: 1 });
    const state = await settled(id, 13);
    expect(state.json.passages).toBeGreaterThanOrEqual(13);
    const found = await search(id, { query: 'How hot is the kiln fired?', top_k: 3 });
    expect(found.status, found.text).toBe(200);
    expect(found.json.mode).toBe('lexical');
    const [best] = found.json.results;
    expect(best).toMatchObject({ file_id: told, filename: 'pottery.md', attributes: { kind_of: 'guide', year: 2025 } });
    expect(best.quote).toBe(text.slice(best.start, best.end));
    expect(best.quote).toContain('1,240 degrees');
    expect(best.score).toBeGreaterThan(0);
    expect(best.score).toBeLessThanOrEqual(1);
    expect(best.scores.lexical).toBeGreaterThan(0);
    const filtered = await search(id, {
      query: 'the kiln at the station',
      filter: { kind_of: 'report', year: { ne: 2025 } },
    });
    expect(filtered.json.results.length).toBeGreaterThan(0);
    expect(filtered.json.results.every((hit: { file_id: string }) => hit.file_id !== told)).toBe(true);
    expect(best.score).toBeLessThan(1);
    const strict = await search(id, { query: 'How hot is the kiln fired?', min_score: best.score + 0.001 });
    expect(strict.json.results).toEqual([]);
    const enough = await search(id, { query: 'How hot is the kiln fired?', min_score: best.score - 0.001 });
    expect(enough.json.results.map((hit: { file_id: string }) => hit.file_id)).toEqual([told]);
  });

  it('no longer finds what was taken out or deleted, and leaves the file itself', async () => {
    const id = await create({ name: 'Leaving' });
    const kept = await upload('The orchard has forty pear trees.', 'orchard.txt');
    const taken = await upload('The orchard has one walnut tree.', 'walnut.txt');
    const deleted = await upload('The orchard has a plum tree.', 'plum.txt');
    await service.call('POST', `/v1/collections/${id}/files`, { file_ids: [kept, taken, deleted] });
    await settled(id, 3);
    const removal = await service.call('DELETE', `/v1/collections/${id}/files/${taken}`);
    expect(removal.json).toEqual({ success: true, file_id: taken, removed: true });
    expect((await service.call('DELETE', `/v1/collections/${id}/files/${taken}`)).json.code).toBe('file_not_found');
    await service.call('DELETE', `/v1/files/${deleted}`);
    const found = await search(id, { query: 'orchard tree' });
    expect(found.json.results.map((hit: { file_id: string }) => hit.file_id)).toEqual([kept]);
    expect((await service.call('GET', `/v1/files/${taken}`)).status).toBe(200);
    await service.call('DELETE', `/v1/collections/${id}?files=delete`);
    expect((await service.call('GET', `/v1/files/${kept}`)).status).toBe(404);
    expect((await service.call('GET', `/v1/files/${taken}`)).status).toBe(200);
  });

  it('belongs to its workspace', async () => {
    const id = await create({ name: 'Ours' });
    const workspace = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const key = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.json.id, name: 'other' });
    const headers = { authorization: `Bearer ${key.json.key}` };
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'theirs' }],
      ['DELETE', '', undefined],
      ['POST', '/search', { query: 'anything' }],
      ['POST', '/files', { urls: [`${site}/notes.txt`] }],
      ['GET', '/files', undefined],
    ] as const) {
      const reply = await service.call(method, `/v1/collections/${id}${path}`, body, headers);
      expect(reply.status, `${method} ${path}`).toBe(404);
      expect(reply.json.code).toBe('collection_not_found');
    }
    expect((await service.call('GET', '/v1/collections', undefined, headers)).json.data).toEqual([]);
    expect((await service.call('GET', `/v1/collections/${id}`)).json.name).toBe('Ours');
  });
});

describe('answers from collections', () => {
  let id: string;
  let told: string;

  beforeAll(async () => {
    id = await create({ name: 'House' });
    told = await upload(
      '# Heating\n\nThe boiler of the house was serviced on 3 March 2025 by Lindqvist.',
      'heating.md',
    );
    const roof = await upload('# Roof\n\nThe roof was covered with slate in 1988.', 'roof.md');
    await service.call('POST', `/v1/collections/${id}/files`, { file_ids: [told], attributes: { part: 'inside' } });
    await service.call('POST', `/v1/collections/${id}/files`, { file_ids: [roof], attributes: { part: 'outside' } });
    await settled(id, 2);
  });

  const query = 'When was the boiler serviced?';
  const asked: [string, object, (reply: TestReply) => string][] = [
    ['/v1/answer', { query }, (reply) => reply.json.answer],
    ['/v1/conversation', { messages: [{ role: 'user', content: query }] }, (reply) => reply.json.response],
    [
      '/v1/chat-completion',
      { model: 'small-2', messages: [{ role: 'user', content: query }] },
      (reply) => JSON.stringify(reply.json.result.response),
    ],
    [
      '/v1/messages',
      { model: 'small-2', max_tokens: 500, messages: [{ role: 'user', content: query }] },
      (reply) => reply.json.content[0].text,
    ],
  ];
  it.each(asked)('%s names the passage', async (path, body, text) => {
    const reply = await service.call('POST', path, { ...body, collection_ids: [id] });
    expect(reply.status, reply.text).toBe(200);
    expect(text(reply)).toContain('3 March 2025');
  });

  it('names the source, keeps to the filter, and invents nothing when nothing is left', async () => {
    const reply = await service.call('POST', '/v1/answer', { query, collection_ids: [id] });
    expect(reply.json.sources[0]).toMatchObject({ file_id: told, filename: 'heating.md' });
    const filtered = await service.call('POST', '/v1/answer', {
      query,
      collection_ids: [id],
      collection_filter: { part: 'outside' },
    });
    expect(filtered.status).toBe(200);
    expect(filtered.text).not.toContain('3 March');
    const empty = await service.call('POST', '/v1/answer', {
      query: 'What is the capital of France?',
      collection_ids: [await create({ name: 'Empty' })],
    });
    expect(empty.status, empty.text).toBe(200);
    expect(empty.json.sources).toEqual([]);
    expect(empty.json.answer).not.toContain('Paris');
  });

  it('needs the collection and the scope', async () => {
    const missing = await service.call('POST', '/v1/answer', { query, collection_ids: ['col_none'] });
    expect(missing.status).toBe(404);
    expect(missing.json.code).toBe('collection_not_found');
    const workspaces = await service.admin('GET', '/v1/admin/keys');
    const key = await service.admin('POST', '/v1/admin/keys', {
      workspace_id: workspaces.json.data[0].workspace_id,
      name: 'text only',
      scopes: ['text'],
    });
    const headers = { authorization: `Bearer ${key.json.key}` };
    expect((await service.call('POST', '/v1/answer', { query, collection_ids: [id] }, headers)).status).toBe(403);
  });
});

describe('what is on the web', () => {
  it('comes in by address, and what cannot be fetched says why', async () => {
    const id = await create({ name: 'Addresses' });
    const urls = [`${site}/notes.txt`, `${site}/missing`];
    const added = await service.call('POST', `/v1/collections/${id}/files`, { urls, attributes: { from: 'web' } });
    expect(added.json).toMatchObject({ success: true, added: 2 });
    await settled(id, 2);
    const listed = await service.call('GET', `/v1/collections/${id}/files`);
    const byUrl = Object.fromEntries(listed.json.data.map((file: { url: string }) => [file.url, file]));
    expect(byUrl[urls[0] ?? '']).toMatchObject({
      status: 'ready',
      filename: 'notes.txt',
      attributes: { from: 'web' },
      error: null,
    });
    expect(byUrl[urls[1] ?? '']).toMatchObject({ status: 'failed', error: { code: 'url_unreachable' } });
    const found = await search(id, { query: 'When does the dredger work?' });
    expect(found.json.results[0].quote).toContain('Tuesdays');
  });

  it('comes in as a site, within its depth, its paths and its origin', async () => {
    const id = await create({ name: 'Site' });
    const added = await service.call('POST', `/v1/collections/${id}/files`, {
      site: { url: `${site}/`, depth: 1, exclude: ['/private/*'] },
    });
    expect(added.status, added.text).toBe(202);
    await settled(id, 2);
    const listed = await service.call('GET', `/v1/collections/${id}/files`);
    expect(listed.json.data.map((file: { url: string }) => file.url).sort()).toEqual([
      `${site}/`,
      `${site}/docs/prices`,
    ]);
    const found = await search(id, { query: 'What does a crossing with a bicycle cost?' });
    expect(found.json.results[0].quote).toContain('eleven crowns');
  });
});
