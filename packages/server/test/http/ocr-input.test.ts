import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

let parley: TestService;
let png: Buffer;
beforeAll(async () => {
  parley = await startTestService();
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
});
afterAll(() => parley.close());

async function send(path: string, bytes: Buffer, filename: string) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), filename);
  const reply = await fetch(parley.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body,
  });
  return { status: reply.status, json: JSON.parse(await reply.text()) };
}

describe('what is sent to OCR', () => {
  it('is refused as invalid_pdf when it is a picture, as a file and as base64', async () => {
    expect(await send('/v1/ocr/pdf', png, 'a.pdf')).toMatchObject({ status: 400, json: { code: 'invalid_pdf' } });
    const json = await parley.call('POST', '/ocr/pdf', { pdf: png.toString('base64') });
    expect(json).toMatchObject({ status: 400, json: { code: 'invalid_pdf' } });
  });

  it('is refused as invalid when it is an empty file', async () => {
    const none = Buffer.alloc(0);
    expect(await send('/v1/ocr/pdf', none, 'a.pdf')).toMatchObject({ status: 400, json: { code: 'invalid_pdf' } });
    expect(await send('/ocr/image', none, 'a.png')).toMatchObject({ status: 400, json: { code: 'invalid_image' } });
  });
});
