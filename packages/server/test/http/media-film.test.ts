import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

const chromium = process.env.TEST_CHROMIUM;
// Even a short film takes seconds of one core: only where a browser is there to watch it.
describe.skipIf(!chromium)('in Chromium', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { VIDEO_SECONDS: '2' } });
  });
  afterAll(() => service.close());

  it('plays for as long as is set, begins with the reference, and leaves the health endpoint quick', {
    timeout: 300_000,
  }, async () => {
    const reference = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#20a040' } })
      .png()
      .toBuffer();
    const body = { prompt: 'a calm sea', input_reference: reference.toString('base64'), response: 'url' };
    const film = service.call('POST', '/v1/generate-video', body);
    const times: number[] = [];
    let isDone = false;
    film.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const from = performance.now();
      await fetch(`${service.url}/healthz`);
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // Nine of ten, since a busy machine makes some late.
    expect(times.sort((a, b) => a - b)[Math.floor(times.length * 0.9)]).toBeLessThan(1000);
    const { status, json } = await film;
    expect(status).toBe(200);
    expect(await watch(json.video_url)).toMatchObject({ width: 1280, height: 720, isPlayed: true });
    const { duration, colour } = await watch(json.video_url);
    expect(duration).toBeCloseTo(2, 0);
    expect(
      Math.abs((colour[0] ?? 0) - 0x20) + Math.abs((colour[1] ?? 0) - 0xa0) + Math.abs((colour[2] ?? 0) - 0x40),
    ).toBeLessThan(60);
  });
});

/** Plays an address in the browser: its size, length, and the colour in the middle of its first frame. */
async function watch(
  url: string,
): Promise<{ width: number; height: number; duration: number; isPlayed: boolean; colour: number[] }> {
  const { chromium: browserType } = await import('playwright-core');
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const server = createServer((request, response) => {
    if (request.url === '/v.mp4')
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length }).end(bytes);
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<video id="v" muted src="/v.mp4"></video>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
  ];
  const browser = await browserType.launch({ executablePath: chromium ?? '', args });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
    return await page.evaluate(`(async () => {
      const v = document.getElementById('v');
      if (v.readyState < 2) await new Promise((done, fail) => { v.onloadeddata = done; v.onerror = () => fail(new Error('cannot play: ' + v.error?.message)); });
      const c = document.createElement('canvas'); c.width = v.videoWidth; c.height = v.videoHeight;
      const g = c.getContext('2d'); g.drawImage(v, 0, 0);
      const colour = [...g.getImageData(c.width / 2, c.height / 2, 1, 1).data].slice(0, 3);
      await v.play();
      await new Promise((done) => { v.ontimeupdate = () => v.currentTime > 0.3 && done(); });
      return { width: v.videoWidth, height: v.videoHeight, duration: v.duration, isPlayed: v.currentTime > 0.3, colour };
    })()`);
  } finally {
    await browser.close();
    server.close();
  }
}
