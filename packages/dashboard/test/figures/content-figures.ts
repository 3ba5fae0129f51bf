import { formatBytes, formatMoney, formatNumber } from '../../src/lib/format.ts';
import type { FigurePage } from './figure-page.ts';
import { language } from './ledger.ts';
import { figuresOf, open, rowOf, rowsOf } from './read-page.ts';

const count = (value: number) => formatNumber(value, language);
const bytes = (value: number) => formatBytes(value, language);
const money = (usd: number) => formatMoney(usd, language);

export const files: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/files');
  const stored = ledger.read<{ filename: string; size: number; pages: number | null }>(
    'SELECT filename, size_bytes AS size, pages FROM files',
  );
  const rows = await rowsOf(page, 'Files');
  comparison.same('Files: rows', count(rows.length), count(stored.length));
  const said = await page.locator('main p[aria-live="polite"]').innerText();
  comparison.same('Files: how many', said, `${count(stored.length)} files`);
  for (const { filename, size, pages } of stored) {
    const row = rows.find((cells) => cells.Name === filename);
    comparison.same(`File ${filename.slice(0, 24)}: size`, row?.Size, bytes(size));
    comparison.same(`File ${filename.slice(0, 24)}: pages`, row?.Pages, pages === null ? '–' : String(pages));
  }
};

export const oneFile: FigurePage = async ({ page, ledger, content, comparison }) => {
  for (const [name, id] of [
    ['PDF', content.pdf],
    ['table', content.sheet],
    ['mail', content.mail],
  ] as const) {
    await open(page, `/files/${id}?tab=details`);
    const { size } = ledger.one<{ size: number }>(`SELECT size_bytes AS size FROM files WHERE id = '${id}'`);
    const facts = await figuresOf(page.locator('main'));
    comparison.same(`File page of a ${name}: size`, facts.Size, bytes(size));
  }
  await open(page, `/files/${content.sheet}`);
  const [shape] = (await page.locator('main').innerText()).match(/[\d,]+ rows · \d+ columns/) ?? [];
  // As its bytes say: a head, and one line for each row.
  comparison.same('File page of a table: rows and columns', shape, '400 rows · 7 columns');
};

export const collections: FigurePage = async ({ page, ledger, content, comparison }) => {
  await open(page, '/collections');
  const of = (id: string) =>
    ledger.one<{ files: number; passages: number; bytes: number; ready: number; failed: number }>(
      `SELECT count(*) AS files, coalesce(sum(passages), 0) AS passages, coalesce(sum(size_bytes), 0) AS bytes,
        coalesce(sum(status = 'ready'), 0) AS ready, coalesce(sum(status = 'failed'), 0) AS failed
        FROM collection_files JOIN files ON files.id = file_id WHERE collection_id = '${id}'`,
    );
  const sums = of(content.collection);
  const progress = `${count(sums.ready)} of ${count(sums.files)} ready · ${count(sums.failed)} failed`;
  const row = await rowOf(page, 'Collections', 'Workshop');
  comparison.same('Collection in the list: files', row.Files, progress);
  comparison.same('Collection in the list: passages', row.Passages, count(sums.passages));
  comparison.same('Collection in the list: size', row.Size, bytes(sums.bytes));
  await open(page, `/collections/${content.collection}`);
  const rows = await rowsOf(page, 'Files');
  comparison.same('Collection: rows', count(rows.length), count(sums.files));
  const passages = rows.reduce((sum, cells) => sum + Number(cells.Passages?.replaceAll(',', '')), 0);
  comparison.same('Collection: passages of its files', count(passages), count(sums.passages));
  const vectors = ledger.count(
    `SELECT coalesce(sum(passages), 0) AS n FROM collection_vectors WHERE collection_id = '${content.collection}'`,
  );
  const [said] = (await page.locator('main').innerText()).match(/\d+ of \d+ passages/) ?? [];
  comparison.same('Collection: passages with vectors', said, `${count(vectors)} of ${count(sums.passages)} passages`);
};

export const research: FigurePage = async ({ page, parley, content, comparison }) => {
  const run = await parley.api.getDeepResearch({ params: { id: content.research } });
  await open(page, '/research');
  const row = (await rowsOf(page, 'Runs')).at(-1) ?? {};
  comparison.same('Research in the list: sources', row.Sources, count(run.citations?.length ?? -1));
  comparison.same('Research in the list: cost', row.Cost, money(run.cost_usd ?? -1));
  await open(page, `/research/${content.research}`);
  const facts = await figuresOf(page.locator('main'));
  comparison.same('Research run: searches', facts.Searches, count(run.searches_performed ?? -1));
  comparison.same('Research run: pages read', facts['Pages read'], count(run.pages_read ?? -1));
  comparison.same('Research run: sources', facts.Sources, count(run.citations?.length ?? -1));
  comparison.same('Research run: cost', facts.Cost, money(run.cost_usd ?? -1));
  const entries = await page.locator('main ol > li > button').count();
  comparison.same('Research run: entries of its list of sources', count(entries), count(run.citations?.length ?? -1));
};

export const media: FigurePage = async ({ page, ledger, comparison }) => {
  await open(page, '/media');
  const pictures = ledger.read<{ prompt: string; seed: number; cost: number }>(
    'SELECT prompt, seed, cost_nanos / 1e9 AS cost FROM pictures',
  );
  const gallery = page.getByRole('region', { name: 'Gallery' });
  comparison.same('Media: pieces', count(await gallery.locator('li').count()), count(pictures.length));
  for (const { prompt, seed, cost } of pictures) {
    const facts = await figuresOf(gallery.locator('li').filter({ hasText: prompt }));
    comparison.same(`Media, ${prompt.slice(0, 20)}: seed`, facts.Seed, String(seed));
    comparison.same(`Media, ${prompt.slice(0, 20)}: cost`, facts.Cost, money(cost));
  }
};

export const integrations: FigurePage = async ({ page, ledger, comparison }) => {
  const connected = ledger.count(
    "SELECT count(*) AS n FROM integration_connections WHERE integration_id = 'orders' AND state = 'connected'",
  );
  await open(page, '/integrations');
  const tile = page.getByRole('list', { name: 'Catalogue' }).locator('li').filter({ hasText: 'Orders of the harbour' });
  const said = /(\d+) connected/.exec(await tile.innerText())?.[1];
  comparison.same('Integrations: connected users of one', said, count(connected));
  await open(page, '/integrations?tab=connections');
  comparison.same('Connections: rows', count((await rowsOf(page, 'Connections')).length), count(connected));
};

export const playgroundRun: FigurePage = async ({ page, ledger, content, comparison }) => {
  await open(page, `/playground?run=${content.run}`);
  const facts = await figuresOf(page.getByRole('region', { name: 'Figures' }).first());
  const record = ledger.one<{ input: number; output: number; cost: number }>(`SELECT input_tokens AS input,
    output_tokens AS output, cost_nanos / 1e9 AS cost FROM usage_records WHERE request_id = '${content.call}'`);
  comparison.same('Playground run: tokens in', facts['Tokens in'], count(record.input));
  comparison.same('Playground run: tokens out', facts['Tokens out'], count(record.output));
  comparison.same('Playground run: cost', facts.Cost, money(record.cost));
};
