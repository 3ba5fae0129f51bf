import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from './admin-schemas.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

const manager = { auth: 'admin', workspaceRole: 'member', tag: 'Prompts' } as const;
const path = '/v1/prompts';
const Time = (description: string) => Type.String({ format: 'date-time', description });
const Name = Type.String({ pattern: '^[a-z0-9][a-z0-9_.-]{0,63}$', description: 'Unique in the workspace.' });
const Label = Type.String({
  pattern: '^[a-z0-9][a-z0-9_.-]{0,63}$',
  description: 'Such as `production` or `staging`.',
});

const Share = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  share: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'Of the calls. One user of the caller’s (`user`) always gets the same version.',
  }),
});

export const PromptTemplate = Type.Object({
  system: Type.Optional(
    Type.String({ maxLength: 200_000, description: 'Instructions; they stand before those of the call.' }),
  ),
  messages: Type.Optional(
    Type.Array(
      Type.Object({
        role: Type.Enum(['user', 'assistant']),
        content: Type.String({ minLength: 1, maxLength: 200_000 }),
      }),
      { maxItems: 100, description: 'Turns before those of the call, such as examples.' },
    ),
  ),
  model: Type.Optional(Type.String({ maxLength: 200, description: 'For calls that name no model of their own.' })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: 'For calls that name none.' })),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'For calls that name none.' })),
});
export type PromptTemplate = Static<typeof PromptTemplate>;

const Evaluated = Type.Object({
  run_id: Type.String(),
  score: Type.Union([Type.Number(), Type.Null()], { description: 'From 0 to 1.' }),
  passed: Type.Integer(),
  cases: Type.Integer(),
  cost_usd: Type.Number(),
  p50_ms: Type.Union([Type.Integer(), Type.Null()]),
  finished_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type PromptEvaluation = Static<typeof Evaluated>;

export const PromptVersion = Type.Object(
  {
    version: Type.Integer(),
    ...PromptTemplate.properties,
    variables: Type.Array(Type.String(), { description: 'Every `{{name}}` of the texts.' }),
    note: Type.Union([Type.String(), Type.Null()]),
    created_at: Time('When it was made.'),
    created_by: Type.String({ description: 'Id of the person or key.' }),
    calls: Type.Integer({ description: 'Calls that began with it.' }),
    score: Type.Union([Type.Number(), Type.Null()], {
      description: 'Mean of what was said of their replies by `POST /v1/feedback`, from -1 to 1; null for nothing.',
    }),
    scored: Type.Integer({ description: 'Of how many calls.' }),
    evaluation: Type.Union([Evaluated, Type.Null()], {
      description: "What came of the last whole run of the prompt's evaluation set with this version; null for none.",
    }),
    mean_cost_usd: Type.Union([Type.Number(), Type.Null()]),
    mean_duration_ms: Type.Union([Type.Number(), Type.Null()]),
  },
  { $id: 'PromptVersion' },
);
export type PromptVersion = Static<typeof PromptVersion>;

export const StoredPrompt = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    name: Name,
    description: Type.Union([Type.String(), Type.Null()]),
    latest_version: Type.Integer(),
    evaluation_set_id: Type.Union([Type.String(), Type.Null()], {
      description:
        'The set that its versions are played against: `POST /v1/evaluations/runs` with `prompt` and no `set_id`.',
    }),
    labels: Type.Record(Type.String(), Type.Array(Share), {
      description: 'Which versions a label means, and each one’s share of the calls.',
    }),
    created_at: Time('When it was made.'),
    updated_at: Time('When a version or a label was last set.'),
  },
  { $id: 'StoredPrompt' },
);
export type StoredPrompt = Static<typeof StoredPrompt>;

const NewVersion = Type.Object({
  ...PromptTemplate.properties,
  note: Type.Optional(Type.String({ maxLength: 2000, description: 'What changed, and why.' })),
  labels: Type.Optional(Type.Array(Label, { maxItems: 10, description: 'Labels that mean this version from now on.' })),
});
export const CreatePromptRequest = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: the first workspace that the caller may manage.' })),
  name: Name,
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  evaluation_set_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...NewVersion.properties,
});
export type CreatePromptRequest = Static<typeof CreatePromptRequest>;
const PromptChanges = Type.Object(
  {
    description: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
    evaluation_set_id: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
  },
  { minProperties: 1 },
);
export type PromptChanges = Static<typeof PromptChanges>;
export type NewPromptVersion = Static<typeof NewVersion>;

