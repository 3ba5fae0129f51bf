// long because it is one table: keys, workspaces and their usage as the wire has them
import Type, { type Static } from 'typebox';
import { scopes } from './endpoint.ts';
import { textRecordFields } from './guard-decision.ts';
import { keyCallSettings, keyCalls } from './key-settings.ts';
import { PageQuery } from './page.ts';
import { CallbackOrigins, WorkspaceLimits, WorkspaceRetention } from './workspace-fields.ts';

const Time = (description: string) => Type.String({ format: 'date-time', description });
const NullableTime = (description: string) => Type.Union([Time(description), Type.Null()]);
const Limit = (maximum: number, usual: number) =>
  Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Null()], { description: `Default: ${usual}.` });
/** Amounts are kept as whole billionths of a dollar, which stay exact up to here. */
const maxBudgetUsd = 9_000_000;
const Money = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: maxBudgetUsd, description }), Type.Null()]);

export const ScopeName = Type.Enum(scopes);
const BudgetPeriod = Type.Union(
  [Type.Enum(['day', 'month', 'total'], { description: 'Days and months are UTC.' }), Type.Null()],
  { description: 'Null where there is no budget. Default: `month`.' },
);
export const KeyKind = Type.Enum(['workspace', 'admin'], {
  description: '`workspace` keys use the service, `admin` keys manage it and belong to no workspace.',
});

const confirmations = ['always', 'agents', 'never'] as const;
/** Whose calls of features that change things wait for a confirmation. */
export type ConfirmChanges = (typeof confirmations)[number];
const ConfirmChanges = Type.Enum(confirmations, {
  description:
    'Features of integrations that change something wait for a confirmation: `always`, when a model chose the call ' +
    '(`agents`), or `never`.',
});

export const IdParams = Type.Object({ id: Type.String() });
export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

const RequireSecondFactor = Type.Boolean({
  description:
    'People come in with a second factor only, or by the identity provider; keys are not asked. Default: false.',
});

export const Workspace = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Time('When it was made.'),
    budget_usd: Money('What its keys may spend together in a calendar month (UTC); null for no limit.'),
    limits: WorkspaceLimits,
    callback_origins: CallbackOrigins,
    web: Type.Boolean({ description: 'Whether its calls may ask the web: search engines and pages.' }),
    require_second_factor: RequireSecondFactor,
    retention: WorkspaceRetention,
  },
  { $id: 'Workspace' },
);
export type Workspace = Static<typeof Workspace>;

export const CreateWorkspaceRequest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  budget_usd: Type.Optional(Money('Null or absent for no limit.')),
  limits: Type.Optional(WorkspaceLimits),
  callback_origins: Type.Optional(CallbackOrigins),
  web: Type.Optional(
    Type.Boolean({ default: true, description: 'False: no call asks search engines or pages of the web.' }),
  ),
  require_second_factor: Type.Optional(RequireSecondFactor),
  retention: Type.Optional(WorkspaceRetention),
});
export type CreateWorkspaceRequest = Static<typeof CreateWorkspaceRequest>;
export const UpdateWorkspaceRequest = Type.Partial(CreateWorkspaceRequest);

export const KeyLimits = Type.Object(
  {
    requests_per_minute: Type.Optional(Limit(1_000_000, 600)),
    tokens_per_minute: Type.Optional(Limit(1_000_000_000, 2_000_000)),
    open_streams: Type.Optional(Limit(100_000, 100)),
    grounding_tokens: Type.Optional(
      Type.Union([Type.Integer({ minimum: 500, maximum: 10_000_000 }), Type.Null()], {
        description:
          'Most tokens of documents that a connected model is sent in a call. Default: that of the installation, 24,000, of which ' +
          'a call may ask for more or less; null for as much as the model holds.',
      }),
    ),
    max_call_usd: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }), Type.Null()], {
        description:
          'The most that one call may cost, with all that it asks of models, in US dollars. Default: null, no limit. A call that would ' +
          'need more from the beginning is refused as `budget_exceeded`; a reply that nobody limits ends there with `finish_reason: length`.',
      }),
    ),
    cache_seconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 604_800 }), Type.Null()], {
        description:
          'For how long replies of connected models are given again to the same prompt of the workspace, where a call does not say so itself ' +
          '(`x-parley-cache`). Default: null, as 0: not at all.',
      }),
    ),
    cache_by: Type.Optional(
      Type.Union([Type.Enum(['exact', 'meaning']), Type.Null()], {
        description:
          'What such a prompt may be: `exact` the same, `meaning` also one whose last question asks the same in nearly the same words, where the ' +
          'embedded sentence encoder is there. Default: null, as `exact`.',
      }),
    ),
  },
  { description: 'Absent limits follow the defaults; null sets none.' },
);
export type KeyLimits = Static<typeof KeyLimits>;

