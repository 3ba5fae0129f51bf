import type { Page } from 'playwright-core';
import { owner } from './browser.ts';
import type { ShotContent } from './shot-content.ts';
import type { Shot } from './shot-list.ts';

const opened = '[role="dialog"], [role="alertdialog"]';

/** Chooses from a menu, and waits for what it opens. */
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.locator(opened).last().waitFor();
};
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.locator(opened).last().waitFor();
};

/** What asks before something is gone for good, and other dialogs that no address opens. */
export function dialogShots(content: ShotContent): Shot[] {
  return [
    { name: 'key-replace', path: '/keys', heading: /^Keys$/, act: choose('Actions for Website', 'Replace') },
    { name: 'key-revoke', path: '/keys', heading: /^Keys$/, act: choose('Actions for Website', 'Revoke') },
    { name: 'member-remove', path: '/members', heading: /^Members$/, act: press('Remove Vera Rubin') },
    {
      name: 'member-password',
      path: '/members',
      heading: /^Members$/,
      act: press('Link for a new password of Vera Rubin'),
    },
    {
      name: 'alert-delete',
      path: '/usage?tab=alerts',
      heading: /^Usage$/,
      act: choose('Actions: A cent was spent', 'Delete'),
    },
    {
      name: 'budget-delete',
      path: '/usage?tab=budgets',
      heading: /^Usage$/,
      act: choose('Actions: The workspace', 'Delete'),
    },
    {
      name: 'audit-event',
      path: '/usage?tab=audit',
      heading: /^Usage$/,
      act: async (page) => {
        await page.getByRole('table').getByText('budget.create').first().click();
        await page.locator(opened).waitFor();
      },
    },
    { name: 'filter-save', path: '/calls?status=error', heading: /^Calls$/, act: choose('Saved filters', /^Save/) },
    {
      name: 'guard-delete',
      path: '/guards',
      heading: /^Guards$/,
      act: choose('Actions: no-addresses-of-people', 'Delete'),
    },
    { name: 'route-delete', path: '/routing', heading: /^Routing$/, act: choose('Actions: fast', 'Delete') },
    { name: 'route-try', path: '/routing', heading: /^Routing$/, act: choose('Actions: fast', /^Try/) },
    { name: 'hold-release', path: '/erasures?tab=holds', heading: /^Erasure$/, act: press('Release') },
    {
      name: 'webhook-delete',
      path: '/settings?tab=webhooks',
      heading: /^Settings$/,
      act: choose(/^Actions: .*takes$/, 'Delete'),
    },
    { name: 'file-delete', path: `/files/${content.mail}`, heading: /Order A-204/, act: press('Delete') },
    {
      name: 'collection-add',
      path: `/collections/${content.collection}?add=files`,
      heading: /^Add to this collection$/,
    },
    {
      name: 'collection-delete',
      path: `/collections/${content.collection}?tab=settings`,
      heading: /^Workshop$/,
      act: press(/^Delete/),
    },
    {
      name: 'prompt-label',
      path: `/prompts/${content.prompt}`,
      heading: /^support-reply$/,
      act: press('Move a label'),
    },
    { name: 'prompt-delete', path: `/prompts/${content.prompt}`, heading: /^support-reply$/, act: press('Delete') },
    {
      name: 'evaluation-delete',
      path: `/evaluations/${content.set}`,
      heading: /^Questions of customers$/,
      act: press('Delete set'),
    },
    {
      name: 'evaluation-case',
      path: `/evaluations/${content.set}`,
      heading: /^Questions of customers$/,
      act: press('Add a case'),
    },
    {
      name: 'workspace-delete',
      path: '/settings?tab=workspace',
      heading: /^Settings$/,
      act: press('Delete workspace'),
    },
    {
      name: 'integration-definition',
      path: '/integrations/orders?tab=definition',
      heading: /^Orders of the harbour$/,
    },
    {
      name: 'integration-remove',
      path: '/integrations/orders?tab=definition',
      heading: /^Orders of the harbour$/,
      act: press('Remove'),
    },
    {
      name: 'integration-disconnect',
      path: '/integrations/orders?tab=connections',
      heading: /^Orders of the harbour$/,
      act: press('Disconnect grace.hopper@example.com'),
    },
    {
      name: 'playground-passage',
      path: `/playground?run=${content.run}`,
      heading: /^Playground$/,
      act: async (page) => {
        await page.getByRole('button', { name: 'Show in the text 1' }).click();
        await page.locator(opened).waitFor();
      },
    },
    {
      name: 'second-factor',
      path: '/account',
      heading: /^Your account$/,
      act: async (page) => {
        const place = page.locator('form').filter({ has: page.getByRole('button', { name: 'Set it up' }) });
        await place.getByLabel('Current password').fill(owner.password);
        await place.getByRole('button', { name: 'Set it up' }).click();
        await page.getByText('Add this secret to your authenticator app').waitFor();
      },
    },
  ];
}

