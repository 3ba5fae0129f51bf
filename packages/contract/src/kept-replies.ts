import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';

const manager = { auth: 'admin', tag: 'Administration' } as const;
const path = '/v1/admin/cache';

const figures = {
  entries: Type.Integer({ description: 'Replies that are kept.' }),
  bytes: Type.Integer({ description: 'What they take, about.' }),
  hits: Type.Integer({ description: 'Replies that were given again.' }),
  misses: Type.Integer({ description: 'Times that one was looked for and not there.' }),
  saved_usd: Type.Number({ description: 'What those that were given again had cost when they were written.' }),
};

export const KeptReplies = Type.Object(
  {
    ...figures,
    limit_bytes: Type.Integer({ description: 'Beyond this the replies that were asked for longest ago give way.' }),
    since: Type.String({ format: 'date-time', description: 'From when on `hits`, `misses` and `saved_usd` count.' }),
    data: Type.Array(
      Type.Object({
        workspace_id: Type.String(),
        key_id: Type.String({ description: 'Of the key whose calls wrote the replies, or looked for them.' }),
        model: Type.String({ description: 'As calls name it.' }),
        ...figures,
      }),
      { description: 'By workspace, key and model, those with the most entries first; at most 1,000.' },
    ),
  },
  {
    $id: 'KeptReplies',
    description: 'What the cache of replies holds, in the process that answers: each process keeps replies of its own.',
  },
);
export type KeptReplies = Static<typeof KeptReplies>;

const Which = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: every workspace that the caller may manage.' })),
  key_id: Type.Optional(Type.String({ description: 'Those alone that calls of this key wrote.' })),
  model: Type.Optional(Type.String({ maxLength: 200, description: 'Those alone of this model, as calls name it.' })),
});

export const keptReplyEndpoints = {
  getKeptReplies: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'getKeptReplies',
    method: 'GET',
    path,
    summary: 'What the cache of replies holds and saves',
    description:
      'In numbers: nobody is shown a reply. Over all processes and days, `saved_usd` of usage records says what was saved.',
    query: Which,
    responses: { 200: KeptReplies },
  }),
  clearKeptReplies: endpoint({
    ...manager,
    workspaceRole: 'admin',
    id: 'clearKeptReplies',
    method: 'DELETE',
    path,
    summary: 'Clear the cache of replies',
    description: 'By workspace, key and model, as they are given together. In force in every process within a second.',
    query: Which,
    responses: {
      200: Type.Object({ removed: Type.Integer({ description: 'Replies that this process had kept.' }) }),
    },
  }),
};
