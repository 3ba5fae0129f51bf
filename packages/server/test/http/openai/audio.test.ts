import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiKey, eventsIn, startTestService, type TestService } from '../../test-service.ts';

interface Heard {
  path: string;
  headers: Record<string, unknown>;
  body: Buffer;
  fields: Record<string, string[]>;
}

let vendor: Server;
let service: TestService;
let plain: TestService;
let client: OpenAI;
let seen: Heard[] = [];

/** A second of silence, as 16-bit samples. */
const wav = (seconds: number, rate = 8000): Buffer => {
  const data = Buffer.alloc(Math.round(seconds * rate * 2));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};
const sound = (chunks: number) => Buffer.from(Array.from({ length: chunks * 1000 }, (_, index) => index % 251));

/** As https://platform.openai.com/docs/api-reference/audio/verbose-json-object shows it. */
const verbose = {
  task: 'transcribe',
  language: 'english',
  duration: 8.47,
  text: 'The beach was a popular spot. People swam.',
  segments: [
    { id: 0, seek: 0, start: 0, end: 3.32, text: ' The beach was a popular spot.', tokens: [50364], temperature: 0 },
    { id: 1, seek: 0, start: 3.32, end: 8.47, text: ' People swam.', tokens: [50365], temperature: 0 },
  ],
  words: [{ word: 'The', start: 0, end: 0.24 }],
};
/** As https://developers.deepgram.com/docs/pre-recorded-audio shows it. */
const deepgram = {
  metadata: { request_id: 'r', duration: 25.933313, channels: 1 },
  results: {
    channels: [
      {
        detected_language: 'en',
        alternatives: [
          {
            transcript: 'Yeah. As as much.',
            confidence: 0.99,
            words: [
              { word: 'yeah', start: 0.08, end: 0.32, confidence: 0.99, punctuated_word: 'Yeah.' },
              { word: 'as', start: 0.56, end: 0.8, confidence: 0.99, punctuated_word: 'As' },
              { word: 'as', start: 0.8, end: 0.9, confidence: 0.99, punctuated_word: 'as' },
              { word: 'much', start: 0.9, end: 1.2, confidence: 0.99, punctuated_word: 'much.' },
            ],
          },
        ],
      },
    ],
  },
};
/** As https://elevenlabs.io/docs/api-reference/speech-to-text/convert shows it. */
const elevenlabs = {
  language_code: 'en',
  language_probability: 0.98,
  text: 'Hello world!',
  words: [
    { text: 'Hello', start: 0, end: 0.5, type: 'word', speaker_id: 'speaker_1' },
    { text: ' ', start: 0.5, end: 0.5, type: 'spacing', speaker_id: 'speaker_1' },
    { text: 'world!', start: 0.5, end: 1.2, type: 'word', speaker_id: 'speaker_1' },
  ],
};
const tokens = {
  text: 'Imagine that.',
  usage: { type: 'tokens', input_tokens: 140, output_tokens: 45, total_tokens: 185 },
};

