import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Service } from './service.ts';

/** Where the flows run: `TEST_CHROMIUM`, else Debian's. Without either they cannot. */
export const chromiumPath = [process.env.TEST_CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));

export const owner = { email: 'ada@example.com', name: 'Ada Kern', password: 'correct horse battery' };

/** Passwords are slow to check on purpose, and slower where much else runs. */
const signInMs = 60_000;

export interface VisitOptions {
  theme?: 'light' | 'dark';
  language?: 'en-GB' | 'de-DE';
  width?: number;
  height?: number;
  /** Milliseconds that anything on the page may take. Default: 20,000. */
  patienceMs?: number;
}

/** One reader in a browser of their own, with all that the page complained of. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors of the console and of scripts, and requests to other hosts. Must stay empty. */
  problems: string[];
}

/** A processor that draws as if it were a graphics card does so for a fifth more of its time. */
const switches = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
let lent: Promise<Browser> | undefined;

export async function launch(): Promise<Browser> {
  if (!chromiumPath) throw new Error('Chromium is missing: set TEST_CHROMIUM, or apt-get install chromium');
  return chromium.launch({ executablePath: chromiumPath, args: switches });
}

/** The browser of all flows of a process, which ends with it; each flow closes its windows by `closeWindows`. */
export function borrow(): Promise<Browser> {
  lent ??= launch();
  return lent;
}

export async function closeWindows(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close();
}

/** Opens a window in which everything that goes wrong is written down. */
export async function visit(browser: Browser, service: Service, options: VisitOptions = {}): Promise<Visit> {
  const { theme = 'light', language = 'en-GB', width = 1440, height = 900, patienceMs = 20_000 } = options;
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width, height },
    colorScheme: theme,
    locale: language,
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    // The browser notes every 401; asking who is signed in is answered with one when nobody is.
    const isQuestion = message.text().includes('401') && url.endsWith('/v1/session');
    // The record of a call comes a moment after its reply, on a busy machine a longer one: the page asks for it again.
    const isEarly = message.text().includes('404') && /\/v1\/admin\/calls\/req_[\w-]+$/.test(url);
    if (message.type() === 'error' && !isQuestion && !isEarly) problems.push(`console: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.url) && !/^(data|blob):/.test(url)) problems.push(`foreign request: ${url}`);
  });
  return { page, context, problems };
}

/** Makes the first account with the link that the start printed. */
export async function claim({ page }: Visit, service: Service): Promise<void> {
  await page.goto(service.claimUrl.replace(/^https?:\/\/[^/]+/, service.url));
  await page.getByLabel('E-mail address').fill(owner.email);
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('heading', { name: `Hello, ${owner.name}` }).waitFor();
}

/** Claims in a window of its own, which is closed then: for flows that begin when somebody is there. */
export async function claimIn(browser: Browser, service: Service): Promise<void> {
  const first = await visit(browser, service);
  await claim(first, service);
  await first.context.close();
}

/** Signs in by the API, which is faster than by the page. */
export async function signIn({ context }: Visit, person: { email: string; password: string } = owner): Promise<void> {
  const { email, password } = person;
  const reply = await context.request.post('/v1/session', { data: { email, password }, timeout: signInMs });
  if (!reply.ok()) throw new Error(`Nobody could sign in as ${email}: ${await reply.text()}`);
}

/** What axe-core finds wrong, one line each; empty for nothing. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Through the debugger, because the page's own policy allows no foreign script.
  await page.evaluate(`${axe.source}; undefined`);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
