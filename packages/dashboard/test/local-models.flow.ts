import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, borrow, claim, closeWindows, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

/** Speaks as Ollama does; what it tells of the download is said by the flow. */
const names = ['qwen3:8b'];
let pull: ServerResponse | null = null;
const ollama = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.url === '/api/tags') {
    const details = { parameter_size: '8.2B', quantization_level: 'Q4_K_M' };
    const models = names.map((name) => ({ name, size: 5_225_388_164, modified_at: '2026-11-20T10:00:00Z', details }));
    response.end(JSON.stringify({ models }));
  } else if (request.url === '/api/pull') {
    pull = response;
    const part = {
      status: 'pulling 6a0746a1ec1a',
      digest: 'sha256:6a',
      total: 4_000_000_000,
      completed: 1_000_000_000,
    };
    response.write(`${JSON.stringify(part)}\n`);
  } else if (request.url === '/api/delete') {
    names.splice(names.indexOf(JSON.parse(body).model), 1);
    response.end();
  } else response.writeHead(404).end();
});

let service: Service;
let browser: Browser;
beforeAll(async () => {
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
  const { port } = ollama.address() as AddressInfo;
  [service, browser] = await Promise.all([startService({ OLLAMA_HOST: `127.0.0.1:${port}` }), borrow()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
  ollama.closeAllConnections();
  ollama.close();
});

it('downloads a model to an Ollama server, shows how far it is, and deletes it', async () => {
  const one = await visit(browser, service, { width: 375, height: 900 });
  await claim(one, service);
  const { page } = one;
  await page.goto('/settings');
  const models = page.getByRole('list', { name: 'ollama' });
  await models.getByText('ollama/qwen3:8b').waitFor();
  await page.getByLabel('Name of the model').fill('llama3.2:1b');
  await page.getByRole('button', { name: 'Download' }).click();
  const progress = page.getByRole('progressbar', { name: 'Download of llama3.2:1b' });
  await progress.and(page.locator('[aria-valuenow="25"]')).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBe(375);
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
  names.push('llama3.2:1b');
  pull?.end(`${JSON.stringify({ status: 'success' })}\n`);
  await models.getByText('ollama/llama3.2:1b').waitFor();
  await progress.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete llama3.2:1b' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await models.getByText('ollama/llama3.2:1b').waitFor({ state: 'detached' });
  await expect.poll(() => names).toEqual(['qwen3:8b']);
  expect(one.problems).toEqual([]);
  await one.context.close();
});