function answer({ path, fields, body }: Heard): { type: string; pieces: (string | Buffer)[]; status?: number } {
  const json = (value: object, status = 200) => ({ type: 'application/json', pieces: [JSON.stringify(value)], status });
  if (path.startsWith('/dg/listen')) return json(deepgram);
  if (path.startsWith('/el/speech-to-text')) return json(elevenlabs);
  if (path.startsWith('/el/text-to-speech/') || path.startsWith('/dg/speak'))
    return { type: 'audio/mpeg', pieces: [sound(1)] };
  if (path === '/v1/audio/speech') {
    const asked = JSON.parse(body.toString());
    if (asked.input.startsWith('fail'))
      return json({ error: { message: 'no such voice', type: 'invalid_request_error', param: 'voice' } }, 400);
    if (asked.stream_format !== 'sse') return { type: 'audio/mpeg', pieces: [sound(1), sound(2)] };
    const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
    const usage = { input_tokens: 14, output_tokens: 101, total_tokens: 115 };
    return {
      type: 'text/event-stream',
      pieces: [
        event({ type: 'speech.audio.delta', audio: sound(1).toString('base64') }),
        event({ type: 'speech.audio.delta', audio: sound(2).toString('base64') }),
        event({ type: 'speech.audio.done', usage }),
      ],
    };
  }
  if (fields.model?.[0]?.startsWith('gpt-')) return json(tokens);
  return json(verbose);
}

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const body = await buffer(request);
    const type = String(request.headers['content-type']);
    const fields: Record<string, string[]> = {};
    if (type.startsWith('multipart/')) {
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      for (const [name, value] of form) {
        const text = typeof value === 'string' ? value : `${value.name} ${value.type} ${value.size}`;
        fields[name] = [...(fields[name] ?? []), text];
      }
    }
    const heard = { path: request.url ?? '', headers: request.headers, body, fields };
    seen.push(heard);
    const { type: contentType, pieces, status = 200 } = answer(heard);
    response.writeHead(status, { 'content-type': contentType });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end();
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  const wire = {
    type: 'openai',
    base_url: `${url}/v1`,
    api_key: 'sk-1',
    upstream_prices: {
      'whisper-1': { minute: 0.006 },
      'whisper-large-v3': { minute: 0.006, least_seconds: 10 },
      'gpt-4o-transcribe': { input: 6, output: 10 },
      'tts-1': { million_characters: 15 },
      'gpt-4o-mini-tts': { input: 0.6, output: 12 },
    },
  };
  const dg = {
    type: 'deepgram',
    base_url: `${url}/dg`,
    api_key: 'dg-1',
    upstream_prices: { 'nova-3': { minute: 0.0043 } },
  };
  const el = { type: 'elevenlabs', base_url: `${url}/el`, api_key: 'el-1' };
  writeFileSync(path, JSON.stringify({ providers: { wire, dg, el } }));
  const env = {
    PARLEY_CONFIG: path,
    TRANSCRIPTION_MODEL: 'wire/whisper-1',
    SPEECH_MODEL: 'wire/tts-1',
    AUDIO_MAX_MB: '2',
  };
  service = await startTestService({ env });
  plain = await startTestService();
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await service.close();
  await plain.close();
  vendor.closeAllConnections();
  vendor.close();
});

const file = (bytes: Buffer = wav(2), name = 'talk.wav') => toFile(bytes, name);
const lastRecord = async () => (await service.admin('GET', '/v1/admin/usage/records?limit=1')).json.data[0];
/** The bytes of a form, with the names and texts in their order. */
const send = (path: string, fields: [string, string | Blob][], of = service) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return fetch(`${of.url}${path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${apiKey}` } });
};
const blob = (bytes: Buffer = wav(2)) => new Blob([new Uint8Array(bytes)]);

