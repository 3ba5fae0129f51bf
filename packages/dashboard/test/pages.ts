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
  { name: 'evaluations', path: '/evaluations', heading: /^Evaluation$/ },
  { name: 'evaluation-new', path: '/evaluations?new=1', heading: /^Create set$/ },
  { name: 'integrations', path: '/integrations', heading: /^Integrations$/ },
  { name: 'connections', path: '/integrations?tab=connections', heading: /^Integrations$/ },
  { name: 'integration', path: '/integrations/hacker_news?feature=SEARCH', heading: /^Hacker News$/ },
  { name: 'integration-connect', path: '/integrations/jira?connect=user-42', heading: /^Connect Jira$/ },
  { name: 'integration-add', path: '/integrations?new=1', heading: /^Add an integration$/ },
  { name: 'media', path: '/media', heading: /^Media$/ },
  { name: 'usage', path: '/usage', heading: /^Usage$/ },
  { name: 'alerts', path: '/usage?tab=alerts', heading: /^Usage$/ },
  { name: 'audit', path: '/usage?tab=audit', heading: /^Usage$/ },
  { name: 'calls', path: '/calls', heading: /^Calls$/ },
  { name: 'keys', path: '/keys', heading: /^Keys$/ },
  { name: 'new-key', path: '/keys?new=key', heading: /^Create key$/ },
  { name: 'members', path: '/members', heading: /^Members$/ },
  { name: 'models', path: '/settings', heading: /^Settings$/ },
  { name: 'workspace', path: '/settings?tab=workspace', heading: /^Settings$/ },
  { name: 'storage', path: '/settings?tab=storage', heading: /^Settings$/ },
  { name: 'queue', path: '/settings?tab=queue', heading: /^Settings$/ },
  { name: 'retention', path: '/settings?tab=retention', heading: /^Settings$/ },
  { name: 'effective', path: '/settings?tab=effective', heading: /^Settings$/ },
  { name: 'webhooks', path: '/settings?tab=webhooks', heading: /^Settings$/ },
  { name: 'account', path: '/account', heading: /^Your account$/ },
];
