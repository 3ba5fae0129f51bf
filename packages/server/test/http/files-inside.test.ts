import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeZip } from '../../../../engines/documents/test/make-zip.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

vi.setConfig({ testTimeout: 60_000 });

let parley: TestService;
beforeAll(async () => {
  parley = await startTestService();
});
afterAll(() => parley.close());

const csv = 'port,hour\nDover,4\nCalais,5\n';

const upload = async (filename: string, bytes: Buffer) => (await uploadFile(parley, filename, bytes)).json;
const get = async (id: string) => (await parley.call('GET', `/v1/files/${id}`)).json;
const settled = (id: string) =>
  vi.waitUntil(
    async () => {
      const file = await get(id);
      return file.status === 'ready' || file.status === 'failed' ? file : null;
    },
    { timeout: 60_000, interval: 100 },
  );

/** A PDF with one page and a file attached. */
function pdfWith(name: string, content: string): Buffer {
  const stream = (head: string, body: string) => `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(${name}) 6 0 R] >> >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream('', 'BT /F 12 Tf 40 200 Td (The table is attached to this page.) Tj ET'),
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 7 0 R >> >>`,
    stream('/Type /EmbeddedFile /Subtype /text#2Fcsv', content),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

describe('files inside files', () => {
  it('are files of their own that name their parent, and go with it', async () => {
    const inner = makeZip({ 'deep.txt': 'The deepest of them all.' });
    const zip = makeZip({ 'data/ports.csv': csv, 'more.zip': inner, 'setup.exe': 'MZ' });
    const parent = await upload('archive.zip', zip);
    expect(parent).toMatchObject({ status: 'ready', kind: 'document', parent_file_id: null });
    expect(parent.metadata.files.map((file: { filename: string }) => file.filename)).toEqual(['ports.csv', 'more.zip']);
    expect(parent.warnings[0]).toContain('setup.exe');
    const [table, nested] = await Promise.all(
      parent.metadata.files.map((file: { file_id: string }) => settled(file.file_id)),
    );
    expect(table).toMatchObject({ kind: 'spreadsheet', parent_file_id: parent.id, metadata: { row_count: 2 } });
    const deep = await settled(nested.metadata.files[0].file_id);
    expect(deep).toMatchObject({ filename: 'deep.txt', parent_file_id: nested.id });
    const inside = (await parley.call('GET', `/v1/files?parent_file_id=${parent.id}`)).json.data;
    expect(inside.map((file: { id: string }) => file.id).sort()).toEqual([table.id, nested.id].sort());
    const list = (await parley.call('GET', '/v1/files')).json.data;
    expect(list.find((file: { id: string }) => file.id === deep.id).parent_file_id).toBe(nested.id);
    expect((await parley.call('DELETE', `/v1/files/${parent.id}`)).status).toBe(200);
    for (const id of [table.id, nested.id, deep.id]) expect((await get(id)).code).toBe('file_not_found');
  });

  it('end at three levels, however often an archive holds another', async () => {
    let zip = makeZip({ 'last.txt': 'never reached' });
    for (let level = 0; level < 6; level++) zip = makeZip({ 'again.zip': zip });
    let file = await upload('again.zip', zip);
    let levels = 0;
    while (file.metadata.files) {
      file = await settled(file.metadata.files[0].file_id);
      levels++;
    }
    expect(levels).toBe(3);
    expect(file.warnings[0]).toContain('deeper than 3 levels');
  });

  it('are taken out of PDFs', async () => {
    const parent = await upload('report.pdf', pdfWith('ports.csv', csv));
    expect(parent.metadata.extracted_text).toContain('attached to this page');
    const child = await settled(parent.metadata.files[0].file_id);
    expect(child).toMatchObject({ filename: 'ports.csv', kind: 'spreadsheet', parent_file_id: parent.id });
  });
});
