import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from './admin-schemas.ts';
import { endpoint } from './endpoint.ts';
import { GuardDecision, guardActions } from './guard-decision.ts';
import { PageQuery, page } from './page.ts';

const manager = { auth: 'admin', workspaceRole: 'admin', tag: 'Guards' } as const;
const path = '/v1/admin/guards';
const Time = (description: string) => Type.String({ format: 'date-time', description });

export const personalKinds = [
  'secret',
  'email',
  'iban',
  'card',
  'national_id',
  'date_of_birth',
  'phone',
  'ip_address',
  'address',
  'name',
] as const;

const Words = (maxItems: number, maxLength: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength, pattern: '\\S' }), { minItems: 1, maxItems, description });

const PatternsCheck = Type.Object({
  type: Type.Literal('patterns'),
  patterns: Words(100, 500, 'Regular expressions (RE2: no look-around, no back references), each met in linear time.'),
  ignore_case: Type.Optional(Type.Boolean({ default: false })),
});
const WordsCheck = Type.Object({
  type: Type.Literal('words'),
  words: Words(5000, 100, 'Words and phrases; case and accents make no difference, and only whole words count.'),
});
const PersonalDataCheck = Type.Object({
  type: Type.Literal('personal_data'),
  kinds: Type.Optional(
    Type.Array(Type.Enum(personalKinds), {
      minItems: 1,
      uniqueItems: true,
      description: 'Default: all. Read in English, German, Spanish and French.',
    }),
  ),
});
const OnError = Type.Optional(
  Type.Enum(['allow', 'block'], { default: 'allow', description: 'What happens when it cannot say.' }),
);
const WebhookCheck = Type.Object(
  {
    type: Type.Literal('webhook'),
    url: Type.String({ minLength: 1, maxLength: 2000, description: 'A public https address that takes a POST.' }),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 10_000, default: 3000 })),
    on_error: OnError,
  },
  {
    description:
      'Is sent `{guard, stage, text, request_id}` and answers `{"action": "allow" | "block" | "mask", "text"?, "message"?}`; `text` stands in ' +
      'place of what it was sent.',
  },
);
const JudgeCheck = Type.Object({
  type: Type.Literal('judge'),
  instructions: Type.String({
    minLength: 1,
    maxLength: 4000,
    pattern: '\\S',
    description: 'What must not pass, in a sentence or two. A connected model is asked whether the text is such.',
  }),
  model: Type.Optional(Type.String({ maxLength: 200, description: 'Default: the model of the call.' })),
  on_error: OnError,
});
const TopicsCheck = Type.Object({
  type: Type.Literal('topics'),
  allowed: Type.Optional(Words(50, 200, 'What may be talked about; everything else meets the guard.')),
  denied: Type.Optional(Words(50, 200, 'What may not be talked about.')),
  model: Type.Optional(Type.String({ maxLength: 200, description: 'Default: the model of the call.' })),
  on_error: OnError,
});
const SchemaCheck = Type.Object({
  type: Type.Literal('schema'),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'A JSON Schema that the whole reply must satisfy. For replies alone (`stage: "output"`).',
  }),
});
export const GuardCheck = Type.Union(
  [PatternsCheck, WordsCheck, PersonalDataCheck, WebhookCheck, JudgeCheck, TopicsCheck, SchemaCheck],
  { description: 'What is looked for.' },
);
export type GuardCheck = Static<typeof GuardCheck>;

const Keys = Type.Union([Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }), Type.Null()], {
  description: 'Ids of the keys whose calls it looks at; null for all of the workspace.',
});
const fields = {
  name: Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
    description: 'By which calls name it. Unique in the workspace.',
  }),
  stage: Type.Enum(['input', 'output', 'both'], {
    description: 'What it looks at: what the caller says, what the model says, or both.',
  }),
  action: Type.Enum(guardActions, {
    description:
      '`block`: the call is refused, or its stream ends, with `blocked_by_guard` · `mask`: what was found is replaced before a vendor or the caller ' +
      'sees it · `warn`: the call goes on and the reply says so in `warnings` · `shadow`: only the record says so.',
  }),
  check: GuardCheck,
  restore: Type.Boolean({
    description:
      'With `mask` on input: the vendor sees placeholders, and the reply that the caller gets has the values again. Default: true.',
  }),
  keys: Keys,
  on_request: Type.Boolean({
    description: 'It looks only at calls that name it in the header `x-parley-guards`. Default: false.',
  }),
  enabled: Type.Boolean({ description: 'Default: true.' }),
  position: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Guards look one after the other, the lowest first. Default: 100.',
  }),
};

export const Guard = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    ...fields,
    created_at: Time('When it was made.'),
    updated_at: Time('When it was last changed.'),
  },
  { $id: 'Guard' },
);
export type Guard = Static<typeof Guard>;

const given = Type.Object({
  name: fields.name,
  stage: fields.stage,
  action: fields.action,
  check: fields.check,
  ...Type.Partial(
    Type.Object({
      restore: fields.restore,
      keys: fields.keys,
      on_request: fields.on_request,
      enabled: fields.enabled,
      position: fields.position,
    }),
  ).properties,
});
export const CreateGuardRequest = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: the first workspace that the caller may manage.' })),
  ...given.properties,
});
export type CreateGuardRequest = Static<typeof CreateGuardRequest>;
export const UpdateGuardRequest = Type.Partial(given);
export type UpdateGuardRequest = Static<typeof UpdateGuardRequest>;

export const TryGuardResult = Type.Object({
  decision: Type.Union([GuardDecision, Type.Null()], { description: 'Null where it found nothing.' }),
  text: Type.Union([Type.String(), Type.Null()], {
    description: 'The text as it would go on; null where it would not.',
  }),
});

export const guardEndpoints = {
  listGuards: endpoint({
    ...manager,
    id: 'listGuards',
    method: 'GET',
    path,
    summary: 'List guards, newest first',
    query: Type.Object({
      ...PageQuery.properties,
      workspace_id: Type.Optional(Type.String({ description: 'Default: all that the caller may manage.' })),
    }),
    responses: { 200: page(Guard) },
  }),
  createGuard: endpoint({
    ...manager,
    id: 'createGuard',
    method: 'POST',
    path,
    summary: 'Have what is said to and by models looked at',
    description:
      'Guards look at calls for text, in all shapes, before a model is asked and while it answers; streams are held up by no more than the ' +
      'window that a guard needs. In force in every process within a second.',
    body: CreateGuardRequest,
    responses: { 200: Guard },
    idempotent: true,
    example: { name: 'personal-data', stage: 'input', action: 'mask', check: { type: 'personal_data' } },
  }),
  getGuard: endpoint({
    ...manager,
    id: 'getGuard',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Get a guard',
    params: IdParams,
    responses: { 200: Guard },
  }),
  updateGuard: endpoint({
    ...manager,
    id: 'updateGuard',
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a guard',
    params: IdParams,
    body: UpdateGuardRequest,
    responses: { 200: Guard },
    example: { action: 'block' },
  }),
  deleteGuard: endpoint({
    ...manager,
    id: 'deleteGuard',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a guard',
    params: IdParams,
    responses: { 200: Deleted },
  }),
  tryGuard: endpoint({
    ...manager,
    id: 'tryGuard',
    method: 'POST',
    path: `${path}/{id}/test`,
    summary: 'See what a guard makes of a text',
    params: IdParams,
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 100_000 }),
      stage: Type.Optional(Type.Enum(['input', 'output'], { default: 'input' })),
    }),
    responses: { 200: TryGuardResult },
    example: { text: 'Write to anna.kroll@example.org', stage: 'input' },
  }),
};
