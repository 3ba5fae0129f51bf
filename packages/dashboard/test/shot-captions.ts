/** What the pictures show, in the order in which the index page shows them. */
export interface Chapter {
  title: string;
  pages: ReadonlyArray<{ name: string; caption: string }>;
}

const chapter = (title: string, pages: Record<string, string>): Chapter => ({
  title,
  pages: Object.entries(pages).map(([name, caption]) => ({ name, caption })),
});

export const chapters: readonly Chapter[] = [
  chapter('The way in', {
    claim: 'The first account',
    'sign-in': 'Signing in, with a wrong password',
    account: 'Password and sessions',
  }),
  chapter('Home', { home: 'What serves what, and what happened today', palette: 'The command palette' }),
  chapter('Playground', {
    playground: 'Five shapes of request',
    'playground-run': 'A run that was shared',
    'playground-two': 'Two models side by side',
    'playground-schema': 'Structured output, each value with its place',
    'playground-agent': 'An agent whose tools are played by hand',
    'playground-code': 'The same request as code',
    'playground-history': 'What was tried before',
    'playground-share': 'A link for the workspace',
  }),
  chapter('Files', {
    files: 'All files',
    'file-pdf': 'A scan with the boxes of its words',
    'file-asked': 'A question to a file, its source marked',
    'file-sheet': 'Columns of a table with their histograms',
    'file-json': 'JSON as a tree',
    'file-mail': 'A mail with its attachment',
    'file-text': 'What was read',
    'file-failed': 'A file that cannot be read',
  }),
  chapter('Collections', {
    collections: 'All collections',
    collection: 'What is in one',
    'collection-search': 'A search, and why each passage stands where it does',
    'collection-settings': 'Its settings',
    'new-collection': 'A new one',
  }),
  chapter('Research and search', {
    research: 'Runs, and a new one',
    'research-run': 'A report with citations',
    'research-source': 'The passage behind a citation',
    search: 'Search',
    'search-found': 'What was found, with the word of each back end',
  }),
  chapter('Integrations', {
    integrations: 'The catalogue',
    integration: 'One of them',
    'integration-connect': 'Connecting a user',
    'integration-try': 'Trying a feature',
    'integration-connections': 'Who is connected to one',
    connections: 'Who is connected to what',
    'integration-add': 'Adding one of your own',
  }),
  chapter('Media', { media: 'Pictures and films', 'media-piece': 'How one was made' }),
  chapter('Keys', { keys: 'Keys of programs', 'new-key': 'A new key', 'key-secret': 'Shown this once' }),
  chapter('Members', { members: 'People and roles', invite: 'An invitation', 'new-workspace': 'A new workspace' }),
  chapter('Usage', {
    usage: 'Over time',
    'usage-models': 'By model',
    'usage-keys': 'By key',
    alerts: 'Alerts',
    'new-alert': 'A new alert',
    audit: 'Audit log',
    calls: 'Log of calls',
    'calls-failed': 'Calls that failed',
    call: 'One call whole',
  }),
  chapter('Settings', {
    models: 'Engines, local models and search',
    workspace: 'The workspace: its budget and limits',
    storage: 'What is stored',
    queue: 'The queue',
    retention: 'How long things are kept',
    webhooks: 'Webhooks',
    webhook: 'Deliveries of one',
    'new-webhook': 'A new one',
    effective: 'Every setting in effect',
  }),
  chapter('When something goes wrong', {
    'not-found': 'A page that is not there',
    refused: 'A run that is gone',
    failing: 'A service that does not answer',
  }),
];
