import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NullableText, NullableTime, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';
import { jobStates } from './operation.ts';

const operator = { auth: 'admin', tag: dashboardTags.operation } as const;

export const LocalModel = Type.Object(
  {
    name: Type.String({ description: 'Callers name it `provider/name`.' }),
    size_bytes: Type.Integer(),
    parameters: NullableText('Such as `8.0B`.'),
    quantization: NullableText('Such as `Q4_K_M`.'),
    modified_at: NullableTime('Null where its server does not tell.'),
  },
  { $id: 'LocalModel' },
);
export type LocalModel = Static<typeof LocalModel>;

export const ModelDownload = Type.Object(
  {
    id: Type.String({ description: 'Of its job: `cancelJob` ends it.' }),
    provider: Type.String(),
    name: Type.String(),
    state: Type.Enum(jobStates),
    step: NullableText('What its server does now, in the words of that server.'),
    completed_bytes: Type.Integer(),
    total_bytes: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of the parts that its server has told of so far; null before the first.',
    }),
    error: NullableText('Why it failed.'),
    created_at: Time('When it was asked for.'),
  },
  { $id: 'ModelDownload' },
);
export type ModelDownload = Static<typeof ModelDownload>;

export const LocalModelsReport = Type.Object(
  {
    servers: Type.Array(
      Type.Object({
        provider: Type.String({ description: 'First part of the names of its models.' }),
        error: NullableText('Why it did not tell its models; null when it did.'),
        models: Type.Array(LocalModel),
      }),
    ),
    downloads: Type.Array(ModelDownload, { description: 'Of the last seven days, newest first, at most 50.' }),
  },
  { $id: 'LocalModelsReport' },
);
export type LocalModelsReport = Static<typeof LocalModelsReport>;

export const LocalModelName = Type.Object({
  provider: Type.String({ minLength: 1, maxLength: 100 }),
  name: Type.String({
    minLength: 1,
    maxLength: 300,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]*$',
    description: 'As its server knows it, such as `qwen3:8b`.',
  }),
});
export type LocalModelName = Static<typeof LocalModelName>;

export const localModelEndpoints = {
  listLocalModels: endpoint({
    ...operator,
    id: 'listLocalModels',
    method: 'GET',
    path: '/v1/admin/local-models',
    summary: 'Models on Ollama servers, and their downloads',
    description: 'Of the configured providers that speak the API of Ollama.',
    responses: { 200: LocalModelsReport },
  }),
  downloadLocalModel: endpoint({
    ...operator,
    id: 'downloadLocalModel',
    method: 'POST',
    path: '/v1/admin/local-models',
    summary: 'Download a model to an Ollama server',
    description:
      'A job does it, and goes on where it was when it is begun again. While it works, asking again answers with it.',
    body: LocalModelName,
    responses: { 202: ModelDownload },
  }),
  deleteLocalModel: endpoint({
    ...operator,
    id: 'deleteLocalModel',
    method: 'DELETE',
    path: '/v1/admin/local-models',
    summary: 'Delete a model from an Ollama server',
    query: LocalModelName,
    responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  }),
};
