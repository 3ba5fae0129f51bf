import Type, { type Static } from 'typebox';
import { IdParams } from './admin-schemas.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

const Time = (description: string) => Type.String({ format: 'date-time', description });
const Nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const LegalHold = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    kind: Type.Enum(['workspace', 'user', 'file'], { description: 'What is held.' }),
    user_id: Nullable(Type.String(), 'The end user whose things are held.'),
    file_id: Nullable(Type.String(), 'The file that is held, with what was taken out of it.'),
    reason: Type.String(),
    created_by: Type.String({ description: 'The person or key that placed it.' }),
    created_at: Time('From then on nothing of it is deleted.'),
    released_by: Nullable(Type.String(), 'Null while it holds.'),
    released_at: Nullable(Type.String({ format: 'date-time' }), 'Null while it holds.'),
  },
  { $id: 'LegalHold', description: 'Keeps things from being deleted, by whomever and for whatever reason.' },
);
export type LegalHold = Static<typeof LegalHold>;

const Reason = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '\\S',
  description: 'Such as the number of a case.',
});

export const PlaceHoldRequest = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: the workspace that the caller is confined to.' })),
  user_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', description: 'Only what is of this end user.' }),
  ),
  file_id: Type.Optional(Type.String({ description: 'Only this file. With neither, the whole workspace is held.' })),
  reason: Reason,
});
export type PlaceHoldRequest = Static<typeof PlaceHoldRequest>;

const admin = { auth: 'admin', tag: 'Administration', workspaceRole: 'admin' } as const;
const path = '/v1/admin/holds';

export const holdEndpoints = {
  placeHold: endpoint({
    ...admin,
    id: 'placeHold',
    method: 'POST',
    path,
    summary: 'Keep a workspace, an end user or a file from being deleted',
    description:
      'Until it is released nothing of it expires, retention passes it over, and deleting it answers 409 `legal_hold`.',
    body: PlaceHoldRequest,
    problems: { '/reason': 'reason is required' },
    responses: { 200: LegalHold },
    example: { workspace_id: 'ws_1', user_id: 'ann', reason: 'Case 2026-118' },
  }),
  listHolds: endpoint({
    ...admin,
    id: 'listHolds',
    method: 'GET',
    path,
    summary: 'List legal holds, newest first',
    query: Type.Object({
      ...PageQuery.properties,
      workspace_id: Type.Optional(Type.String()),
      active: Type.Optional(Type.Boolean({ description: 'True: only those that hold; false: only released ones.' })),
    }),
    responses: { 200: page(LegalHold) },
  }),
  releaseHold: endpoint({
    ...admin,
    id: 'releaseHold',
    method: 'POST',
    path: `${path}/{id}/release`,
    summary: 'Release a legal hold',
    description: 'What is due by then is deleted within the hour. Releasing one that was released changes nothing.',
    params: IdParams,
    responses: { 200: LegalHold },
  }),
};
