import Type, { type Static } from 'typebox';
import { IdParams } from './admin-schemas.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

const Time = (description: string) => Type.String({ format: 'date-time', description });

export const ErasureReceipt = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    scope: Type.Enum(['workspace', 'user'], {
      description: 'What was deleted: all of it, or what is of one end user.',
    }),
    subject: Type.String({
      description:
        'Whose things they were, as an HMAC that only this installation can make: the receipt itself names nobody. ' +
        '`verifyErasure` compares it with the id that you know.',
    }),
    requested_by: Type.String({ description: 'The person or key that asked for it.' }),
    started_at: Time('When it began.'),
    finished_at: Time('When nothing was left.'),
    version: Type.String({ description: 'Of the service.' }),
    deleted: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'How many, by kind: names of tables as in an export, and `blobs` for stored bytes.',
    }),
    kept: Type.Array(
      Type.Object({
        kind: Type.String(),
        count: Type.Integer({ minimum: 0 }),
        without: Type.String({ description: 'What was taken out of them.' }),
        reason: Type.String(),
      }),
      { description: 'What stays, and why.' },
    ),
    signature: Type.String({
      description: 'HMAC-SHA256 with a key of the secret of the service over all that stands above.',
    }),
  },
  { $id: 'ErasureReceipt', description: 'Proves what was deleted, when and by whom.' },
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;

export const EraseRequest = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: the workspace that the caller is confined to.' })),
  user_id: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '\\S',
    description: 'The end user, by the id under which calls named them in `user_id` or `user`.',
  }),
});
export type EraseRequest = Static<typeof EraseRequest>;

export const VerifyErasureRequest = Type.Object({
  receipt: ErasureReceipt,
  user_id: Type.Optional(Type.String({ description: 'Also whether it is about this end user.' })),
});
export type VerifyErasureRequest = Static<typeof VerifyErasureRequest>;

const ErasureVerdict = Type.Object({
  valid: Type.Boolean({ description: 'Whether this service signed exactly this.' }),
  is_of_user: Type.Union([Type.Boolean(), Type.Null()], { description: 'Null when no `user_id` was given.' }),
});
export type ErasureVerdict = Static<typeof ErasureVerdict>;

const admin = { auth: 'admin', tag: 'Administration', workspaceRole: 'admin' } as const;
const path = '/v1/admin/erasures';

export const erasureEndpoints = {
  eraseUser: endpoint({
    ...admin,
    id: 'eraseUser',
    method: 'POST',
    path,
    summary: 'Delete everything of an end user, with a receipt',
    description:
      'Files, runs, collections, pictures, connections, kept contents and answers, feedback and deliveries that name them are gone when this ' +
      'answers; records of calls and the audit log lose the name. Safe to send again. 409 `legal_hold` while a hold covers any of it. ' +
      '`deleteWorkspace` does the same for a workspace.',
    body: EraseRequest,
    problems: { '/user_id': 'user_id is required' },
    responses: { 200: ErasureReceipt },
    example: { workspace_id: 'ws_1', user_id: 'ann' },
  }),
  listErasures: endpoint({
    ...admin,
    id: 'listErasures',
    method: 'GET',
    path,
    summary: 'List receipts of what was deleted, newest first',
    query: Type.Object({ ...PageQuery.properties, workspace_id: Type.Optional(Type.String()) }),
    responses: { 200: page(ErasureReceipt) },
  }),
  getErasure: endpoint({
    ...admin,
    id: 'getErasure',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Get a receipt',
    params: IdParams,
    responses: { 200: ErasureReceipt },
  }),
  verifyErasure: endpoint({
    ...admin,
    id: 'verifyErasure',
    method: 'POST',
    readsOnly: true,
    path: `${path}/verify`,
    summary: 'Whether a receipt is genuine, and of whom',
    body: VerifyErasureRequest,
    responses: { 200: ErasureVerdict },
  }),
};
