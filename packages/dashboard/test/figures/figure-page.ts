import type { ManagementClient } from '@parley/sdk/management';
import type { Page } from 'playwright-core';
import type { ShotContent } from '../shot-content.ts';
import type { Comparison } from './comparison.ts';
import type { Ledger } from './ledger.ts';

/** What the figures of a page are read from and compared with. */
export interface Seen {
  page: Page;
  admin: ManagementClient;
  /** As who is signed in on the page, whose reads are no calls. */
  parley: ManagementClient;
  ledger: Ledger;
  content: ShotContent;
  comparison: Comparison;
}

/** Compares the figures of one page; several names of `checkedPages` may be the same page. */
export type FigurePage = (seen: Seen) => Promise<void>;
