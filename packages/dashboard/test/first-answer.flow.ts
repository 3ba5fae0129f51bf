import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrow, claim, closeWindows, owner, signIn, visit } from './browser.ts';
import { startFakeModel } from './fake-model.ts';
import { answerOnce, freePort, type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  // Nobody listens where the vendor should be.
  const vendor = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` };
  [service, browser] = await Promise.all([startService({ ...vendor, CALL_CONTENTS: 'keep' }), borrow()]);
  await answerOnce(service);
}, 240_000);
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

it('leads from the first visit to the first answer, with its passage, its cost and its code', async () => {
  const one = await visit(browser, service);
  const { page } = one;
  await claim(one, service);
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('link', { name: /Ask a question/ }).click();
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.keyboard.press('Tab');
  await page.getByLabel('Question or task').press('Control+Enter');
  const reply = page.getByRole('region', { name: 'Reply' });
  await reply
    .getByText(/4 May 1932/)
    // What it thought stands before it and is folded up.
    .filter({ visible: true })
    .first()
    .waitFor();
  await reply.getByRole('button', { name: 'Show in the text 1' }).click();
  expect(await page.getByRole('dialog').locator('mark').innerText()).toContain('4 May 1932');
  await page.keyboard.press('Escape');
  const figures = reply.getByRole('region', { name: 'Figures' });
  await figures.getByText(/^\$/).waitFor();
  expect(await figures.innerText()).toMatch(/Tokens in\s+[1-9]/);
  await page.getByRole('button', { name: 'Code' }).click();
  await page.getByRole('button', { name: 'Python' }).click();
  expect(await page.getByRole('dialog').innerText()).toContain('Who opened the bridge, and when?');
  await page.keyboard.press('Escape');
  expect(one.problems).toEqual([]);
  await one.context.close();
});

it('keeps the run: a link opens it for another member, history lists it', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/playground');
  await page.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /Who opened the bridge/ })
    .first()
    .click();
  const reply = page.getByRole('region', { name: 'Reply' });
  await reply
    .getByText(/4 May 1932/)
    // What it thought stands before it and is folded up.
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await page.getByLabel('Question or task').inputValue()).toBe('Who opened the bridge, and when?');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('dialog').locator('output').innerText();
  expect(link).toMatch(new RegExp(`^${service.url}/playground\\?run=`));
  await one.context.close();
  const other = await visit(browser, service);
  await signIn(other, owner);
  await other.page.goto(link);
  await other.page
    .getByRole('region', { name: 'Reply' })
    .getByText(/4 May 1932/)
    // What it thought stands before it and is folded up.
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(other.problems).toEqual([]);
  await other.context.close();
});

it('fills a schema from a form and shows where each value was found', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/playground');
  await page.getByLabel('Question or task').fill('Read the invoice');
  await page.getByLabel('Text to answer from').fill('Invoice number: INV-204\nTotal: 1,250.00 USD');
  await page.getByText('Structured output').first().click();
  await page.getByLabel('Structured output').check();
  await page.getByLabel('Name', { exact: true }).fill('invoice_number');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const data = page.getByRole('region', { name: 'Data' });
  await data.getByText('INV-204').waitFor();
  await data.getByRole('button', { name: /as written/ }).click();
  expect(await page.getByRole('dialog').locator('mark').innerText()).toContain('INV-204');
  expect(one.problems).toEqual([]);
  await one.context.close();
});

it('leads in four clicks from the figure on Home to the cause of a failed call and to its repetition', async () => {
  const question = 'Why is the vendor silent?';
  const post = (path: string, key: string, body: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { key } = await (await post('/v1/admin/keys', service.adminKey, { name: 'Caller' })).json();
  const failed = await post('/v1/answer', key, { query: question, model: 'openai/gone' });
  expect(failed.status).toBe(502);
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: 'Errors' }).click();
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().click();
  const dialog = page.getByRole('dialog');
  const rounds = dialog.getByRole('region', { name: 'What was done' });
  const asked = rounds.getByRole('listitem').filter({ hasText: 'openai/gone' });
  expect(await asked.first().innerText()).toMatch(/upstream_unavailable\s+[\d.,]+\s*m?s/);
  await dialog.getByRole('link', { name: 'Open in the playground' }).click();
  const form = page.getByLabel('Question or task');
  await expect.poll(() => form.inputValue()).toBe(question);
  const again = page.waitForResponse((response) => response.url().endsWith('/v1/answer'));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  expect((await again).request().postDataJSON()).toMatchObject({ query: question, model: 'openai/gone' });
  await page.getByRole('region', { name: 'Reply' }).getByRole('alert').first().waitFor();
  await one.context.close();
});

it('keeps the draft over a reload and on the way back', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/playground?mode=conversation');
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('Half a question');
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('Half a question');
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => message.inputValue()).toBe('Half a question');
  expect(one.problems).toEqual([]);
  await one.context.close();
});

it('leads through the end of a session, and through being offline, back to the same page and what was written there', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page, context } = one;
  await page.goto('/playground');
  await page.getByLabel('Question or task').fill('What was I asking?');
  await context.clearCookies();
  await page.getByLabel('Question or task').press('Control+Enter');
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  expect(await page.title()).toBe('Sign in to Parley · Parley');
  await page.getByLabel('E-mail address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/playground');
  expect(await page.getByLabel('Question or task').inputValue()).toBe('What was I asking?');
  expect(await page.title()).toBe('Playground · Parley');
  // What the playground asked for its list of models is another thing than the report of Settings.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Engines' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Research' }).click();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Research', exact: true }).waitFor();
  await context.close();
});

it('lets the reader play the tools of an agent', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/playground?mode=agent');
  // The models that can be chosen come with the first replies, and with them the form anew.
  await page.waitForLoadState('networkidle');
  await page.getByText('Tools', { exact: true }).click();
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByLabel('Message').fill('What is the weather in Oslo?');
  await page.getByLabel('Message').press('Control+Enter');
  await page.getByLabel('Result of get_weather').fill('{"celsius": 4}');
  await page.getByRole('button', { name: 'Send results' }).click();
  const reply = page.getByRole('region', { name: 'Reply' });
  await reply.getByText(/celsius 4|4 ?°|4 degrees/i).waitFor();
  expect(one.problems).toEqual([]);
  await one.context.close();
});

it('shows a stream as it comes, and ends it when the reader stops it', async () => {
  const model = await startFakeModel();
  const slow = await startService({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: model.url,
    PARLEY_MODEL: 'openai/slow',
  });
  try {
    const one = await visit(browser, slow);
    await claim(one, slow);
    const { page } = one;
    await page.goto('/playground?mode=conversation');
    await page.getByLabel('Message').fill('Count');
    await page.getByLabel('Message').press('Control+Enter');
    const reply = page.getByRole('region', { name: 'Reply' });
    await model.say('One, ');
    await reply.getByText('One,').waitFor();
    await reply.getByText('Writing…').waitFor();
    await model.say('two');
    await reply.getByText('One, two').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await reply.getByText(/^Stopped/).waitFor();
    await model.left;
    await page.getByRole('button', { name: 'History' }).click();
    const kept = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Count' });
    await kept.getByText('Stopped', { exact: true }).waitFor();
    await kept.getByRole('button', { name: /^Count/ }).click();
    await reply.getByText('One, two').waitFor();
    await reply.getByText(/^Stopped/).waitFor();
    expect(one.problems).toEqual([]);
    await one.context.close();
  } finally {
    await slow.stop();
    model.stop();
  }
});
