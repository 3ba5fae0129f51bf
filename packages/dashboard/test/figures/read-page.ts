import type { Locator, Page } from 'playwright-core';
import { settle } from '../settle.ts';

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
}

/** The first line of each value under its name, of lists of names and values. */
export async function figuresOf(place: Locator): Promise<Record<string, string>> {
  const pairs: [string, string][] = [];
  for (const name of await place.locator('dt').all()) {
    const value = name.locator('xpath=following-sibling::dd[1]');
    pairs.push([(await name.innerText()).trim(), firstLine(await value.innerText())]);
  }
  return Object.fromEntries(pairs);
}

/** The first line of each cell under the word above its column, in the rows of a table. */
export async function rowsOf(page: Page, label: string | RegExp): Promise<Record<string, string>[]> {
  const table = page.getByRole('region', typeof label === 'string' ? { name: label, exact: true } : { name: label });
  await table.locator('tbody tr').first().waitFor();
  const headers = await table.locator('thead th').allInnerTexts();
  const rows: Record<string, string>[] = [];
  for (const row of await table.locator('tbody tr').all()) {
    const cells = await row.locator('td').allInnerTexts();
    rows.push(Object.fromEntries(headers.map((header, at) => [header.trim(), firstLine(cells[at] ?? '')])));
  }
  return rows;
}

/** The row that holds these words in some cell. */
export async function rowOf(page: Page, label: string | RegExp, words: string): Promise<Record<string, string>> {
  const rows = await rowsOf(page, label);
  const row = rows.find((cells) => Object.values(cells).some((cell) => cell.includes(words)));
  if (row === undefined) throw new Error(`No row of ${label} with ${words}: ${JSON.stringify(rows)}`);
  return row;
}

const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim() ?? '';