describe('POST /v1/audio/transcriptions', () => {
  it("gives OpenAI's client what a vendor heard, and charges its seconds", async () => {
    const heard = await client.audio.transcriptions.create({
      file: await file(),
      model: 'whisper-1',
      language: 'en',
      prompt: 'beach',
    });
    expect(heard.text).toBe(verbose.text);
    expect(heard.usage).toEqual({ type: 'duration', seconds: 8.47 });
    expect(seen[0]).toMatchObject({ path: '/v1/audio/transcriptions', headers: { authorization: 'Bearer sk-1' } });
    expect(seen[0]?.fields).toMatchObject({
      model: ['whisper-1'],
      language: ['en'],
      prompt: ['beach'],
      response_format: ['verbose_json'],
      file: ['talk.wav audio/wav 32044'],
    });
    const cost = Math.round(8.47 * 0.0001 * 1e9) / 1e9;
    expect(await lastRecord()).toMatchObject({
      endpoint: 'createTranscription',
      model: 'wire/whisper-1',
      engine: 'wire/whisper-1',
      cost_usd: cost,
      upstream_cost_usd: cost,
      status: 200,
    });
  });

  it('writes every format with the same times', async () => {
    const words = await client.audio.transcriptions.create({
      file: await file(),
      model: 'whisper-1',
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    });
    expect(words).toMatchObject({ task: 'transcribe', language: 'english', duration: 8.47, words: verbose.words });
    expect(words.segments?.map(({ start, end, text }) => [start, end, text])).toEqual([
      [0, 3.32, 'The beach was a popular spot.'],
      [3.32, 8.47, 'People swam.'],
    ]);
    expect(seen[0]?.fields['timestamp_granularities[]']).toEqual(['word', 'segment']);
    const text = await client.audio.transcriptions.create({
      file: await file(),
      model: 'whisper-1',
      response_format: 'text',
    });
    expect(text).toBe(`${verbose.text}\n`);
    const srt = await client.audio.transcriptions.create({
      file: await file(),
      model: 'whisper-1',
      response_format: 'srt',
    });
    expect(srt).toBe(
      '1\n00:00:00,000 --> 00:00:03,320\nThe beach was a popular spot.\n\n2\n00:00:03,320 --> 00:00:08,470\nPeople swam.\n\n',
    );
    const vtt = await client.audio.transcriptions.create({
      file: await file(),
      model: 'whisper-1',
      response_format: 'vtt',
    });
    expect(vtt).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:03.320\nThe beach was a popular spot.\n\n00:00:03.320 --> 00:00:08.470\nPeople swam.\n\n',
    );
  });

  it('streams the text as events', async () => {
    const events = [];
    const stream = await client.audio.transcriptions.create({ file: await file(), model: 'whisper-1', stream: true });
    for await (const event of stream) events.push(event);
    expect(events).toEqual([
      { type: 'transcript.text.delta', delta: 'The beach was a popular spot.' },
      { type: 'transcript.text.delta', delta: ' People swam.' },
      { type: 'transcript.text.done', text: verbose.text, usage: { type: 'duration', seconds: 8.47 } },
    ]);
  });

  it('charges tokens where the vendor counts them, and no less than the least time where it has one', async () => {
    const counted = await client.audio.transcriptions.create({ file: await file(), model: 'gpt-4o-transcribe' });
    expect(counted.usage).toEqual({ type: 'tokens', input_tokens: 140, output_tokens: 45, total_tokens: 185 });
    expect(await lastRecord()).toMatchObject({ cost_usd: 0.00129, input_tokens: 140, output_tokens: 45 });
    await client.audio.transcriptions.create({ file: await file(), model: 'whisper-large-v3' });
    expect((await lastRecord()).cost_usd).toBe(0.001);
    const times = client.audio.transcriptions.create({
      file: await file(),
      model: 'gpt-4o-transcribe',
      response_format: 'srt',
    });
    await expect(times).rejects.toMatchObject({ status: 400, param: 'response_format' });
  });

  it('asks Deepgram and ElevenLabs in their own shapes', async () => {
    const one = await client.audio.transcriptions.create({
      file: await file(),
      model: 'dg/nova-3',
      response_format: 'verbose_json',
    });
    expect(one).toMatchObject({ text: 'Yeah. As as much.', duration: 25.933313, language: 'en' });
    expect(one.segments?.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Yeah.', 0.08, 0.32],
      ['As as much.', 0.56, 1.2],
    ]);
    expect(seen[0]).toMatchObject({ path: '/dg/listen?model=nova-3&smart_format=true&detect_language=true' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Token dg-1', 'content-type': 'audio/wav' });
    expect(seen[0]?.body.equals(wav(2))).toBe(true);
    expect((await lastRecord()).cost_usd).toBe(Math.round(((25.933313 * 0.0043) / 60) * 1e9) / 1e9);
    const two = await client.audio.transcriptions.create({ file: await file(), model: 'el/scribe_v1', language: 'en' });
    expect(two.text).toBe('Hello world!');
    expect(seen[1]?.fields).toMatchObject({
      model_id: ['scribe_v1'],
      language_code: ['en'],
      file: ['talk.wav audio/wav 32044'],
    });
    expect(seen[1]?.headers).toMatchObject({ 'xi-api-key': 'el-1' });
  });

  it('knows sound by its content and refuses what is none, too long, or asked wrongly', async () => {
    const named = await send('/v1/audio/transcriptions', [['file', blob()]]);
    expect(named.status).toBe(200);
    expect(seen[0]?.fields.file).toEqual(['blob.wav audio/wav 32044']);
    const problem = async (fields: [string, string | Blob][]) => {
      const answered = await send('/v1/audio/transcriptions', fields);
      const { error } = (await answered.json()) as { error: { param: string; code: string } };
      return [answered.status, error.param ?? error.code];
    };
    expect(await problem([['file', new Blob(['%PDF-1.7 no sound'])]])).toEqual([400, 'file']);
    expect(await problem([['model', 'whisper-1']])).toEqual([400, 'file']);
    expect(
      await problem([
        ['file', blob()],
        ['response_format', 'docx'],
      ]),
    ).toEqual([400, 'response_format']);
    expect(
      await problem([
        ['file', blob()],
        ['temperature', '7'],
      ]),
    ).toEqual([400, 'temperature']);
    expect(
      await problem([
        ['file', blob()],
        ['model', 'nobody/x'],
      ]),
    ).toEqual([404, 'model']);
    expect(await problem([['file', blob(Buffer.alloc(3 * 1024 * 1024))]])).toEqual([413, 'payload_too_large']);
    expect(seen).toHaveLength(1);
  });

  it('says what to set where nothing is connected', async () => {
    const answered = await send('/v1/audio/transcriptions', [['file', blob()]], plain);
    const { error } = (await answered.json()) as { error: { code: string; message: string } };
    expect([answered.status, error.code]).toEqual([503, 'model_not_configured']);
    expect(error.message).toContain('TRANSCRIPTION_MODEL');
    const speech = await plain.call('POST', '/v1/audio/speech', { input: 'Hello', voice: 'alloy' });
    expect([speech.status, speech.json.error.code]).toEqual([503, 'model_not_configured']);
    expect(speech.json.error.message).toContain('SPEECH_MODEL');
  });
});

