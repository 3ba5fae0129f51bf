/**
 * Makes each starter of `create-parley-app` and uses it in Chromium, against a service of its own with the embedded engine; then the chat
 * that a page embeds, from pages of another origin, with a key of its own. axe-core looks at every page in each state:
 * `npm run test:starters` (`TEST_CHROMIUM`, else `/usr/bin/chromium`). Ends with `N passed, N failed`.
 */
// long because the starters and the chat are gone through by the same steps, one after the other.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startEncyclopedia } from './examples/small-encyclopedia.ts';
import { freePort } from './free-port.ts';
import { chromiumPath } from './packed/in-browser.ts';
import { serviceEntry } from './service-entry.ts';
import { type StartedService, startService } from './start-service.ts';

const root = resolve(import.meta.dirname, '..');
const lease = join(root, 'examples/samples/lease.pdf');
const receipt = join(root, 'examples/samples/receipt.png');
const waitMs = 60_000;
const desk = mkdtempSync(join(tmpdir(), 'parley-starters-'));
let passed = 0;
let failed = 0;

function check(name: string, isTrue: boolean, details: unknown = ''): void {
  if (isTrue) passed++;
  else failed++;
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${name}${isTrue ? '' : `\n${String(details)}`}`);
}

async function findNothing(name: string, page: Page): Promise<void> {
  await page.evaluate(`${axe.source}; undefined`);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  check(`axe finds nothing: ${name}`, told.length === 0, told.join('\n'));
}

/** A starter as it comes, built with the packages of this repository, and served as its README says. */
async function openStarter(template: string, service: StartedService): Promise<{ url: string; stop(): void }> {
  const folder = join(desk, template);
  const bin = join(root, 'packages/create-parley-app/bin/create-parley-app.js');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: desk, PARLEY_BASE_URL: service.base, PARLEY_API_KEY: service.key };
  const made = spawnSync(process.execPath, [bin, template, '--template', template], {
    cwd: desk,
    env,
    encoding: 'utf8',
  });
  check(`create-parley-app makes ${template}`, made.status === 0 && made.stdout.includes('npm run dev'), made.stderr);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const vite = join(root, 'node_modules/.bin/vite');
  const built = spawnSync(vite, ['build', '--logLevel', 'warn'], { cwd: folder, env, encoding: 'utf8' });
  check(
    `${template} is built without a warning`,
    built.status === 0 && built.stderr === '',
    built.stdout + built.stderr,
  );
  const port = await freePort();
  const args = ['preview', '--port', String(port), '--strictPort', '--host', '127.0.0.1'];
  const child = spawn(vite, args, { cwd: folder, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 300 && !(await isUp()); tries++) await new Promise((done) => setTimeout(done, 100));
  return { url, stop: () => child.kill() };
}

async function useStarter(
  browser: Browser,
  service: StartedService,
  template: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const starter = await openStarter(template, service);
  const { page, problems } = await open(browser);
  try {
    await page.goto(starter.url);
    await findNothing(`${template}, empty`, page);
    await use(page);
    await findNothing(`${template}, used`, page);
    check(`${template} shows no key and throws nothing`, problems.length === 0, problems.join('\n'));
    const sent = await page.content();
    check(`${template} has no key in the page`, !sent.includes(service.key));
  } catch (error) {
    check(`${template} can be used`, false, error);
  } finally {
    await page.close();
    starter.stop();
  }
}

async function open(browser: Browser): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(waitMs);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  return { page, problems };
}

async function askDocuments(page: Page): Promise<void> {
  await page.getByLabel('Documents', { exact: true }).setInputFiles(lease);
  await page.getByText('lease.pdf').waitFor();
  await page.getByLabel('Question').fill('When is the deposit due?');
  await page.getByRole('button', { name: 'Ask' }).click();
  const quote = await page.locator('#sources blockquote').first().textContent();
  const place = await page.locator('#sources strong').first().textContent();
  const answer = await page.locator('#answer').textContent();
  check(
    'ask-documents answers with the passage and its page',
    /deposit/i.test(quote ?? '') && /lease\.pdf, page \d/.test(place ?? ''),
    `${answer}\n${place}: ${quote}`,
  );
}

async function reviewInvoice(page: Page): Promise<void> {
  await page.getByLabel('Invoice').setInputFiles(receipt);
  await page.getByRole('heading', { name: 'Check what was read' }).waitFor();
  const total = page.getByLabel('total');
  check(
    'invoice-review reads the total and shows where it stands',
    (await total.inputValue()) === '22.7' &&
      ((await page.locator('label:has([name=total]) + blockquote').textContent()) ?? '').includes('22'),
    await page.locator('#values').textContent(),
  );
  await total.fill('22.75');
  await findNothing('invoice-review, in review', page);
  await page.getByRole('button', { name: 'Approve' }).click();
  const approved: unknown = JSON.parse((await page.locator('#approved').textContent()) ?? '{}');
  check(
    'invoice-review gives what the person approved',
    Reflect.get(Object(approved), 'total') === 22.75 && Reflect.get(Object(approved), 'date') === '2026-03-14',
    JSON.stringify(approved),
  );
}

async function research(page: Page): Promise<void> {
  await page.getByLabel('What do you want to know?').fill('How do tidal power stations store energy?');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('#steps li').first().waitFor();
  const quote = await page.locator('#citations blockquote').first().textContent();
  const [steps, report] = [await page.locator('#steps li').count(), await page.locator('#report').textContent()];
  check(
    'research shows its steps, the report and the passages',
    steps > 1 && /\[1\]/.test(report ?? '') && /water|energy/.test(quote ?? ''),
    `${steps} steps\n${report}\n${quote}`,
  );
}

/** Pages of two origins: one that the key names, and one that it does not. */
async function servePages(html: () => string): Promise<{ known: string; other: string; stop(): void }> {
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const port = await freePort();
      const server = createServer((_request, response) => {
        const policy = `default-src 'none'; script-src ${service.base}; connect-src ${service.base}`;
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
          .end(html());
      });
      await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
      return { url: `http://127.0.0.1:${port}`, server };
    }),
  );
  const [known = '', other = ''] = servers.map(({ url }) => url);
  return { known, other, stop: () => servers.forEach(({ server }) => void server.close()) };
}

