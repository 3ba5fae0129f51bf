import { alerts, audit, calls, home, usage } from './call-figures.ts';
import { collections, files, integrations, media, oneFile, playgroundRun, research } from './content-figures.ts';
import type { FigurePage } from './figure-page.ts';
import { batches, budgets, erasures, evaluations, guards, prompts, routing } from './operation-figures.ts';
import { account, keys, members, models, queue, storage, webhooks, workspace } from './settings-figures.ts';

/** The comparison of each page with figures, under its name in `checkedPages`. */
export const figurePages: Readonly<Record<string, FigurePage>> = {
  home,
  'playground-run': playgroundRun,
  files,
  'file-pdf': oneFile,
  collections,
  research,
  prompts,
  evaluations,
  batches,
  integrations,
  media,
  usage,
  calls,
  budgets,
  alerts,
  audit,
  keys,
  members,
  guards,
  routing,
  erasures,
  models,
  workspace,
  storage,
  queue,
  webhooks,
  account,
};

/** Names of pages that one of these comparisons opens as well. */
export const comparedWith: Readonly<Record<string, keyof typeof figurePages>> = {
  'file-sheet': 'file-pdf',
  'file-mail': 'file-pdf',
  collection: 'collections',
  'research-run': 'research',
  prompt: 'prompts',
  'evaluation-set': 'evaluations',
  connections: 'integrations',
  providers: 'routing',
  holds: 'erasures',
};

/** Why a page has nothing to compare. */
export const withoutFigures: Readonly<Record<string, string>> = {
  playground: 'an empty form',
  search: 'an empty form',
  integration: 'a form for one feature',
  'media-piece': 'repeats what its card in the gallery says',
  'file-json': 'the contents of the file',
  'file-text': 'the contents of the file',
  'file-failed': 'says why the file could not be read',
  retention: 'settings of days',
  effective: 'settings as they are',
};
