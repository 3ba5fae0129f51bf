// long because a provider is described once, as it is asked for and as it is shown
import Type, { type Static } from 'typebox';
import { NullableText, NullableTime } from '../dashboard/account-fields.ts';
import { NamedValues } from '../named-values.ts';

/** The shapes in which providers are spoken with; those after `bedrock` have no models of text. */
export const providerTypes = [
  'openai',
  'anthropic',
  'google',
  'cohere',
  'azure',
  'vertex',
  'bedrock',
  'voyage',
  'jina',
  'tei',
  'deepgram',
  'elevenlabs',
] as const;

const settingSources = ['environment', 'file', 'api'] as const;
export const SettingSource = Type.Enum(settingSources, {
  description:
    '`environment` and `file` are read at the start and cannot be changed here; `api` was set by these calls.',
});

const Dollars = Type.String({
  pattern: '^\\d+(\\.\\d+)?$',
  maxLength: 40,
  description: 'US dollars as a decimal string.',
});
const PerMillion = Type.Number({ minimum: 0, description: 'US dollars per million tokens.' });
const Milliseconds = (maximum: number) => Type.Optional(Type.Integer({ minimum: 10, maximum }));

/** What a workspace is charged; left out: what the vendor asks. */
export const SettingPricing = Type.Object(
  {
    prompt: Type.Optional(Dollars),
    completion: Type.Optional(Dollars),
    request: Type.Optional(Dollars),
    input_cache_read: Type.Optional(Dollars),
    input_cache_write: Type.Optional(Dollars),
  },
  { additionalProperties: false, description: 'What a workspace is charged, in US dollars per token and request.' },
);

const UpstreamPrices = NamedValues(
  Type.Object(
    {
      input: Type.Optional(PerMillion),
      cached_input: Type.Optional(PerMillion),
      cache_write: Type.Optional(PerMillion),
      output: Type.Optional(PerMillion),
      request: Type.Optional(Type.Number({ minimum: 0, description: 'US dollars a call.' })),
      minute: Type.Optional(Type.Number({ minimum: 0, description: 'US dollars a minute of sound that is heard.' })),
      least_seconds: Type.Optional(
        Type.Number({ minimum: 0, maximum: 3600, description: 'Of a shorter sound so many seconds are paid.' }),
      ),
      million_characters: Type.Optional(
        Type.Number({ minimum: 0, description: 'US dollars for a million characters that are said.' }),
      ),
    },
    {
      additionalProperties: false,
      anyOf: [['input', 'output'], ['minute'], ['million_characters']].map((required) => ({ required })),
    },
  ),
  { maxProperties: 500, description: 'What the vendor asks, by model; `*` stands for every other model.' },
);

const DataPolicy = Type.Object(
  {
    data_collection: Type.Enum(['allow', 'deny'], {
      description:
        '`deny`: the vendor keeps no prompts for its own use. Calls with `provider.data_collection: "deny"` go to these alone.',
    }),
    zero_retention: Type.Optional(
      Type.Boolean({
        description: 'The vendor keeps nothing once it has answered. Calls with `provider.zdr` go to these alone.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'As the operator has agreed it with the vendor; nothing is asked of the vendor.',
  },
);

const ProviderLimits = Type.Object(
  {
    requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    tokens_per_minute: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000_000,
        description: 'Of prompts, by estimate, and the output limit they name.',
      }),
    ),
    concurrent_requests: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  {
    additionalProperties: false,
    description:
      'What this service sends at most. A call above it goes to another engine, else it is `upstream_rate_limited`.',
  },
);

const Cooldown = Type.Object(
  {
    unauthorized_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000, default: 600_000 })),
    rate_limited_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_600_000,
        default: 10_000,
        description: 'Where the vendor names no time itself.',
      }),
    ),
  },
  { additionalProperties: false, description: 'How long a key is left alone after a 401 or 403, and after a 429.' },
);

const Timeouts = Type.Object(
  {
    connect_ms: Milliseconds(120_000),
    first_token_ms: Milliseconds(3_600_000),
    idle_ms: Milliseconds(3_600_000),
    total_ms: Milliseconds(3_600_000),
  },
  { additionalProperties: false, description: 'Instead of the MODEL_…_TIMEOUT_MS settings.' },
);

const keyFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._ -]*$',
    description: 'How it is called in lists and changes; no secret.',
  }),
  weight: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, default: 1, description: 'Its share of the calls.' }),
  ),
};

