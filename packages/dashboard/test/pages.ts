/** A page that every check of all pages visits. */
export interface CheckedPage {
  /** Of its screenshots. */
  name: string;
  path: string;
  /** A heading that stands when it is there, in English. */
  heading: RegExp;
}

/** Every page for those who are signed in. Whoever adds a page adds it here; a test compares with the areas. */
export const checkedPages: readonly CheckedPage[] = [
  { name: 'home', path: '/', heading: /^Hello/ },
  { name: 'playground', path: '/playground', heading: /^Playground$/ },
  { name: 'files', path: '/files', heading: /^Files$/ },
  { name: 'collections', path: '/collections', heading: /^Collections$/ },
  { name: 'research', path: '/research', heading: /^Research$/ },
  { name: 'search', path: '/search', heading: /^Search$/ },
  { name: 'prompts', path: '/prompts', heading: /^Prompts$/ },
  { name: 'prompt-new', path: '/prompts?new=prompt', heading: /^Keep a prompt$/ },
  { name: 'evaluations', path: '/evaluations', heading: /^Evaluation$/ },
  { name: 'evaluation-new', path: '/evaluations?new=1', heading: /^Create set$/ },
  { name: 'batches', path: '/batches', heading: /^Batches$/ },
  { name: 'batch-new', path: '/batches?new=batch', heading: /^Start a batch$/ },
  { name: 'integrations', path: '/integrations', heading: /^Integrations$/ },
  { name: 'connections', path: '/integrations?tab=connections', heading: /^Integrations$/ },
  { name: 'integration', path: '/integrations/hacker_news?feature=SEARCH', heading: /^Hacker News$/ },
  { name: 'integration-connect', path: '/integrations/jira?connect=user-42', heading: /^Connect Jira$/ },
  { name: 'integration-add', path: '/integrations?new=1', heading: /^Add an integration$/ },
  { name: 'media', path: '/media', heading: /^Media$/ },
  { name: 'usage', path: '/usage', heading: /^Usage$/ },
  { name: 'budgets', path: '/usage?tab=budgets', heading: /^Usage$/ },
  { name: 'budget-new', path: '/usage?tab=budgets&new=budget', heading: /^Set a budget$/ },
  { name: 'alerts', path: '/usage?tab=alerts', heading: /^Usage$/ },
  { name: 'audit', path: '/usage?tab=audit', heading: /^Usage$/ },
  { name: 'calls', path: '/calls', heading: /^Calls$/ },
  { name: 'keys', path: '/keys', heading: /^Keys$/ },
  { name: 'new-key', path: '/keys?new=key', heading: /^Create key$/ },
  { name: 'members', path: '/members', heading: /^Members$/ },
  { name: 'guards', path: '/guards', heading: /^Guards$/ },
  { name: 'guard-new', path: '/guards?new=guard', heading: /^Add a guard$/ },
  { name: 'routing', path: '/routing', heading: /^Routing$/ },
  { name: 'providers', path: '/routing?tab=providers', heading: /^Routing$/ },
  { name: 'route-new', path: '/routing?new=1', heading: /^Add a route$/ },
  { name: 'dry-run', path: '/routing?ask=*', heading: /^Which engine would a call get\?$/ },
  { name: 'erasures', path: '/erasures', heading: /^Erasure$/ },
  { name: 'erase', path: '/erasures?new=user', heading: /^Erase an end user$/ },
  { name: 'holds', path: '/erasures?tab=holds', heading: /^Erasure$/ },
  { name: 'hold-new', path: '/erasures?tab=holds&new=hold', heading: /^Place a hold$/ },
  { name: 'models', path: '/settings', heading: /^Settings$/ },
  { name: 'workspace', path: '/settings?tab=workspace', heading: /^Settings$/ },
  { name: 'storage', path: '/settings?tab=storage', heading: /^Settings$/ },
  { name: 'queue', path: '/settings?tab=queue', heading: /^Settings$/ },
  { name: 'retention', path: '/settings?tab=retention', heading: /^Settings$/ },
  { name: 'effective', path: '/settings?tab=effective', heading: /^Settings$/ },
  { name: 'webhooks', path: '/settings?tab=webhooks', heading: /^Settings$/ },
  { name: 'account', path: '/account', heading: /^Your account$/ },
];