async function manage(path: string, body: object, key = service.key): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await fetch(`${service.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const json = (await reply.json()) as Record<string, string>;
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json;
}

/** A collection with one file that can be searched, and its id. */
async function makeCollection(): Promise<string> {
  const form = new FormData();
  form.append(
    'file',
    new Blob(['The office is open from 9 to 17 on weekdays. Parcels are handed out at the back door.']),
    'opening.txt',
  );
  const upload = await fetch(`${service.base}/v1/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}` },
    body: form,
  });
  const { file_id } = (await upload.json()) as { file_id: string };
  const { id = '' } = await manage('/v1/collections', { name: 'Website' });
  await manage(`/v1/collections/${id}/files`, { file_ids: [file_id] });
  return id;
}

async function useWidget(browser: Browser): Promise<void> {
  let key = '';
  const collection = await makeCollection();
  const pages = await servePages(
    () => `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Our shop</h1><a href="#">Home</a></main>
<script src="${service.base}/widget.js" data-key="${key}" data-collections="${collection}" data-title="Ask the shop" async></script></body></html>`,
  );
  const settings = {
    scopes: ['text', 'files'],
    endpoints: ['POST /v1/conversation'],
    origins: [pages.known],
    collections: [collection],
  };
  ({ key = '' } = await manage('/v1/admin/keys', { name: 'Website', ...settings }, service.adminKey));
  try {
    await chat(browser, pages.known);
    await chatFromElsewhere(browser, pages.other);
    const asked = await fetch(`${service.base}/v1/conversation`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"messages": [{"role": "user", "content": "Hi"}]}',
    });
    check('the key of a page is refused to programs', asked.status === 403, await asked.text());
  } finally {
    pages.stop();
  }
}

async function chat(browser: Browser, url: string): Promise<void> {
  const { page, problems } = await open(browser);
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  const launcher = page.getByRole('button', { name: 'Ask the shop' });
  await launcher.waitFor();
  await findNothing('the chat, closed', page);
  // By the keyboard alone.
  await launcher.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ask the shop' });
  await dialog.waitFor();
  await page.keyboard.type('Where are parcels handed out?');
  await page.keyboard.press('Enter');
  const quote = dialog.locator('.sources q').first();
  await quote.waitFor().catch(() => {});
  check(
    'the chat answers from its collection and shows where it stands',
    /back door/.test((await quote.textContent().catch(() => '')) ?? '') &&
      ((await dialog.locator('cite').first().textContent()) ?? '').includes('opening.txt'),
    await dialog.textContent(),
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await findNothing(`the chat, open and ${colorScheme}`, page);
  }
  await page.keyboard.press('Escape');
  const isBack = await page.evaluate(
    "document.querySelector('parley-chat').shadowRoot.activeElement?.className === 'launcher'",
  );
  check('Escape closes the chat and goes back to its button', isBack === true && !(await dialog.isVisible()));
  check('the chat breaks no policy of its page', problems.length === 0, problems.join('\n'));
  await page.close();
}

async function chatFromElsewhere(browser: Browser, url: string): Promise<void> {
  const { page } = await open(browser);
  await page.goto(url);
  await page.getByRole('button', { name: 'Ask the shop' }).click();
  await page.getByLabel('Your question').fill('Where are parcels handed out?');
  await page.getByRole('button', { name: 'Send' }).click();
  const alert = await page.getByRole('alert').textContent();
  check(
    'from a page that the key does not name there is no answer',
    /cannot be reached|not set up/.test(alert ?? ''),
    alert,
  );
  await findNothing('the chat, refused', page);
  await page.close();
}

if (!chromiumPath) throw new Error('Chromium is missing: set TEST_CHROMIUM');
const encyclopedia = await startEncyclopedia();
const service = await startService(serviceEntry, await freePort(), {
  env: { WIKIPEDIA_URL: encyclopedia.url, ALLOW_PRIVATE_ADDRESSES: encyclopedia.address, PAGE_INTERVAL_MS: '0' },
});
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
try {
  const uses: Record<string, (page: Page) => Promise<void>> = {
    'ask-documents': askDocuments,
    'invoice-review': reviewInvoice,
    research,
  };
  const there = readdirSync(join(root, 'packages/create-parley-app/templates')).filter((name) => name !== 'common');
  check('every starter is tried', there.sort().join() === Object.keys(uses).sort().join(), there.join());
  for (const [template, use] of Object.entries(uses)) await useStarter(browser, service, template, use);
  await useWidget(browser).catch((error) => check('the chat can be used', false, error));
} finally {
  await browser.close();
  await service.stop();
  await encyclopedia.stop();
  rmSync(desk, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