const Restriction = (items: object, description: string) =>
  Type.Union(
    [Type.Array(Type.String({ minLength: 1, maxLength: 200, ...items }), { minItems: 1, maxItems: 100 }), Type.Null()],
    {
      description,
    },
  );
/** What a key is limited to besides its scopes. */
const keyRestrictions = {
  models: Restriction(
    {},
    'The only models it may use: names of the model list, or beginnings such as `openai/*`. Null for all.',
  ),
  endpoints: Restriction(
    { pattern: '^([A-Z]{3,7} )?/\\S*$', examples: ['POST /v1/answer'] },
    'The only endpoints it may call, as in this specification: `POST /v1/answer`, `/v1/files/{file_id}`, `/v1/files*`. Null for all.',
  ),
  addresses: Restriction({}, 'The only addresses and networks (`10.0.0.0/8`) it may be used from. Null for all.'),
  origins: Restriction(
    { pattern: '^https?://[^/?#\\s]+$', examples: ['https://app.example.com'] },
    'The only origins (`https://app.example.com`) whose pages may use it, for keys that stand in a page. Browsers of these may call ' +
      'with it without `CORS_ORIGINS`, and nobody else may. Null for all.',
  ),
  collections: Restriction(
    {},
    'The only collections that its calls may ask, by id; other collections, files and what reads them are refused. Null for all.',
  ),
};
export type KeyRestrictions = Partial<Static<Type.TObject<typeof keyRestrictions>>>;

export const Key = Type.Object(
  {
    id: Type.String(),
    kind: KeyKind,
    source: Type.Enum(['made', 'environment', 'dashboard'], {
      description:
        '`environment`: named by PARLEY_API_KEY or PARLEY_ADMIN_KEY, and valid only while it is · `dashboard`: under which calls ' +
        'of people who are signed in are metered and limited; nobody has such a key.',
    }),
    created_by: Type.Union([Type.String(), Type.Null()], { description: 'Id of the person or key that made it.' }),
    workspace_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for admin keys.' }),
    name: Type.String(),
    prefix: Type.String({ description: 'The readable beginning of the key.' }),
    scopes: Type.Array(ScopeName, { description: 'Empty for admin keys.' }),
    active: Type.Boolean(),
    expires_at: NullableTime('Null for never.'),
    limits: KeyLimits,
    budget_usd: Money('What the key may spend per period; null for no limit.'),
    budget_period: BudgetPeriod,
    confirm_changes: Type.Union([ConfirmChanges, Type.Null()], { description: 'Null for admin keys.' }),
    web: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether it may ask the web, where its workspace may. Null for admin keys.',
    }),
    strict: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether fields that an endpoint does not know are refused. Null for admin keys.',
    }),
    ...keyRestrictions,
    ...keyCalls,
    created_at: Time('When it was made.'),
    last_used_at: NullableTime('To the minute.'),
    revoked_at: NullableTime('Null while it was not revoked.'),
  },
  { $id: 'Key' },
);
export type Key = Static<typeof Key>;

export const CreatedKey = Type.Object({
  ...Key.properties,
  key: Type.String({ description: 'The whole key. It is shown this once.' }),
});
export type CreatedKey = Static<typeof CreatedKey>;

