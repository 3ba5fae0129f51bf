import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeZip } from '../../../../engines/documents/test/make-zip.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

vi.setConfig({ testTimeout: 60_000 });

let parley: TestService;
beforeAll(async () => {
  parley = await startTestService();
});
afterAll(() => parley.close());

const mail = [
  'From: Harbour Office <office@harbour.example>',
  'To: crew@harbour.example',
  'Subject: Berths next week',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="part"',
  '',
  '--part',
  'Content-Type: text/plain',
  '',
  'The list of berths is attached.',
  '--part',
  'Content-Type: text/plain; name="berths.txt"',
  'Content-Disposition: attachment; filename="berths.txt"',
  '',
  'The trawler Wilhelmina lies at berth seventeen.',
  '--part--',
  '',
].join('\r\n');
const archive = () =>
  makeZip({
    'tides.txt': 'High water at the lighthouse is at noon.',
    'inner.zip': makeZip({ 'deep.txt': 'The anchor of the quartermaster weighs nine tonnes.' }),
  });

const upload = async (filename: string, bytes: string | Buffer, waitMs?: number): Promise<string> =>
  (await uploadFile(parley, filename, bytes, waitMs === undefined ? {} : { wait_ms: String(waitMs) })).json.file_id;

async function collectionOf(fileId: string, attributes = {}): Promise<string> {
  const { id } = (await parley.call('POST', '/v1/collections', { name: 'Harbour' })).json;
  const added = await parley.call('POST', `/v1/collections/${id}/files`, { file_ids: [fileId], attributes });
  expect(added).toMatchObject({ status: 202, json: { added: 1 } });
  return id;
}
const filesOf = async (id: string) => (await parley.call('GET', `/v1/collections/${id}/files`)).json.data;
const search = async (id: string, query: string, filter?: object) =>
  (await parley.call('POST', `/v1/collections/${id}/search`, { query, ...(filter && { filter }) })).json.results;
const settled = (id: string, ready: number) =>
  vi.waitFor(
    async () => {
      const { files } = (await parley.call('GET', `/v1/collections/${id}`)).json;
      expect(files).toEqual({ pending: 0, processing: 0, ready, failed: 0 });
    },
    { timeout: 60_000, interval: 100 },
  );

it('finds what is attached to a mail, which names the mail', async () => {
  const parent = await upload('berths.eml', mail, 0);
  const id = await collectionOf(parent, { week: 48 });
  await settled(id, 2);
  const files = await filesOf(id);
  const child = files.find(({ filename }: { filename: string }) => filename === 'berths.txt');
  expect(child).toMatchObject({ parent_file_id: parent, attributes: { week: 48 }, status: 'ready' });
  expect(files.find((file: { file_id: string }) => file.file_id === parent).parent_file_id).toBeNull();
  const [hit] = await search(id, 'Where does the Wilhelmina lie?', { week: 48 });
  expect(hit).toMatchObject({ file_id: child.file_id, filename: 'berths.txt' });
  expect(hit.quote).toContain('berth seventeen');
  expect(await search(id, 'Where does the Wilhelmina lie?', { week: 1 })).toEqual([]);
});

it('takes the members of an archive that was read before, at any depth, and lets them go with it', async () => {
  const parent = await upload('harbour.zip', archive());
  await vi.waitFor(
    async () => {
      const list = (await parley.call('GET', '/v1/files?name=deep.txt&status=ready')).json.data;
      expect(list).toHaveLength(1);
    },
    { timeout: 60_000, interval: 100 },
  );
  const id = await collectionOf(parent);
  await settled(id, 4);
  expect((await search(id, 'What does the anchor weigh?'))[0]).toMatchObject({ filename: 'deep.txt' });
  const again = await parley.call('POST', `/v1/collections/${id}/files`, {
    file_ids: [parent],
    attributes: { year: 2026 },
  });
  expect(again.status).toBe(202);
  for (const file of await filesOf(id)) expect(file.attributes).toEqual({ year: 2026 });
  expect((await parley.call('DELETE', `/v1/collections/${id}/files/${parent}`)).status).toBe(200);
  expect(await filesOf(id)).toEqual([]);
  expect(await search(id, 'What does the anchor weigh?')).toEqual([]);
  // The files themselves stay.
  expect((await parley.call('GET', '/v1/files?name=deep.txt')).json.data).toHaveLength(1);
});

it('lets a member go alone', async () => {
  const parent = await upload('again.zip', archive(), 0);
  const id = await collectionOf(parent);
  await settled(id, 4);
  const tides = (await filesOf(id)).find(({ filename }: { filename: string }) => filename === 'tides.txt');
  expect((await parley.call('DELETE', `/v1/collections/${id}/files/${tides.file_id}`)).status).toBe(200);
  expect(await filesOf(id)).toHaveLength(3);
});

it('leaves a member that was added by itself where it is when a file is refused that is not there', async () => {
  const parent = await upload('alone.zip', archive());
  const children = async () => (await parley.call('GET', `/v1/files?parent_file_id=${parent}`)).json.data;
  const tides = (await children()).find(({ filename }: { filename: string }) => filename === 'tides.txt');
  const id = await collectionOf(tides.file_id);
  expect((await parley.call('DELETE', `/v1/collections/${id}/files/${parent}`)).status).toBe(404);
  expect(await filesOf(id)).toHaveLength(1);
});
