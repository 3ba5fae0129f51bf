import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** Where the page is tried: `TEST_CHROMIUM`, else Debian's. */
export const chromiumPath = [process.env.TEST_CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));

const files = {
  'index.html': '<!doctype html><title>Page</title><script type="module" src="./page.ts"></script>\n',
  'page.ts': `import { Parley } from '@parley/sdk';
Object.assign(globalThis, {
  async ask(baseUrl: string, apiKey: string) {
    const parley = new Parley({ baseUrl, apiKey });
    let streamed = '';
    for await (const event of parley.answer.stream({ query: 'What is 12 times 12?' }))
      if (event.type === 'text') streamed += event.text;
    const { file_id } = await parley.files.upload(new File(['The bridge was opened on 4 May 1932.'], 'bridge.txt'));
    const { sources } = await parley.answer.create({ query: 'When was the bridge opened?', file_ids: [file_id] });
    return streamed + ' ' + sources?.[0]?.quote;
  },
});
`,
};

/** Builds a page that uses the installed client library, with Vite; tells where it lies, or what the builder said. */
export function buildPage(project: string): { folder: string; failure?: string } {
  const root = join(project, 'page');
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const args = ['build', root, '--logLevel', 'warn'];
  const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin/vite'), args, { encoding: 'utf8' });
  const folder = join(root, 'dist');
  return status === 0 && stderr === '' ? { folder } : { folder, failure: stdout + stderr };
}

/** Serves a built page, which is of another origin than the service. */
export async function servePage(port: number, folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : (request.url ?? ''));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.setHeader('content-type', path.endsWith('.html') ? 'text/html' : 'text/javascript');
    return response.end(readFileSync(path));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

/** What the page gets from the service, in a real browser. */
export async function askInBrowser(page: string, service: { baseUrl: string; apiKey: string }): Promise<string> {
  if (!chromiumPath) throw new Error('Chromium is missing');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(page);
    await tab.waitForFunction('typeof ask === "function"');
    const said: unknown = await tab.evaluate(
      `ask(${JSON.stringify(service.baseUrl)}, ${JSON.stringify(service.apiKey)})`,
    );
    return String(said);
  } finally {
    await browser.close();
  }
}
