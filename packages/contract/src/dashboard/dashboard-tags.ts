/**
 * Headings of the calls that dashboards are made of. Clients get them from a module of their own (`@parley/sdk/management`), so
 * that programs which only use the service carry nothing of them.
 */
export const dashboardTags = {
  sessions: 'Sessions',
  members: 'Members',
  overview: 'Overview',
  calls: 'Calls and usage',
  operation: 'Operation',
  playground: 'Playground',
  connections: 'Connections',
  gallery: 'Gallery',
} as const;
