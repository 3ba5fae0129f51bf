import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { PageQuery, page } from '../page.ts';
import { NullableText, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const path = '/v1/playground/runs';
const playground = { auth: 'text', tag: dashboardTags.playground } as const;

export const playgroundModes = ['answer', 'conversation', 'agent', 'chat', 'openai', 'search', 'ocr'] as const;
/** Request and reply of one run together, as JSON. */
export const maxRunBytes = 256 * 1024;

const AnyJson = Type.Record(Type.String(), Type.Unknown());
const figures = {
  request_id: NullableText('Of the call, for its record.'),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the answer.' }),
  duration_ms: Type.Union([Type.Integer(), Type.Null()]),
  first_token_ms: Type.Union([Type.Integer(), Type.Null()]),
};

export const PlaygroundRunSummary = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    mode: Type.Enum(playgroundModes),
    model: NullableText('That the request named.'),
    ...figures,
    shared: Type.Boolean({ description: 'Whether everybody in the workspace can open it by its id.' }),
    created_by: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: 'A person, or a key; null when that is gone.',
    }),
    mine: Type.Boolean(),
    created_at: Time('When.'),
  },
  { $id: 'PlaygroundRunSummary' },
);
export type PlaygroundRunSummary = Static<typeof PlaygroundRunSummary>;

export const PlaygroundRun = Type.Object(
  {
    ...PlaygroundRunSummary.properties,
    request: AnyJson,
    reply: Type.Union([AnyJson, Type.Null()]),
  },
  { $id: 'PlaygroundRun' },
);
export type PlaygroundRun = Static<typeof PlaygroundRun>;

export const CreatePlaygroundRunRequest = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 200, description: 'Default: the beginning of the question.' })),
  mode: Type.Enum(playgroundModes),
  request: Type.Record(Type.String(), Type.Unknown(), { description: 'With the reply at most 256 kB as JSON.' }),
  reply: Type.Optional(Type.Union([AnyJson, Type.Null()])),
  request_id: Type.Optional(Type.Union([Type.String({ maxLength: 128 }), Type.Null()])),
  status: Type.Optional(Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()])),
  duration_ms: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 86_400_000 }), Type.Null()])),
  first_token_ms: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 86_400_000 }), Type.Null()])),
  shared: Type.Optional(Type.Boolean({ default: false })),
});
export type CreatePlaygroundRunRequest = Static<typeof CreatePlaygroundRunRequest>;

export const playgroundEndpoints = {
  listPlaygroundRuns: endpoint({
    ...playground,
    id: 'listPlaygroundRuns',
    method: 'GET',
    path,
    summary: 'List your runs, newest first',
    query: Type.Object({
      ...PageQuery.properties,
      mode: Type.Optional(Type.Enum(playgroundModes)),
      shared: Type.Optional(Type.Boolean({ description: 'True: those that anybody in the workspace shared.' })),
    }),
    responses: { 200: page(PlaygroundRunSummary) },
  }),
  createPlaygroundRun: endpoint({
    ...playground,
    id: 'createPlaygroundRun',
    method: 'POST',
    path,
    summary: 'Keep what was tried',
    description: 'The newest 500 of each person and workspace are kept.',
    body: CreatePlaygroundRunRequest,
    responses: { 200: PlaygroundRun },
    example: { mode: 'answer', request: { query: 'When was the bridge opened?' }, reply: { answer: 'In 1932.' } },
  }),
  getPlaygroundRun: endpoint({
    ...playground,
    id: 'getPlaygroundRun',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Open a run of yours, or one that was shared',
    params: IdParams,
    responses: { 200: PlaygroundRun },
  }),
  updatePlaygroundRun: endpoint({
    ...playground,
    id: 'updatePlaygroundRun',
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Name or share a run of yours',
    params: IdParams,
    body: Type.Object({
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      shared: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: PlaygroundRun },
  }),
  deletePlaygroundRun: endpoint({
    ...playground,
    id: 'deletePlaygroundRun',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a run of yours',
    params: IdParams,
    responses: { 200: Deleted },
  }),
};