/** Where each dialog of the pages is seen: file of `src/pages`, picture. */
export const dialogsShown: Readonly<Record<string, string>> = {
  'batches/batch-dialog.tsx': 'batch',
  'batches/start-dialog.tsx': 'batch-new',
  'collections/add-dialog.tsx': 'collection-add',
  'collections/collection-settings.tsx': 'collection-delete',
  'collections/collections-page.tsx': 'new-collection',
  'erasures/erase-dialog.tsx': 'erase',
  'erasures/hold-dialog.tsx': 'hold-new',
  'erasures/hold-table.tsx': 'hold-release',
  'erasures/receipt-dialog.tsx': 'receipt',
  'evaluations/case-dialog.tsx': 'evaluation-case',
  'evaluations/evaluations-page.tsx': 'evaluation-new',
  'evaluations/play-dialog.tsx': 'evaluation-play',
  'evaluations/set-page.tsx': 'evaluation-delete',
  'files/file-actions.tsx': 'file-delete',
  'guards/guard-dialog.tsx': 'guard-new',
  'guards/guard-table.tsx': 'guard-delete',
  'guards/try-guard.tsx': 'guard-try',
  'integrations/add-dialog.tsx': 'integration-add',
  'integrations/connect-dialog.tsx': 'integration-connect',
  'integrations/connections.tsx': 'integration-disconnect',
  'integrations/definition.tsx': 'integration-remove',
  'keys/key-form-dialog.tsx': 'new-key',
  'keys/keys-page.tsx': 'key-revoke',
  'keys/roll-dialog.tsx': 'key-replace',
  'keys/secret-dialog.tsx': 'key-secret',
  'members/invite-dialog.tsx': 'invite',
  'members/member-list.tsx': 'member-remove',
  'members/password-link-dialog.tsx': 'member-password',
  'members/workspace-dialog.tsx': 'new-workspace',
  'playground/code-dialog.tsx': 'playground-code',
  'playground/history-dialog.tsx': 'playground-history',
  'playground/passage-dialog.tsx': 'playground-passage',
  'playground/share-dialog.tsx': 'playground-share',
  'prompts/label-dialog.tsx': 'prompt-label',
  'prompts/prompt-dialog.tsx': 'prompt-new',
  'prompts/prompt-page.tsx': 'prompt-delete',
  'research/source-dialog.tsx': 'research-source',
  'routing/dry-run-dialog.tsx': 'dry-run',
  'routing/routing-table.tsx': 'route-delete',
  'routing/settings-dialog.tsx': 'route-new',
  'routing/try-dialog.tsx': 'route-try',
  'settings/delete-workspace.tsx': 'workspace-delete',
  'settings/deliveries.tsx': 'webhook',
  'settings/price-dialog.tsx': 'price',
  'settings/webhook-dialog.tsx': 'new-webhook',
  'settings/webhooks.tsx': 'webhook-delete',
  'usage/alert-dialog.tsx': 'new-alert',
  'usage/alert-table.tsx': 'alert-delete',
  'usage/audit-log.tsx': 'audit-event',
  'usage/budget-dialog.tsx': 'budget-new',
  'usage/budget-table.tsx': 'budget-delete',
  'usage/call-dialog.tsx': 'call',
  'usage/saved-filters.tsx': 'filter-save',
};

/** Dialogs that need what the pictures' service has not, with the flow that looks at them. */
export const dialogsOfFlows: Readonly<Record<string, string>> = {
  'integrations/try-feature.tsx': 'integrations.flow.ts',
  'settings/local-models.tsx': 'local-models.flow.ts',
  'settings/sealing.tsx': 'operating.flow.ts',
};
