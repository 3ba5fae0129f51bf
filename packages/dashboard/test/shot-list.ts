import type { Page, Route } from 'playwright-core';
import { owner } from './browser.ts';
import { checkedPages } from './pages.ts';
import { askFour, askTwo, askWeather, buildSchema, makeKey } from './shot-acts.ts';
import type { ShotContent } from './shot-content.ts';
import { dialogShots } from './shot-dialogs.ts';

export interface Shot {
  name: string;
  path: string;
  /** Stands when the page is there. */
  heading: RegExp;
  /** What is done on the page before it is taken. */
  act?: (page: Page) => Promise<void>;
}

/** Looked at among the parts of pages, not as a page. */
export const dialogs: readonly string[] = [
  ...['integration-connect', 'integration-add', 'new-key', 'evaluation-new', 'prompt-new', 'batch-new', 'budget-new'],
  ...['guard-new', 'route-new', 'erase', 'hold-new', 'dry-run'],
];
/** Before the calls of the other pages stand at the top of the log. */
const early = ['calls', 'usage', 'home'];
const checked = (name: string): Shot => {
  const found = checkedPages.find((page) => page.name === name);
  if (!found) throw new Error(`There is no page ${name}`);
  return found;
};
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();

/** The first that anybody sees. */
export const entranceShots = (claimUrl: string): Shot[] => [
  { name: 'claim', path: claimUrl, heading: /account|Parley/i },
];

/** Pages that differ before there is anything: each says what it is for and how it fills. */
export const emptyShots: readonly Shot[] = [
  // Before a page has made the first call.
  ...[
    'calls',
    'usage',
    'home',
    'playground',
    'files',
    'collections',
    'research',
    'connections',
    'media',
    'alerts',
    'keys',
  ],
  ...['prompts', 'evaluations', 'batches', 'budgets', 'guards', 'routing', 'erasures', 'holds'],
  ...['members', 'models', 'queue', 'workspace', 'storage', 'webhooks'],
].map(checked);

/** Every page, and each page of one thing. */
export function pageShots(content: ShotContent): Shot[] {
  return [
    ...early.map(checked),
    ...checkedPages.filter(({ name }) => !dialogs.includes(name) && !early.includes(name)),
    {
      name: 'file-pdf',
      path: `/files/${content.pdf}?boxes=1`,
      heading: /invoice-2026-0417/,
      act: async (page) => page.locator('svg rect').nth(8).waitFor(),
    },
    { name: 'file-sheet', path: `/files/${content.sheet}`, heading: /invoices-2026/ },
    { name: 'file-json', path: `/files/${content.json}`, heading: /order\.json/ },
    { name: 'file-mail', path: `/files/${content.mail}`, heading: /Order A-204/ },
    { name: 'file-text', path: `/files/${content.text}?tab=text`, heading: /Handbook/ },
    { name: 'file-failed', path: `/files/${content.failed}`, heading: /Delivery note/ },
    { name: 'collection', path: `/collections/${content.collection}`, heading: /^Workshop$/ },
    { name: 'prompt', path: `/prompts/${content.prompt}`, heading: /^support-reply$/ },
    { name: 'evaluation-set', path: `/evaluations/${content.set}`, heading: /^Questions of customers$/ },
    { name: 'research-run', path: `/research/${content.research}`, heading: /lighthouse/i },
    { name: 'playground-run', path: `/playground?run=${content.run}`, heading: /^Playground$/ },
    {
      name: 'media-piece',
      path: '/media',
      heading: /^Media$/,
      act: async (page) => {
        const gallery = page.getByRole('region', { name: 'Gallery' });
        await gallery
          .getByRole('link', { name: /^Three red/ })
          .first()
          .click();
        await page.getByRole('heading', { name: 'How it was made' }).waitFor();
      },
    },
  ];
}