it('translates where the vendor does', async () => {
  const heard = await client.audio.translations.create({ file: await file(), model: 'whisper-1' });
  expect(heard.text).toBe(verbose.text);
  expect(seen[0]?.path).toBe('/v1/audio/translations');
  const none = client.audio.translations.create({ file: await file(), model: 'dg/nova-3' });
  await expect(none).rejects.toMatchObject({ status: 400, param: 'model' });
});

describe('POST /v1/audio/speech', () => {
  it("streams a vendor's sound to OpenAI's client, and charges its characters", async () => {
    const said = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'The train leaves at noon.',
      speed: 1.5,
    });
    expect(said.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await said.arrayBuffer()).equals(Buffer.concat([sound(1), sound(2)]))).toBe(true);
    expect(JSON.parse(seen[0]?.body.toString() ?? '')).toEqual({
      model: 'tts-1',
      input: 'The train leaves at noon.',
      voice: 'alloy',
      response_format: 'mp3',
      speed: 1.5,
    });
    await vi.waitFor(async () => {
      expect(await lastRecord()).toMatchObject({
        endpoint: 'createSpeech',
        model: 'wire/tts-1',
        cost_usd: 0.000375,
        status: 200,
      });
    });
  });

  it('charges tokens where the vendor counts them', async () => {
    const said = await client.audio.speech.create({
      model: 'gpt-4o-mini-tts',
      voice: 'coral',
      input: 'Noon.',
      response_format: 'wav',
    });
    expect(Buffer.from(await said.arrayBuffer()).equals(Buffer.concat([sound(1), sound(2)]))).toBe(true);
    await vi.waitFor(async () => {
      expect(await lastRecord()).toMatchObject({
        model: 'wire/gpt-4o-mini-tts',
        cost_usd: 0.0012204,
        output_tokens: 101,
      });
    });
  });

  it('asks Deepgram and ElevenLabs in their own shapes', async () => {
    await (
      await client.audio.speech.create({ model: 'dg/aura-2-thalia-en', voice: 'thalia', input: 'Noon.' })
    ).arrayBuffer();
    expect(seen[0]?.path).toBe('/dg/speak?model=aura-2-thalia-en&encoding=mp3');
    expect(JSON.parse(seen[0]?.body.toString() ?? '')).toEqual({ text: 'Noon.' });
    await (
      await client.audio.speech.create({ model: 'el/eleven_flash_v2_5', voice: 'JBFq', input: 'Noon.' })
    ).arrayBuffer();
    expect(seen[1]?.path).toBe('/el/text-to-speech/JBFq/stream?output_format=mp3_44100_128');
    expect(JSON.parse(seen[1]?.body.toString() ?? '')).toEqual({ text: 'Noon.', model_id: 'eleven_flash_v2_5' });
    const format = client.audio.speech.create({ model: 'el/x', voice: 'v', input: 'Noon.', response_format: 'flac' });
    await expect(format).rejects.toMatchObject({ status: 400, param: 'response_format' });
  });

  it("tells a vendor's refusal before any sound, and holds budgets", async () => {
    const refused = client.audio.speech.create({ model: 'tts-1', voice: 'nobody', input: 'fail' });
    await expect(refused).rejects.toMatchObject({ status: 400 });
    const { json: made } = await service.admin('POST', '/v1/admin/keys', {
      name: 'little',
      workspace_id: (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id,
      scopes: ['media'],
      budget_usd: 0.0001,
    });
    const little = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: made.secret ?? made.key, maxRetries: 0 });
    const before = seen.length;
    const dear = little.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'x'.repeat(2000) });
    await expect(dear).rejects.toMatchObject({ status: 402, code: 'budget_exceeded' });
    const long = little.audio.transcriptions.create({ file: await file(wav(30)), model: 'whisper-1' });
    await expect(long).rejects.toMatchObject({ status: 402, code: 'budget_exceeded' });
    expect(seen).toHaveLength(before);
  });
});

it('lists the events of a stream as OpenAI writes them', async () => {
  const answered = await send('/v1/audio/transcriptions', [
    ['stream', 'true'],
    ['file', blob()],
  ]);
  expect(answered.headers.get('content-type')).toContain('text/event-stream');
  expect(eventsIn(await answered.text())).toHaveLength(3);
});
