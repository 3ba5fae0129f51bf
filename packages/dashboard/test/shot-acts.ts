import type { Page } from 'playwright-core';

/** Makes a key and shows it. */
export async function makeKey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly import');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog
    .getByText(/^parley_/)
    .first()
    .waitFor();
}

/** Without what was left in the form before. */
async function beginAnew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
}

/** Four models side by side. */
export async function askFour(page: Page): Promise<void> {
  await beginAnew(page);
  await page.getByRole('button', { name: 'Try an example' }).click();
  for (const model of ['small-1', 'small-2', 'reader']) {
    await page.getByRole('button', { name: 'Compare with another model' }).click();
    await page
      .getByLabel(/^Model [234]$/)
      .last()
      .selectOption(model);
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('table').waitFor();
}

/** Two models side by side. */
export async function askTwo(page: Page): Promise<void> {
  await beginAnew(page);
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.getByRole('button', { name: 'Compare with another model' }).click();
  await page.getByLabel('Model 2', { exact: true }).selectOption('small-1');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Figures' }).nth(1).waitFor();
}

/** A schema from a sample, and values with where they were found. */
export async function buildSchema(page: Page): Promise<void> {
  await beginAnew(page);
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.getByText('Structured output', { exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Structured output' }).check();
  await page.getByRole('button', { name: 'From a sample' }).click();
  await page.getByRole('textbox', { name: 'From a sample' }).fill('{"opened_by": "Ada Kern", "metres": 212}');
  await page.getByRole('button', { name: 'Make the schema' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Figures' }).first().waitFor();
}

/** An agent whose tool is played by hand. */
export async function askWeather(page: Page): Promise<void> {
  await beginAnew(page);
  await page.getByText('Tools', { exact: true }).click();
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByLabel('Message').fill('What is the weather in Oslo?');
  await page.getByLabel('Message').press('Control+Enter');
  await page.getByLabel('Result of get_weather').fill('{"celsius": 4, "sky": "clear"}');
}
