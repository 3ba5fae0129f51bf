import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PageQuery, page } from '../page.ts';
import { ofWorkspace, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const StoredBlobs = Type.Object({
  count: Count('Blobs: several of each file.'),
  bytes: Count('Together.'),
  files_bytes: Count('Originals, the text that was read out of them, and pages.'),
  collections_bytes: Count('Words and vectors.'),
  other_bytes: Count('Scans, pictures and films, which go within hours or days.'),
});

export const WorkspaceStorage = Type.Object(
  {
    workspace_id: Type.String(),
    name: Type.String(),
    limit_bytes: Type.Union([Count('What `files.bytes` may become.'), Type.Null()], {
      description: 'Null for no limit; changed by `updateWorkspace`.',
    }),
    files: Type.Object({ count: Count('Files in every state.'), bytes: Count('As they were sent.') }),
    collections: Type.Object({
      count: Count('Collections.'),
      files: Count('Files in them; one in two collections counts twice.'),
      passages: Count('Passages that are indexed.'),
    }),
    blobs: StoredBlobs,
  },
  { $id: 'WorkspaceStorage' },
);
export type WorkspaceStorage = Static<typeof WorkspaceStorage>;

export const StorageReport = Type.Object(
  {
    ...page(WorkspaceStorage).properties,
    database_bytes: Type.Union([Count('Of all workspaces together.'), Type.Null()], {
      description: 'Null for callers of one workspace.',
    }),
    blobs: Type.Union([Type.Object({ count: Count('Blobs.'), bytes: Count('Together.') }), Type.Null()], {
      description: 'Of the whole installation; null for callers of one workspace.',
    }),
    measured_at: Time('When the blobs were counted: at most five minutes ago.'),
    complete: Type.Boolean({
      description: 'False where the store holds more than could be counted at once: then blobs are at least so many.',
    }),
  },
  { $id: 'StorageReport' },
);
export type StorageReport = Static<typeof StorageReport>;

export const storageEndpoints = {
  getStorage: endpoint({
    auth: 'admin',
    workspaceRole: 'viewer',
    tag: dashboardTags.operation,
    id: 'getStorage',
    method: 'GET',
    path: '/v1/admin/storage',
    summary: 'What workspaces store, newest first',
    description: 'Files and collections as they are now; blobs as they were when they were counted last.',
    query: Type.Object({ ...PageQuery.properties, ...ofWorkspace }),
    responses: { 200: StorageReport },
  }),
};
