/**
 * Names under which answers of the service are kept, all in one place. Each begins with its area, so that
 * `invalidateQueries({ queryKey: keys.all })` makes a whole area fresh. When the workspace changes, everything is fetched anew.
 */
export const queryKeys = {
  session: ['session'],
  sessions: ['sessions'],
  overview: ['overview'],
  models: ['models'],
  keys: { all: ['keys'], list: (filter: object) => ['keys', 'list', filter] },
  workspaces: ['workspaces'],
  members: { all: ['members'], list: ['members', 'list'], invitations: ['members', 'invitations'] },
  invitation: (token: string) => ['invitation', token],
  files: {
    all: ['files'],
    list: (filter: object) => ['files', 'list', filter],
    states: (ids: readonly string[]) => ['file-states', ids],
    one: (id: string) => ['files', 'one', id],
    content: (id: string) => ['file-content', id],
    text: (id: string) => ['file-text', id],
    words: (id: string) => ['file-words', id],
  },
  collections: {
    all: ['collections'],
    list: (filter: object) => ['collections', 'list', filter],
    names: ['collections', 'names'],
    one: (id: string) => ['collections', 'one', id],
    files: (id: string) => ['collections', 'files', id],
    search: (id: string, request: object) => ['collection-search', id, request],
  },
  runs: { all: ['runs'], list: (filter: object) => ['runs', 'list', filter], one: (id: string) => ['runs', id] },
  usage: {
    all: ['usage'],
    series: (filter: object) => ['usage', 'series', filter],
    calls: (filter: object) => ['usage', 'calls', filter],
    call: (id: string) => ['usage', 'call', id],
    month: (filter: object) => ['usage', 'month', filter],
    audit: (filter: object) => ['usage', 'audit', filter],
  },
  alerts: { all: ['alerts'], list: (filter: object) => ['alerts', 'list', filter] },
  research: {
    all: ['research'],
    list: ['research', 'list'],
    one: (id: string) => ['research', 'one', id],
    source: (id: string, n: number) => ['research-source', id, n],
  },
  integrations: {
    all: ['integrations'],
    list: ['integrations', 'list'],
    added: ['integrations', 'added'],
    counts: (ids: readonly string[]) => ['integrations', 'counts', ids],
    one: (id: string) => ['integrations', 'one', id],
    connections: (id: string) => ['integrations', 'connections', id],
  },
  media: {
    video: (id: string) => ['media', 'video', id],
    cost: (requestId: string) => ['media-cost', requestId],
  },
  search: (request: object) => ['search', request],
  settings: ['settings'],
  jobs: { all: ['jobs'], list: (filter: object) => ['jobs', 'list', filter], counts: ['jobs', 'counts'] },
  webhooks: {
    all: ['webhooks'],
    list: (filter: object) => ['webhooks', 'list', filter],
    deliveries: (id: string) => ['webhooks', 'deliveries', id],
  },
} as const;