const ProviderKeyInput = Type.Object(
  {
    ...keyFields,
    value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          'The secret; sealed at rest and never shown again. For Vertex the whole JSON of a service account, for Bedrock an API key or `ACCESS_KEY_ID:SECRET_ACCESS_KEY`. Left out in a change: as it was.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** What both the request and the reply say of a provider. */
const providerFields = {
  type: Type.Enum(providerTypes, { description: 'The shape in which it is spoken with.' }),
  vendor: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'A vendor of `vendors`: its shape, address and price list hold. Default: the one that is called like `id`.',
    }),
  ),
  base_url: Type.String({
    pattern: '^https?://',
    maxLength: 2_000,
    description: 'Public, or one of those that `ALLOW_PRIVATE_ADDRESSES` names.',
  }),
  api_version: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^[\\w.-]+$',
      description: 'For Azure: with it deployments are asked by `/openai/deployments/…?api-version=`.',
    }),
  ),
  region: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z0-9-]+$',
      description: 'Where its servers are, such as `eu-central-1`. Vertex is asked there.',
    }),
  ),
  project: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[a-z0-9:.-]+$',
      description: "For Vertex; default: the service account's.",
    }),
  ),
  context_length: Type.Optional(Type.Integer({ minimum: 1 })),
  data_policy: Type.Optional(DataPolicy),
  limits: Type.Optional(ProviderLimits),
  cooldown: Type.Optional(Cooldown),
  timeouts: Type.Optional(Timeouts),
  pricing: Type.Optional(SettingPricing),
  upstream_prices: Type.Optional(UpstreamPrices),
};

const providerKeys = Type.Array(ProviderKeyInput, {
  maxItems: 50,
  description: 'Several share the calls by weight; one that is refused or limited is left alone for a while.',
});
const headers = Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' }), Type.String({ maxLength: 4_000 }), {
  additionalProperties: false,
  maxProperties: 30,
  description: 'Further headers of each call; sealed like keys, and only their names are shown.',
});

const ProviderSettingsId = Type.String({
  pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$',
  description: 'First part of the names of its models: `id/model`.',
});

export const CreateProviderRequest = Type.Object(
  {
    id: ProviderSettingsId,
    ...providerFields,
    type: Type.Optional(providerFields.type),
    base_url: Type.Optional(providerFields.base_url),
    keys: Type.Optional(providerKeys),
    headers: Type.Optional(headers),
  },
  { $id: 'CreateProviderRequest' },
);
export type CreateProviderRequest = Static<typeof CreateProviderRequest>;

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** A field that is null is taken out. */
export const UpdateProviderRequest = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The version that was read: 409 `conflict` where another has come since.',
      }),
    ),
    type: Type.Optional(providerFields.type),
    base_url: Type.Optional(providerFields.base_url),
    keys: Type.Optional(providerKeys),
    headers: orNull(headers),
    api_version: orNull(providerFields.api_version),
    region: orNull(providerFields.region),
    project: orNull(providerFields.project),
    context_length: orNull(providerFields.context_length),
    data_policy: orNull(DataPolicy),
    limits: orNull(ProviderLimits),
    cooldown: orNull(Cooldown),
    timeouts: orNull(Timeouts),
    pricing: orNull(SettingPricing),
    upstream_prices: orNull(UpstreamPrices),
  },
  { $id: 'UpdateProviderRequest' },
);
export type UpdateProviderRequest = Static<typeof UpdateProviderRequest>;

const ProviderKey = Type.Object({
  name: Type.String(),
  weight: Type.Number(),
  state: Type.Enum(['ready', 'unauthorized', 'rate_limited'], { description: 'In the process that answers.' }),
  cooling_ms: Type.Integer({ description: 'How long it is still left alone.' }),
});

/** Who set a version, and when. */
const versionFields = {
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for what is set at the start.' }),
  changed_by: NullableText('The key or the person that made this version.'),
  changed_at: NullableTime('When this version was made.'),
};

export const ProviderView = Type.Object(
  {
    id: Type.String(),
    source: SettingSource,
    ...providerFields,
    type: Type.String({ description: 'The shape in which it is spoken with.' }),
    base_url: Type.String(),
    keys: Type.Array(ProviderKey),
    header_names: Type.Array(Type.String()),
    ...versionFields,
  },
  { $id: 'Provider' },
);
export type ProviderView = Static<typeof ProviderView>;

const VendorRow = Type.Object({ id: Type.String(), type: Type.String(), base_url: Type.String() });

export const ProviderList = Type.Object(
  {
    data: Type.Array(ProviderView),
    vendors: Type.Array(VendorRow, {
      description: 'Vendors whose shape and address are known: a key is all they need.',
    }),
  },
  { $id: 'ProviderList' },
);
export type ProviderList = Static<typeof ProviderList>;