const VersionParams = Type.Object({ id: Type.String(), version: Type.Integer({ minimum: 1 }) });
const LabelParams = Type.Object({ id: Type.String(), label: Label });

export const promptEndpoints = {
  listPrompts: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'listPrompts',
    method: 'GET',
    path,
    summary: 'List prompts, newest first',
    query: Type.Object({
      ...PageQuery.properties,
      workspace_id: Type.Optional(Type.String({ description: 'Default: all that the caller may manage.' })),
    }),
    responses: { 200: page(StoredPrompt) },
  }),
  createPrompt: endpoint({
    ...manager,
    id: 'createPrompt',
    method: 'POST',
    path,
    summary: 'Keep a prompt',
    description:
      'Calls for text begin with it as `"prompt": {"id", "label" or "version", "variables"}`. Version 1 gets the label `production` unless `labels` says otherwise.',
    body: CreatePromptRequest,
    responses: { 200: StoredPrompt },
    idempotent: true,
    example: {
      name: 'support-reply',
      system: 'You answer customers of {{company}}, in at most three sentences.',
      note: 'First words.',
    },
  }),
  getPrompt: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'getPrompt',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Get a prompt',
    params: IdParams,
    responses: { 200: StoredPrompt },
  }),
  updatePrompt: endpoint({
    ...manager,
    id: 'updatePrompt',
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change what a prompt is described by, and the set that it is evaluated with',
    params: IdParams,
    body: PromptChanges,
    responses: { 200: StoredPrompt },
    example: { description: 'Replies of the support desk.' },
  }),
  deletePrompt: endpoint({
    ...manager,
    id: 'deletePrompt',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a prompt with its versions',
    params: IdParams,
    responses: { 200: Deleted },
  }),
  listPromptVersions: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'listPromptVersions',
    method: 'GET',
    path: `${path}/{id}/versions`,
    summary: 'List the versions of a prompt, newest first, with what was said of them',
    params: IdParams,
    query: Type.Object({
      limit: PageQuery.properties.limit,
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Versions older than this one.' })),
    }),
    responses: { 200: Type.Object({ data: Type.Array(PromptVersion), has_more: Type.Boolean() }) },
  }),
  createPromptVersion: endpoint({
    ...manager,
    id: 'createPromptVersion',
    method: 'POST',
    path: `${path}/{id}/versions`,
    summary: 'Add a version',
    description: 'Versions never change. A new one is used once a label means it, or a call names it.',
    params: IdParams,
    body: NewVersion,
    responses: { 200: PromptVersion },
    idempotent: true,
    example: { system: 'You answer customers of {{company}}, kindly, in at most two sentences.', note: 'Shorter.' },
  }),
  getPromptVersion: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'getPromptVersion',
    method: 'GET',
    path: `${path}/{id}/versions/{version}`,
    summary: 'Get a version',
    params: VersionParams,
    responses: { 200: PromptVersion },
  }),
  setPromptLabel: endpoint({
    ...manager,
    id: 'setPromptLabel',
    method: 'PUT',
    path: `${path}/{id}/labels/{label}`,
    summary: 'Say which versions a label means',
    description: 'In force in every process within a second. Shares must add up to 1.',
    params: LabelParams,
    body: Type.Object({ versions: Type.Array(Share, { minItems: 1, maxItems: 10 }) }),
    responses: { 200: StoredPrompt },
    example: {
      versions: [
        { version: 1, share: 0.9 },
        { version: 2, share: 0.1 },
      ],
    },
  }),
  deletePromptLabel: endpoint({
    ...manager,
    id: 'deletePromptLabel',
    method: 'DELETE',
    path: `${path}/{id}/labels/{label}`,
    summary: 'Take a label away',
    params: LabelParams,
    responses: { 200: StoredPrompt },
  }),
};