const keySettings = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true, description: 'Default: all.' })),
  expires_at: Type.Optional(NullableTime('In the future. Default: never.')),
  active: Type.Optional(Type.Boolean({ default: true })),
  limits: Type.Optional(KeyLimits),
  budget_usd: Type.Optional(Money('Default: no limit.')),
  budget_period: Type.Optional(BudgetPeriod),
  confirm_changes: Type.Optional(
    Type.Union([ConfirmChanges, Type.Null()], { description: 'Default, also with null: `agents`.' }),
  ),
  web: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'False: no call asks search engines or pages of the web. Default, also with null: true.',
    }),
  ),
  models: Type.Optional(keyRestrictions.models),
  endpoints: Type.Optional(keyRestrictions.endpoints),
  addresses: Type.Optional(keyRestrictions.addresses),
  origins: Type.Optional(keyRestrictions.origins),
  collections: Type.Optional(keyRestrictions.collections),
  ...keyCallSettings,
  strict: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'True: fields that an endpoint does not know are refused, as with the header `x-parley-strict: true`. Default, also with null: ' +
        'they are named in `warnings` and in the header `x-parley-warnings`.',
    }),
  ),
};
export const CreateKeyRequest = Type.Object({
  kind: Type.Optional(KeyKind),
  workspace_id: Type.Optional(Type.String({ description: 'Default: the first workspace.' })),
  ...keySettings,
});
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
export const UpdateKeyRequest = Type.Object(keySettings);
export const RollKeyRequest = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_592_000, description: 'How long the old key stays valid. Default: 3600.' }),
  ),
});
export type UpdateKeyRequest = Static<typeof UpdateKeyRequest>;

const timeRange = {
  from: Type.Optional(Time('Inclusive.')),
  to: Type.Optional(Time('Exclusive.')),
};
const counts = {
  input_tokens: Type.Integer({ description: 'All input, also what was read from a cache or written to one.' }),
  cached_tokens: Type.Integer({ description: 'The part of the input that the vendor read from its cache.' }),
  cache_write_tokens: Type.Integer({ description: 'The part of the input that the vendor wrote to its cache.' }),
  output_tokens: Type.Integer(),
  cost_usd: Type.Number({ description: 'What is charged: by `charged` of the model list.' }),
  upstream_cost_usd: Type.Number({ description: 'What the vendor asks, 0 for embedded and local engines.' }),
};

export const UsageGroup = Type.Enum(['key', 'model', 'endpoint', 'day', 'workspace', 'tag', 'user']);
export type UsageGroup = Static<typeof UsageGroup>;
const workspace = {
  workspace_id: Type.Optional(Type.String({ description: 'Default: every workspace that the caller may see.' })),
};
/** Of calls that their callers labelled. */
export const labelFilters = {
  tag: Type.Optional(Type.String({ maxLength: 64, description: 'Calls with this tag.' })),
  user_id: Type.Optional(Type.String({ maxLength: 255, description: "Calls for this user of the caller's own." })),
};
export const UsageQuery = Type.Object({
  ...timeRange,
  ...workspace,
  ...labelFilters,
  group_by: Type.Optional(UsageGroup),
});
export type UsageQuery = Static<typeof UsageQuery>;
export const UsageSum = Type.Object({
  group: Type.Union([Type.String(), Type.Null()], {
    description:
      'Id, model, endpoint, day (`2026-11-21`), tag or user, or null for calls without one. A call with several tags is counted for each of them, and once in the total.',
  }),
  requests: Type.Integer(),
  ...counts,
});
export type UsageSum = Static<typeof UsageSum>;
export const UsageSums = Type.Object({ group_by: UsageGroup, total: UsageSum, data: Type.Array(UsageSum) });

export const UsageRound = Type.Object(
  {
    engine: Type.String({ description: '`provider/model`.' }),
    input_tokens: Type.Integer(),
    cached_tokens: Type.Integer(),
    cache_write_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    upstream_cost_usd: Type.Number({ description: 'What its vendor asks.' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'The code of what it failed with, `abandoned` where it was given up; null for a reply.',
    }),
    started_ms: Type.Optional(
      Type.Integer({ description: 'When it was asked, after the beginning of the call. Absent in older records.' }),
    ),
    duration_ms: Type.Optional(Type.Integer({ description: 'From the question to the end of the reply.' })),
    first_token_ms: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description: 'From the question to the first piece of the reply; null where none came.',
      }),
    ),
    error_message: Type.Optional(
      Type.String({ description: 'What its vendor said when it failed, without addresses and keys.' }),
    ),
    from_cache: Type.Optional(Type.Boolean({ description: 'A kept reply was given once more; nobody was asked.' })),
    saved_usd: Type.Optional(Type.Number({ description: 'What that reply had cost when it was written.' })),
  },
  { $id: 'UsageRound', description: 'One call to one engine.' },
);
export type UsageRound = Static<typeof UsageRound>;

