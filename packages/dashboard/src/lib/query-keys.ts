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
  files: { all: ['files'], list: (filter: object) => ['files', 'list', filter], one: (id: string) => ['files', id] },
  collections: { all: ['collections'], list: (filter: object) => ['collections', 'list', filter] },
  runs: { all: ['runs'], list: (filter: object) => ['runs', 'list', filter], one: (id: string) => ['runs', id] },
} as const;
