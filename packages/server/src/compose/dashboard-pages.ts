import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DashboardPages } from '../http/dashboard-pages/dashboard-pages.ts';
import { storeOrigins } from './storage.ts';

/** Of the built dashboard: in a checkout and in a package at the same place. */
const usualDirectory = join(import.meta.dirname, '../../../dashboard/dist');

/** The pages for browsers. */
export async function composePages(config: Config, directory = usualDirectory): Promise<DashboardPages> {
  const pages = new DashboardPages({ directory, storeOrigins: storeOrigins(config) });
  await pages.load();
  return pages;
}
