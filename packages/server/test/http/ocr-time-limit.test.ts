import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, makePdf } from '../../../../engines/documents/test/make-pdf.ts';
import { drawScan, makeScan } from '../../../../engines/documents/test/make-scan.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
let page: Buffer;
beforeAll(async () => {
  // A page this full takes longer than the shortest limit there is.
  page = await drawScan(
    Array.from({ length: 33 }, () => 'kitchen paper delivery quarter winter market copper receipt'),
  );
  service = await startTestService({ env: { OCR_PROCESSES: '1', OCR_TIMEOUT_MS: '1000' } });
}, 240_000);
afterAll(() => service.close());

const unread = 'could not be read: The page took too long to read.';

it('a PDF whose pages meet the time limit says so, page by page and as a whole', async () => {
  const pdf = makeScan([page, page]).toString('base64');
  const { status, json } = await service.call('POST', '/ocr/pdf', { pdf });
  expect(status).toBe(200);
  expect(json).toMatchObject({ success: false, text: '', pages_processed: 2 });
  expect(json.warnings).toEqual([expect.stringContaining(`Pages 1, 2 ${unread}`)]);
  expect(json.error).toBe(json.warnings[0]);
  expect(json.pages[0]).toMatchObject({ success: false, error: expect.stringContaining('too long') });
}, 240_000);

it('a PDF that was read whole has no warnings', async () => {
  const pdf = makePdf({ pages: [{ content: line('Typed text.', 72, 700, 12) }] }).toString('base64');
  const { json } = await service.call('POST', '/ocr/pdf', { pdf });
  expect(json.success).toBe(true);
  expect(json).not.toHaveProperty('warnings');
}, 240_000);

it('a picture that meets the time limit is an error of its own, and uploads with a word about it', async () => {
  const read = await service.call('POST', '/ocr/image', { image: page.toString('base64') });
  expect(read.json).toMatchObject({ success: false, code: 'ocr_timeout' });
  const { json } = await uploadFile(service, 'page.jpg', page);
  expect(json).toMatchObject({ kind: 'image', status: 'ready' });
  expect(json.warnings).toEqual([expect.stringContaining('could not be read by OCR: The page took too long')]);
}, 240_000);