/** Dialogs, tabs and states of pages. What changes something comes last. */
export function partShots(content: ShotContent): Shot[] {
  return [
    { name: 'not-found', path: '/nothing-here', heading: /There is no page here/ },
    {
      name: 'palette',
      path: '/keys',
      heading: /^Keys$/,
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('k');
      },
    },
    ...dialogs.map(checked),
    ...shell,
    ...dialogShots(content),
    ...partsOfFiles(content),
    ...partsOfUsage(content),
    ...partsOfOperation(content),
    ...troubles,
    { name: 'invite', path: '/members?new=invitation', heading: /Invite/ },
    { name: 'new-workspace', path: '/members?new=workspace', heading: /^New workspace$/ },
    { name: 'research-source', path: `/research/${content.research}?source=1`, heading: /lighthouse/i },
    {
      name: 'search-found',
      path: '/search?q=How+is+the+lighthouse+of+Anholm+lit%3F',
      heading: /^Search$/,
      act: async (page) => page.getByText('Anholm lighthouse').first().waitFor(),
    },
    {
      name: 'integration-try',
      path: '/integrations/orders?feature=LIST_ORDERS&user=grace.hopper%40example.com',
      heading: /^Orders of the harbour$/,
      act: async (page) => {
        await page.getByRole('button', { name: 'Run' }).click();
        await page.getByText('Miller & Sons').first().waitFor();
      },
    },
    {
      name: 'integration-connections',
      path: '/integrations/orders?tab=connections',
      heading: /^Orders of the harbour$/,
    },
    { name: 'playground-share', path: `/playground?run=${content.run}`, heading: /^Playground$/, act: press('Share') },
    { name: 'playground-history', path: '/playground', heading: /^Playground$/, act: press('History') },
    { name: 'playground-code', path: `/playground?run=${content.run}`, heading: /^Playground$/, act: press('Code') },
    { name: 'playground-four', path: '/playground', heading: /^Playground$/, act: askFour },
    { name: 'playground-two', path: '/playground', heading: /^Playground$/, act: askTwo },
    { name: 'playground-schema', path: '/playground', heading: /^Playground$/, act: buildSchema },
    { name: 'playground-agent', path: '/playground?mode=agent', heading: /^Playground$/, act: askWeather },
    { name: 'key-secret', path: '/keys?new=key', heading: /^Create key$/, act: makeKey },
  ];
}

