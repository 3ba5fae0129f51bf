import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawScan } from '../../../../engines/documents/test/make-scan.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { OCR_PROCESSES: '1' } });
});
afterAll(() => service.close());

const blank = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#f2efe6' } })
    .png()
    .toBuffer();

describe('/ocr/image', () => {
  it('says that a blank page has no text, and serves its image at a signed address', async () => {
    const image = `data:image/png;base64,${(await blank()).toString('base64')}`;
    const reply = await service.call('POST', '/ocr/image', { image });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({
      success: false,
      error: 'No text could be extracted from the image',
      text: '',
      method: 'parley_document_ai',
      raw_response: { object: 'document', pages: [{ index: 0, dimensions: { width: 300, height: 200 }, blocks: [] }] },
    });
    const { image_url, view_url } = reply.json.raw_response.pages[0];
    const picture = await fetch(image_url);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(300);
    const view = await fetch(view_url);
    expect(view.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${image_url.slice(0, -3)}abc`)).status).toBe(403);
  });

  it('takes a form as well', async () => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(await blank())]), 'page.png');
    const reply = await fetch(`${service.url}/v1/ocr/image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: form,
    });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['nothing', {}, 'invalid_request', "Missing 'image' or 'file' field in request body"],
    ['no base64', { image: '§§§' }, 'invalid_image', 'Invalid image'],
    ['no image', { image: Buffer.from('hello').toString('base64') }, 'invalid_image', 'Invalid image'],
  ])('refuses %s', async (_name, body, code, error) => {
    const reply = await service.call('POST', '/ocr/image', body);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ success: false, code, error });
  });

  it('refuses a broken image and one of another format', async () => {
    const png = await blank();
    const cut = await service.call('POST', '/ocr/image', { image: png.subarray(0, 120).toString('base64') });
    expect(cut.json).toMatchObject({ success: false, code: 'invalid_image' });
    const psd = Buffer.concat([Buffer.from('8BPS'), Buffer.alloc(40)]);
    const other = await service.call('POST', '/ocr/image', { image: psd.toString('base64') });
    expect(other.json).toMatchObject({ code: 'invalid_image', message: expect.stringContaining('TIFF') });
  });

  it('reads all pages of a TIFF', { timeout: 90_000 }, async () => {
    const drawn = ['first', 'second'].map(async (word) =>
      sharp(await drawScan([`This is the ${word} page of the scan.`], 550))
        .toColourspace('srgb')
        .png()
        .toBuffer(),
    );
    const tiff = await sharp(await Promise.all(drawn), { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const { json } = await service.call('POST', '/ocr/image', { image: tiff.toString('base64') });
    expect(json.text).toBe('This is the first page of the scan.\n\nThis is the second page of the scan.');
    const { pages } = json.raw_response;
    expect(pages.map((page: { index: number }) => page.index)).toEqual([0, 1]);
    expect(pages[0].image_url).not.toBe(pages[1].image_url);
  });
});

describe('/ocr/pdf', () => {
  it('asks for the PDF and refuses what is none', async () => {
    const missing = await service.call('POST', '/ocr/pdf', {});
    expect(missing.status).toBe(422);
    expect(missing.json.error).toBe("Missing 'pdf' or 'file' field in request body");
    const wrong = await service.call('POST', '/ocr/pdf', { pdf: Buffer.from('no pdf').toString('base64') });
    expect(wrong.status).toBe(400);
    expect(wrong.json.code).toBe('invalid_pdf');
  });
});

it('tells its health without a key', async () => {
  const reply = await service.call('GET', '/ocr/health', undefined, {});
  const languages = ['eng', 'deu', 'fra', 'spa', 'pol', 'tur'];
  expect(reply.json).toMatchObject({ status: 'ok', ocr_enabled: true, languages });
});