/** How a caller labelled a call. */
const callLabels = {
  user_id: Type.Union([Type.String(), Type.Null()], {
    description: "The caller's own user: `user_id`, `user` or `metadata.user_id` of the body. Null for none.",
  }),
  tags: Type.Array(Type.String(), { description: 'Of the header `x-parley-tags` and of the body.' }),
  metadata: Type.Record(Type.String(), Type.String(), {
    description: 'Of the header `x-parley-metadata` and of the body.',
  }),
};
export type CallLabels = Static<Type.TObject<typeof callLabels>>;

export const UsageRecord = Type.Object(
  {
    request_id: Type.String(),
    workspace_id: Type.String(),
    key_id: Type.String(),
    endpoint: Type.String(),
    model: Type.Union([Type.String(), Type.Null()]),
    ...callLabels,
    ...textRecordFields,
    ...counts,
    saved_usd: Type.Number({ description: 'What replies that were given again had cost when they were written.' }),
    price_known: Type.Boolean({
      description:
        'False where nobody told what the engine costs: the costs are then 0, and budgets and alerts do not see them.',
    }),
    status: Type.Integer({ description: 'HTTP status; 499 when the caller left.' }),
    error_code: Type.Union([Type.String(), Type.Null()], {
      description: 'Of the error that the caller got, from the list of errors; null for none.',
    }),
    streamed: Type.Boolean(),
    engine: Type.Union([Type.String(), Type.Null()], {
      description:
        '`provider/model` that answered or, where the call failed, was asked last; null for calls without a model.',
    }),
    attempts: Type.Integer({ description: 'Calls to engines, those that failed included.' }),
    rounds: Type.Array(UsageRound, {
      description: 'Each of them, in their order, the first 100: their costs make up `upstream_cost_usd`.',
    }),
    first_token_ms: Type.Union([Type.Integer(), Type.Null()], {
      description: 'From the beginning of the call to the first word of a reply.',
    }),
    duration_ms: Type.Integer(),
    created_at: Time('When the call ended.'),
  },
  { $id: 'UsageRecord' },
);
export type UsageRecord = Static<typeof UsageRecord>;
export const UsageRecordsQuery = Type.Object({
  ...PageQuery.properties,
  ...timeRange,
  ...workspace,
  ...labelFilters,
  request_id: Type.Optional(Type.String()),
  key_id: Type.Optional(Type.String()),
});
export type UsageRecordsQuery = Static<typeof UsageRecordsQuery>;

export const AuditEvent = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.Union([Type.String(), Type.Null()]),
    actor: Type.String({ description: 'Id of the key or person that acted, or `system`.' }),
    actor_name: Type.Union([Type.String(), Type.Null()], { description: 'Null where it is gone, or has none.' }),
    action: Type.String({ examples: ['key.create', 'workspace.delete', 'credential.use'] }),
    target: Type.String({ description: 'Id of what was acted on.' }),
    target_name: Type.Union([Type.String(), Type.Null()], {
      description:
        'Of a person, key, workspace, file, collection or alert; the address of an invitation. Null where it is gone, or has none.',
    }),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Network address of the actor.' }),
    details: Type.Record(Type.String(), Type.Unknown()),
    created_at: Time('When.'),
  },
  { $id: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;
export const AuditQuery = Type.Object({
  ...PageQuery.properties,
  ...timeRange,
  workspace_id: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
});

export const HealthReport = Type.Object({
  status: Type.Enum(['ok', 'degraded']),
  version: Type.String(),
  node: Type.String(),
  uptime_seconds: Type.Number(),
  parts: Type.Record(Type.String(), Type.Object({ ok: Type.Boolean(), message: Type.Optional(Type.String()) })),
  upstreams: Type.Array(
    Type.Object({ name: Type.String(), state: Type.String(), message: Type.Optional(Type.String()) }),
  ),
  queue_depth: Type.Integer(),
});
export type HealthReport = Static<typeof HealthReport>;