/** What is around every page. */
const shell: readonly Shot[] = [
  {
    name: 'navigation',
    path: '/files',
    heading: /^Files$/,
    act: async (page) => {
      const button = page.getByRole('button', { name: 'Menu' });
      // Wide windows show it always.
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'account-menu',
    path: '/account',
    heading: /^Your account$/,
    act: async (page) => {
      const button = page.getByRole('button', { name: 'Menu' });
      if (await button.isVisible()) await button.click();
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Dark' }).waitFor();
    },
  },
];

function partsOfFiles({ pdf, collection, mail }: ShotContent): Shot[] {
  const search = encodeURIComponent('Who is told when somebody is late?');
  return [
    {
      name: 'file-asked',
      path: `/files/${pdf}`,
      heading: /invoice-2026-0417/,
      act: async (page) => {
        await page.getByRole('button', { name: 'Show recognised words' }).click();
        await page.getByLabel('Question').fill('What is the total amount?');
        await page.getByLabel('Question').press('Enter');
        const sources = page.getByRole('region', { name: 'Sources' });
        await sources.getByRole('button').first().click();
        await page.locator('svg rect[data-quoted]').first().waitFor();
        await sources.scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'collection-search',
      path: `/collections/${collection}?tab=search&q=${search}`,
      heading: /^Workshop$/,
      act: async (page) => page.getByRole('list', { name: 'Why it ranks here' }).first().waitFor(),
    },
    { name: 'file-details', path: `/files/${mail}?tab=details`, heading: /Order A-204/ },
    { name: 'collection-ask', path: `/collections/${collection}?tab=ask`, heading: /^Workshop$/ },
    { name: 'collection-settings', path: `/collections/${collection}?tab=settings`, heading: /^Workshop$/ },
    { name: 'new-collection', path: '/collections?new=1', heading: /^Create a collection$/ },
  ];
}

const partsOfUsage = ({ call, webhook }: ShotContent): Shot[] => [
  { name: 'usage-models', path: '/usage?range=30d&by=model', heading: /^Usage$/ },
  { name: 'usage-keys', path: '/usage?range=30d&by=key', heading: /^Usage$/, act: showTable },
  { name: 'keys-admin', path: '/keys?kind=admin', heading: /^Keys$/ },
  { name: 'price', path: '/settings?price=far-away%2Flarge-1', heading: /^Set price$/ },
  { name: 'calls-by-model', path: '/calls?by=model', heading: /^Calls$/ },
  { name: 'calls-failed', path: '/calls?status=failed', heading: /^Calls$/ },
  { name: 'call', path: `/calls?call=${call}`, heading: /^Call/ },
  { name: 'new-alert', path: '/usage?tab=alerts&new=alert', heading: /^New alert$/ },
  { name: 'webhook', path: `/settings?tab=webhooks&webhook=${webhook}`, heading: /^Deliveries$/ },
  { name: 'new-webhook', path: '/settings?tab=webhooks&new=webhook', heading: /webhook/i },
];

function partsOfOperation({ set, guard, batch, receipt }: ShotContent): Shot[] {
  return [
    {
      name: 'evaluation-side-by-side',
      path: `/evaluations/${set}`,
      heading: /^Questions of customers$/,
      act: async (page) => {
        for (const box of await page.getByRole('checkbox').all()) await box.check();
        await page.getByRole('heading', { name: 'Side by side' }).scrollIntoViewIfNeeded();
      },
    },
    { name: 'evaluation-play', path: `/evaluations/${set}?play=1`, heading: /^Play/ },
    { name: 'guard', path: `/guards?guard=${guard}`, heading: /^no-addresses-of-people$/ },
    {
      name: 'guard-try',
      path: '/guards',
      heading: /^Guards$/,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions: no-addresses-of-people' }).click();
        await page.getByRole('menuitem', { name: 'Try' }).click();
        await page.getByLabel('Text').fill('Write to ann@example.com or call +49 30 901820.');
        await page.getByRole('button', { name: 'Try', exact: true }).click();
        await page.getByText('What goes on').waitFor();
      },
    },
    { name: 'route', path: '/routing?open=fast', heading: /^fast$/ },
    { name: 'provider', path: '/routing?tab=providers&open=own-server', heading: /^own-server$/ },
    { name: 'batch', path: `/batches?batch=${batch}`, heading: /^Batch$/ },
    { name: 'receipt', path: `/erasures?receipt=${receipt}`, heading: /^Receipt$/ },
  ];
}

async function showTable(page: Page): Promise<void> {
  await page.getByRole('table').last().scrollIntoViewIfNeeded();
}

/** What pages say when something does not go as it should. */
const troubles: Shot[] = [
  {
    name: 'refused',
    path: '/playground?run=run_that_is_gone',
    heading: /^Playground$/,
    act: async (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'failing',
    path: '/calls',
    heading: /^Calls$/,
    act: async (page) => {
      await page.route(/\/v1\/admin\/calls/, away);
      await page.reload();
      await page.getByRole('alert').first().waitFor();
    },
  },
];

const away = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '0', 'x-request-id': 'req_4kT9wQmZbR2vYx' },
    json: {
      error: 'Service unavailable',
      code: 'service_unavailable',
      message: 'The database cannot be reached at the moment. Try again in a few seconds.',
    },
  });

/** The same in German. */
export const germanShots: readonly Shot[] = [
  { name: 'home', path: '/', heading: /^Hallo/ },
  { name: 'keys', path: '/keys', heading: /^Schlüssel$/ },
  { name: 'usage', path: '/usage?range=30d&by=model', heading: /^Nutzung/ },
  { name: 'files', path: '/files', heading: /^Dateien$/ },
  { name: 'playground', path: '/playground', heading: /^Ausprobieren$/ },
  { name: 'storage', path: '/settings?tab=storage', heading: /^Einstellungen$/ },
];

/** The page that those meet who are not signed in, with a password that is wrong. */
export const doorShots: readonly Shot[] = [
  {
    name: 'sign-in',
    path: '/',
    heading: /Parley/,
    act: async (page) => {
      await page.getByLabel('E-mail address').fill(owner.email);
      await page.getByLabel('Password').fill('not the password');
      await page.getByLabel('Password').press('Enter');
      await page.getByText('E-mail address or password is wrong.').waitFor();
    },
  },
  // A session that ended leads here and back again.
  { name: 'expired', path: '/keys', heading: /^Sign in to Parley$/ },
  { name: 'invitation', path: '/accept-invitation#token=gone', heading: /Parley|invit/i },
  { name: 'reset', path: '/reset-password#token=gone', heading: /Parley|password/i },
];
