import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, makePdf } from '../../../../engines/documents/test/make-pdf.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { OCR_PROCESSES: '1' } });
});
afterAll(() => service.close());

const upload = async (bytes: Buffer, name: string): Promise<string> => {
  const { json } = await uploadFile(service, name, bytes);
  expect(json).toMatchObject({ status: 'ready', file_id: expect.any(String) });
  return json.file_id;
};
const textPicture = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="160"><rect width="700" height="160" fill="white"/>' +
        '<text x="30" y="100" font-family="sans-serif" font-size="64">WALRUS HARBOUR</text></svg>',
    ),
  )
    .png()
    .toBuffer();

it('tells the text of a PDF and of a picture by file, and in no list', async () => {
  const sentence = 'The walrus lives in the harbour.';
  // Lists show a short beginning of a text; the sentence comes after it.
  const lines = Array.from({ length: 40 }, (_, i) =>
    line(`Line ${i} speaks of boats, ropes, and nets on the quay.`, 72, 760 - i * 16),
  );
  const content = [...lines, line(sentence, 72, 80)].join('\n');
  const ids = [
    await upload(makePdf({ pages: [{ content }] }), 'walrus.pdf'),
    await upload(await textPicture(), 'walrus.png'),
  ];
  const lists = [
    await service.call('GET', '/v1/files'),
    await service.call('POST', '/v1/files/metadata', { file_ids: ids }),
  ];
  for (const { status, text } of lists) {
    expect(status).toBe(200);
    for (const id of ids) expect(text).toContain(id);
    expect(text).not.toMatch(/extracted_text|walrus (?:lives|harbour)/i);
  }
  const single = await Promise.all(ids.map((id) => service.call('GET', `/v1/files/${id}`)));
  expect(single.map(({ json }) => json.kind)).toEqual(['pdf', 'image']);
  expect(single[0]?.json.metadata.extracted_text).toContain(sentence);
  expect(single[1]?.json.metadata.extracted_text).toMatch(/walrus/i);
});

it('keeps a list of 24 files with long texts, cells, names and keys small', async () => {
  const long = 'A walrus swims in the harbour at dusk. '.repeat(5000);
  const cell = 'walrus '.repeat(3000);
  const name = 'heading '.repeat(100);
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${name}${i}`, cell.slice(0, 200)]));
  const row = (value: string) => Array.from({ length: 2000 }, (_, i) => `${value}${i}`).join(',');
  const kinds: [string, string][] = [
    ['long.txt', long],
    ['long.md', Array.from({ length: 400 }, (_, i) => `# ${name} ${i}\n\ntext\n`).join('')],
    ['cells.csv', `a,b\n${`${cell},${cell}\n`.repeat(12)}`],
    ['wide.csv', `${row('column')}\n${row('value')}\n${row('other')}\n`],
    ['keys.json', JSON.stringify(keys)],
    [
      'page.html',
      `<html><head><title>${long.slice(0, 50_000)}</title></head><body><h1>${name}</h1><p>${long}</p></body></html>`,
    ],
  ];
  const texts = Array.from({ length: 4 }, () => kinds).flat();
  const ids: string[] = [];
  for (const [file, text] of texts) ids.push(await upload(Buffer.from(text), file));
  const list = await service.call('GET', '/v1/files?limit=100');
  const named = await service.call('POST', '/v1/files/metadata', { file_ids: ids });
  const sizes = named.json.map((file: { filename: string }) => [file.filename, JSON.stringify(file).length]);
  expect(sizes.filter(([, size]: [string, number]) => size > 10_000)).toEqual([]);
  expect(named.json).toHaveLength(24);
  expect(list.text.length).toBeLessThan(240_000);
}, 120_000);
