import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, call, text } from './check.ts';

const ticket = new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/ticket.png')));

export const fileChecks: Check[] = [
  {
    name: 'takes a file in three steps, reads it, answers from it and deletes it',
    covers: ['3 upload-url, PUT, confirm-upload', '3 GET file, text, content', '3 DELETE file', '2 file_ids'],
    isSmoke: true,
    async run({ parley }) {
      const file = await parley.files.upload(new File([text], 'bridge.txt'));
      assert.equal(file.status, 'ready');
      assert.equal(file.kind, 'document');
      assert.match(await parley.files.text(file.file_id), /mayor/);
      assert.equal(await (await parley.files.content(file.file_id)).text(), text);
      const { answer, sources } = await parley.answer.create({ query: 'Who opened it?', file_ids: [file.file_id] });
      assert.match(answer, /mayor/i);
      assert.equal(sources?.[0]?.file_id, file.file_id);
      await parley.files.delete(file.file_id);
      await assert.rejects(parley.files.get(file.file_id), { status: 404, code: 'file_not_found' });
    },
  },
  {
    name: 'finds the columns of a table',
    covers: ['3 Kinds and metadata: spreadsheet', '3 processing_summary'],
    async run({ parley }) {
      const rows = 'city,opened\nSydney,1932\nBrooklyn,1883\n';
      const file = await parley.files.upload(new File([rows], 'bridges.csv'));
      assert.equal(file.kind, 'spreadsheet');
      assert.deepEqual(file.metadata?.columns, ['city', 'opened']);
      assert.match(file.processing_summary ?? '', /2 columns.*2 rows/);
      await parley.files.delete(file.file_id);
    },
  },
  {
    name: 'knows a file by its content, not by its name',
    covers: ['3 Kinds: decided by content first'],
    async run({ parley }) {
      const file = await parley.files.upload(new File([ticket], 'table.csv'));
      assert.equal(file.kind, 'image');
      await parley.files.delete(file.file_id);
    },
  },
  {
    name: 'lists files in pages and by ids',
    covers: ['3 GET /v1/files: limit, after, newest first', '3 POST /v1/files/metadata'],
    async run({ parley }) {
      const names = ['a.txt', 'b.txt', 'c.txt'];
      const ids: string[] = [];
      for (const name of names) ids.push((await parley.files.upload(new File([text], name))).file_id);
      const listed: string[] = [];
      for await (const { file_id } of parley.files.list({ limit: 2 })) if (ids.includes(file_id)) listed.push(file_id);
      assert.deepEqual(listed, ids.toReversed());
      const [first = ''] = ids;
      assert.equal((await parley.files.getMany([first, '00000000-0000-4000-8000-000000000000'])).length, 1);
      for (const id of ids) await parley.files.delete(id);
    },
  },
  {
    name: 'refuses kinds it does not know and addresses that were altered',
    covers: ['3 Unsupported file type', '3 PUT: altered address 403'],
    async run({ parley }) {
      await assert.rejects(parley.files.createUploadUrl('virus.exe'), { status: 400, code: 'unsupported_file_type' });
      const { upload_url } = await parley.files.createUploadUrl('a.txt');
      // Another store than the service's own checks its addresses itself, with the same status.
      const altered = await fetch(`${upload_url}x`, { method: 'PUT', body: 'x' });
      assert.equal(altered.status, 403);
    },
  },
  {
    name: 'does not fetch private addresses',
    covers: ['8 Outbound calls: only public addresses'],
    async run({ parley }) {
      const fetching = parley.files.uploadFromUrl('http://169.254.169.254/latest/meta-data');
      await assert.rejects(fetching, { status: 400, code: 'url_not_allowed' });
    },
  },
  {
    name: 'reads the text of an image, with boxes',
    covers: ['4 POST /ocr/image: text, method, raw_response', '1 OCR paths with and without the prefix'],
    isSmoke: true,
    async run(ground) {
      const read = await ground.parley.ocr.image(ticket);
      assert.equal(read.success, true);
      assert.equal(read.method, 'parley_document_ai');
      assert.ok(read.text.length > 10);
      assert.equal(read.raw_response?.pages[0]?.index, 0);
      const body = { image: Buffer.from(ticket).toString('base64') };
      assert.equal((await call(ground, 'POST', '/ocr/image', { body })).status, 200);
    },
  },
  {
    name: 'invents no text on a blank image, and names what cannot be read',
    covers: ['4 No text: success false', '4 invalid_image', '4 Neither field'],
    async run(ground) {
      const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';
      const blank = await ground.parley.ocr.image(pixel);
      assert.equal(blank.success, false);
      assert.equal(blank.text, '');
      await assert.rejects(ground.parley.ocr.image('bm90IGFuIGltYWdl'), { status: 400, code: 'invalid_image' });
      const neither = await call(ground, 'POST', '/v1/ocr/image', { body: {} });
      assert.equal(neither.status, 400);
      assert.match(await neither.text(), /Missing 'image' or 'file'/);
    },
  },
  {
    name: 'says whether OCR works, without a key',
    covers: ['4 GET /ocr/health', '1 Keys: paths that need none'],
    async run(ground) {
      const response = await call(ground, 'GET', '/ocr/health', { headers: { authorization: '' } });
      assert.equal(response.status, 200);
      assert.equal((await ground.parley.ocr.health()).status, 'ok');
    },
  },
  {
    name: 'gathers files in a collection, searches it and answers from it',
    covers: ['11 Collections: create, add, search, delete', '11 collection_ids'],
    async run({ parley }) {
      const file = await parley.files.upload(new File([text], 'bridge.txt'));
      const { id } = await parley.collections.create({ name: 'Bridges' });
      await parley.collections.add(id, { file_ids: [file.file_id] });
      await parley.collections.wait(id);
      const { results } = await parley.collections.search(id, { query: 'opened by the mayor' });
      assert.match(results[0]?.quote ?? '', /mayor/);
      const { answer } = await parley.answer.create({ query: 'Who opened the bridge?', collection_ids: [id] });
      assert.match(answer, /mayor/i);
      await parley.collections.delete(id, { files: 'delete' });
      await assert.rejects(parley.files.get(file.file_id), { status: 404 });
    },
  },
];
