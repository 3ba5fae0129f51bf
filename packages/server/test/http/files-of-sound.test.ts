import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { flac, mp3, mp4, ogg, wav, webm } from '../sound-samples.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-sound-'));
let vendor: Server;
let vendorUrl: string;
let env: Record<string, string>;
let service: TestService;
/** Names and types of the files that the vendor was sent, and what it does with them. */
let seen: string[] = [];
let left = 0;
let mode: 'answers' | 'hangs' | 'fails' = 'answers';

/** As https://platform.openai.com/docs/api-reference/audio/verbose-json-object shows it. */
const verbose = {
  task: 'transcribe',
  language: 'english',
  duration: 60,
  text: 'The harbour was built in 1871. It has nine piers. The lighthouse keeper was called Amalia Brandt.',
  segments: [
    { id: 0, seek: 0, start: 0, end: 3.32, text: ' The harbour was built in 1871.' },
    { id: 1, seek: 0, start: 3.32, end: 8.47, text: ' It has nine piers.' },
    { id: 2, seek: 0, start: 41.5, end: 45, text: ' The lighthouse keeper was called Amalia Brandt.' },
  ],
};
/** 60 s at 0.6 cents a minute. */
const costUsd = 0.006;

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    if (request.url === '/talk') return void response.setHeader('content-type', 'audio/mpeg').end(mp3(900));
    response.once('close', () => {
      if (!response.writableEnded) left++;
    });
    const headers = { 'content-type': String(request.headers['content-type']) };
    const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
    const file = form.get('file');
    if (file instanceof File) seen.push(`${file.name} ${file.type}`);
    if (mode === 'hangs') return;
    const body = mode === 'fails' ? { error: { message: 'the transcriber is down' } } : verbose;
    response.writeHead(mode === 'fails' ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const { port } = vendor.address() as AddressInfo;
  vendorUrl = `http://127.0.0.1:${port}`;
  const path = join(root, 'parley.config.json');
  const wire = {
    type: 'openai',
    base_url: `${vendorUrl}/v1`,
    api_key: 'sk-1',
    upstream_prices: { 'whisper-1': { minute: 0.006 } },
  };
  writeFileSync(path, JSON.stringify({ providers: { wire } }));
  env = {
    PARLEY_CONFIG: path,
    TRANSCRIPTION_MODEL: 'wire/whisper-1',
    AUDIO_MAX_MB: '1',
    AUDIO_MAX_MINUTES: '2',
    ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}`,
  };
  service = await startTestService({ env });
});
beforeEach(() => {
  seen = [];
  left = 0;
  mode = 'answers';
});
afterAll(async () => {
  await service.close();
  vendor.closeAllConnections();
  vendor.close();
  rmSync(root, { recursive: true, force: true });
});

const recordsOf = async (of: TestService, requestId: string | null) =>
  (await of.admin('GET', `/v1/admin/usage/records?request_id=${requestId}`)).json.data.filter(
    ({ endpoint }: { endpoint: string }) => endpoint === 'createTranscription',
  );
const heardIn = async (of: TestService) =>
  (await of.admin('GET', '/v1/admin/usage/records?limit=100')).json.data.filter(
    ({ endpoint }: { endpoint: string }) => endpoint === 'createTranscription',
  );

describe('files of sound', () => {
  it.each([
    ['talk.mp3', mp3(900), 'audio', 'audio/mpeg', 'talk.mp3'],
    ['talk.wav', wav(1), 'audio', 'audio/wav', 'talk.wav'],
    ['talk.m4a', mp4('M4A', 60), 'audio', 'audio/mp4', 'talk.m4a'],
    ['talk.ogg', ogg(60), 'audio', 'audio/ogg', 'talk.ogg'],
    ['talk.flac', flac(60), 'audio', 'audio/flac', 'talk.flac'],
    ['talk.webm', webm('A_OPUS'), 'audio', 'audio/webm', 'talk.webm'],
    ['film.mp4', mp4('isom', 60), 'video', 'video/mp4', 'film.mp4'],
    ['film.mov', mp4('qt', 60), 'video', 'video/mp4', 'film.mp4'],
  ])('%s becomes text with times', async (name, bytes, kind, mediaType, sent) => {
    const { json, headers } = await uploadFile(service, name, bytes);
    expect(json).toMatchObject({
      status: 'ready',
      kind,
      media_type: mediaType,
      pages: null,
      warnings: [],
      metadata: { duration_seconds: 60, language: 'english', transcription_model: 'wire/whisper-1', word_count: 17 },
    });
    expect(json.processing_summary).toContain('of 01:00');
    expect(seen).toEqual([`${sent} ${mediaType}`]);
    const { text } = await service.call('GET', `/v1/files/${json.file_id}/text`);
    expect(text).toBe(
      '[00:00] The harbour was built in 1871. It has nine piers.\n\n[00:41] The lighthouse keeper was called Amalia Brandt.',
    );
    expect(await recordsOf(service, headers.get('x-request-id'))).toMatchObject([
      { model: 'wire/whisper-1', engine: 'wire/whisper-1', cost_usd: costUsd, upstream_cost_usd: costUsd, status: 200 },
    ]);
  });

  it('are paid by the key that brought them, under the labels of its call', async () => {
    const { json: made } = await service.admin('POST', '/v1/admin/keys', { name: 'hearing' });
    const headers = { authorization: `Bearer ${made.key}`, 'x-parley-tags': 'podcasts' };
    const reply = await uploadFile(service, 'talk.wav', wav(1), {}, headers);
    expect(await recordsOf(service, reply.headers.get('x-request-id'))).toMatchObject([
      { key_id: made.id, workspace_id: made.workspace_id, tags: ['podcasts'], cost_usd: costUsd },
    ]);
    const { json: key } = await service.admin('GET', `/v1/admin/usage?group_by=tag&tag=podcasts`);
    expect(key.total.cost_usd).toBe(costUsd);
  });

  it('come from addresses, too, and out of archives', async () => {
    const { json } = await service.call('POST', '/v1/files/upload-url', { url: `${vendorUrl}/talk`, wait_ms: 60_000 });
    expect(json).toMatchObject({ status: 'ready', kind: 'audio', filename: 'talk.mp3' });
    expect(await heardIn(service)).toEqual(
      expect.arrayContaining([expect.objectContaining({ cost_usd: costUsd, status: 200 })]),
    );
  });

  it('answer questions with sources that name the time, and are found in collections', async () => {
    const { json: file } = await uploadFile(service, 'talk.wav', wav(1));
    const { json } = await service.call('POST', '/v1/answer', {
      query: 'Who was the lighthouse keeper?',
      file_ids: [file.file_id],
    });
    expect(json.answer).toContain('Amalia Brandt');
    expect(json.sources[0]).toMatchObject({ file_id: file.file_id, time: 41.5 });
    const { json: collection } = await service.call('POST', '/v1/collections', { name: 'talks' });
    await service.call('POST', `/v1/collections/${collection.id}/files`, { file_ids: [file.file_id] });
    const found = await vi.waitUntil(
      async () => {
        const reply = await service.call('POST', `/v1/collections/${collection.id}/search`, { query: 'harbour built' });
        return reply.json.results?.length > 0 && reply.json.results;
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(found[0]).toMatchObject({ file_id: file.file_id, time: 0 });
    expect(found[0].quote).toContain('The harbour was built in 1871.');
  });

  it('beyond the limits of bytes and minutes fail with the setting that says so, and the vendor is not asked', async () => {
    const large = await uploadFile(service, 'large.wav', wav(80));
    expect(large.json).toMatchObject({ code: 'file_failed', reason: 'file_too_large' });
    expect(large.json.details).toContain('AUDIO_MAX_MB');
    const long = await uploadFile(service, 'long.ogg', ogg(3600));
    expect(long.json.details).toContain('is 60 minutes long; at most 2 are heard (AUDIO_MAX_MINUTES)');
    expect(seen).toEqual([]);
  });

  it('whose hearing a budget does not pay for fail with it, and are read when it does', async () => {
    const { json: made } = await service.admin('POST', '/v1/admin/keys', {
      name: 'poor',
      budget_usd: 0.0001,
      budget_period: 'total',
    });
    const headers = { authorization: `Bearer ${made.key}` };
    const refused = await uploadFile(service, 'talk.ogg', ogg(60), {}, headers);
    expect(refused).toMatchObject({ status: 422, json: { code: 'file_failed', reason: 'budget_exceeded' } });
    expect(seen).toEqual([]);
    const id = refused.json.file_id;
    await service.admin('PATCH', `/v1/admin/keys/${made.id}`, { budget_usd: 1 });
    const again = await service.call('POST', `/v1/files/${id}/reread`, { wait_ms: 60_000 }, headers);
    expect(again.json).toMatchObject({ status: 'ready', error: null, kind: 'audio' });
    // Once more changes nothing and costs nothing.
    const once = await service.call('POST', `/v1/files/${id}/reread`, {}, headers);
    expect(once.json).toEqual(again.json);
    expect(seen).toHaveLength(1);
    expect(await recordsOf(service, refused.headers.get('x-request-id'))).toMatchObject([{ cost_usd: costUsd }]);
  });

  it('of a key that may not ask the transcriber are not heard', async () => {
    const { json: made } = await service.admin('POST', '/v1/admin/keys', { name: 'few', models: ['small-1'] });
    const headers = { authorization: `Bearer ${made.key}` };
    const refused = await uploadFile(service, 'talk.wav', wav(1), {}, headers);
    expect(refused.json).toMatchObject({ code: 'file_failed', reason: 'forbidden' });
    expect(seen).toEqual([]);
  });

  it('fail with what the vendor said when it fails three times, cost nothing, and are read when it is back', async () => {
    mode = 'fails';
    const failed = await uploadFile(service, 'talk.wav', wav(1));
    const requestId = failed.headers.get('x-request-id');
    const id = failed.json.file_id;
    const state = async () => (await service.call('GET', `/v1/files/${id}`)).json;
    await vi.waitUntil(async () => (await state()).status === 'failed', { timeout: 30_000 });
    expect((await state()).error.code).toMatch(/^upstream_/);
    expect(seen).toHaveLength(3);
    expect(await recordsOf(service, requestId)).toEqual([]);
    mode = 'answers';
    const again = await service.call('POST', `/v1/files/${id}/reread`, { wait_ms: 60_000 });
    expect(again.json).toMatchObject({ status: 'ready' });
    expect(await recordsOf(service, requestId)).toMatchObject([{ cost_usd: costUsd }]);
  });

  it('that are deleted while they are heard let go of the vendor, and cost nothing', async () => {
    mode = 'hangs';
    const { json, headers } = await uploadFile(service, 'talk.wav', wav(1), { wait_ms: '0' });
    await vi.waitUntil(() => seen.length === 1, { timeout: 30_000 });
    expect((await service.call('DELETE', `/v1/files/${json.file_id}`)).status).toBe(200);
    await vi.waitUntil(() => left === 1, { timeout: 10_000 });
    expect(await recordsOf(service, headers.get('x-request-id'))).toEqual([]);
    expect((await service.call('GET', `/v1/files/${json.file_id}`)).status).toBe(404);
  });

  it('of other workspaces are not there to be read again', async () => {
    const { json } = await uploadFile(service, 'talk.wav', wav(1));
    const { json: other } = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const { json: key } = await service.admin('POST', '/v1/admin/keys', { workspace_id: other.id, name: 'other' });
    const headers = { authorization: `Bearer ${key.key}` };
    expect((await service.call('POST', `/v1/files/${json.file_id}/reread`, {}, headers)).status).toBe(404);
  });
});

describe('without a transcriber', () => {
  it('a file of sound says which setting is missing, keeps its bytes, and becomes text once one is there', async () => {
    const directory = join(root, 'plain');
    const without = await startTestService({ env: { DATA_DIR: directory } });
    const refused = await uploadFile(without, 'talk.mp3', mp3(900));
    expect(refused).toMatchObject({ status: 422, json: { code: 'file_failed', reason: 'model_not_configured' } });
    expect(refused.json.details).toContain('TRANSCRIPTION_MODEL');
    const id = refused.json.file_id;
    expect((await without.call('GET', `/v1/files/${id}`)).json).toMatchObject({
      status: 'failed',
      error: { code: 'model_not_configured' },
    });
    await without.close();
    const withOne = await startTestService({ env: { ...env, DATA_DIR: directory } });
    const read = await withOne.call('POST', `/v1/files/${id}/reread`, { wait_ms: 60_000 });
    expect(read.json).toMatchObject({ status: 'ready', kind: 'audio', file_id: id });
    expect((await withOne.call('GET', `/v1/files/${id}/text`)).text).toContain('nine piers');
    await withOne.close();
  });
});

describe('a kill', () => {
  /** Starts on what a process left behind that was killed when `directory` was copied, and waits for the file. */
  const takeUp = async (directory: string, id: string) => {
    const next = await startTestService({ env: { ...env, DATA_DIR: directory } });
    const state = async () => (await next.call('GET', `/v1/files/${id}`)).json;
    const file = await vi.waitUntil(
      async () => {
        const now = await state();
        return now.status === 'ready' && now;
      },
      { timeout: 60_000, interval: 50 },
    );
    const records = await heardIn(next);
    await next.close();
    return { file, records };
  };

  it('while the vendor hears charges once, asking again only for what was not kept', async () => {
    const directory = join(root, 'killed');
    const first = await startTestService({ env: { ...env, DATA_DIR: directory } });
    mode = 'hangs';
    const { json } = await uploadFile(first, 'talk.wav', wav(1), { wait_ms: '0' });
    const id = json.file_id;
    await vi.waitUntil(() => seen.length === 1, { timeout: 30_000 });
    for (const copy of ['unheard', 'heard']) cpSync(directory, join(root, copy), { recursive: true });
    mode = 'answers';
    const workspace = (await first.call('GET', `/v1/files/${id}`)).json && workspaceOf(directory, id);
    await first.close();

    seen = [];
    const unheard = await takeUp(join(root, 'unheard'), id);
    expect(seen).toHaveLength(1);
    expect(unheard.records).toMatchObject([{ cost_usd: costUsd }]);

    // The vendor had answered, and what it heard was kept, when the process was killed.
    seen = [];
    keepHeard(join(root, 'heard'), { workspace, id });
    const heard = await takeUp(join(root, 'heard'), id);
    expect(seen).toEqual([]);
    expect(heard.file.metadata.word_count).toBe(2);
    expect(heard.records).toMatchObject([{ cost_usd: costUsd }]);

    // It was charged besides, and not yet ready.
    const database = new DatabaseSync(join(root, 'heard', 'parley.db'));
    database.exec("update files set status = 'processing', kind = null");
    database.close();
    keepHeard(join(root, 'heard'), { workspace, id });
    const charged = await takeUp(join(root, 'heard'), id);
    expect(seen).toEqual([]);
    expect(charged.records).toHaveLength(1);
  });

  const workspaceOf = (directory: string, id: string): string => {
    const database = new DatabaseSync(join(directory, 'parley.db'), { readOnly: true });
    const row = database.prepare('select workspace_id from files where id = ?').get(id);
    database.close();
    return String(row?.workspace_id);
  };
  const keepHeard = (directory: string, { workspace, id }: { workspace: string; id: string }) => {
    const folder = join(directory, 'blobs', 'files', workspace, id, 'pages');
    mkdirSync(folder, { recursive: true });
    const format = { name: 'wav', mediaType: 'audio/wav' };
    const segments = [{ start: 0, end: 2, text: 'Two words.' }];
    const speech = { model: 'wire/whisper-1', text: 'Two words.', language: 'en', seconds: 60, segments, format };
    const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
    const used = [{ model: 'wire/whisper-1', usage, costUsd, upstreamCostUsd: costUsd }];
    writeFileSync(join(folder, 'heard.json'), JSON.stringify({ speech, used }));
  };
});

it('a plain upload under a name of sound that is none says so', async () => {
  const reply = await uploadFile(service, 'talk.mp3', Buffer.alloc(3000, 7));
  expect(reply.status).toBe(422);
  expect(apiKey).not.toBe('');
  expect(seen).toEqual([]);
});
