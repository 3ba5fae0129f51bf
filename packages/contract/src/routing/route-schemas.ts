import Type, { type Static } from 'typebox';
import { NullableText, NullableTime } from '../dashboard/account-fields.ts';
import { SettingPricing, SettingSource } from './provider-schemas.ts';
import { callRouting } from './routing-fields.ts';

/** Why a call may go on to another engine. */
const faultKinds = [
  'rate',
  'overload',
  'error',
  'timeout',
  'context',
  'rejected',
  'content_filter',
  'refusal',
] as const;
const FaultKind = Type.Enum(faultKinds);

const Engine = Type.String({
  minLength: 1,
  maxLength: 300,
  description: '`provider/model`, or `reader`.',
});
const Engines = Type.Array(Engine, { maxItems: 20 });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Tag = Type.String({ minLength: 1, maxLength: 64 });

const reservedBodyFields = ['model', 'messages', 'contents', 'system', 'systemInstruction', 'stream', 'tools'];

const Canary = Type.Object(
  {
    engine: Engine,
    share: Type.Optional(
      Type.Number({ ...Share, description: 'Of the users; one user, else one key, stays on one side. Default 0.' }),
    ),
    tags: Type.Optional(
      Type.Array(Tag, { maxItems: 20, description: 'Calls with one of these tags go to it, whatever the share.' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'An engine that is tried on some of the calls; it falls back to the others.',
  },
);

const Shadow = Type.Object(
  {
    engine: Engine,
    share: Type.Optional(Type.Number({ ...Share, default: 1, description: 'Of the calls.' })),
  },
  {
    additionalProperties: false,
    description:
      'An engine that is asked the same beside the call. Nobody waits for its reply or sees it; its cost stands in a record of its own (`shadow`), ' +
      'which charges the workspace nothing.',
  },
);

const routeFields = {
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 50,
      uniqueItems: true,
      description: 'Further names under which callers reach it, such as `openai/gpt-4o`.',
    }),
  ),
  engines: Type.Array(
    Type.Object(
      { engine: Engine, weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, default: 1 })) },
      { additionalProperties: false },
    ),
    {
      minItems: 1,
      maxItems: 20,
      description: 'They share the calls by weight; those not chosen come first when one fails.',
    },
  ),
  fallbacks: Type.Optional(
    Type.Array(Engine, { maxItems: 20, description: 'Engines to try, in order, when those above fail.' }),
  ),
  fallbacks_by: Type.Optional(
    Type.Partial(
      Type.Object(
        {
          rate: Engines,
          overload: Engines,
          error: Engines,
          timeout: Engines,
          context: Engines,
          rejected: Engines,
          content_filter: Engines,
          refusal: Engines,
        },
        { additionalProperties: false },
      ),
      { description: 'Chains by kind of fault: instead of `fallbacks` after a fault of this kind.' },
    ),
  ),
  fallback_on: Type.Optional(
    Type.Array(FaultKind, {
      uniqueItems: true,
      description:
        'Which faults go on to another engine. Default: all but `content_filter` and `refusal`, and those of `fallbacks_by`.',
    }),
  ),
  first_token_timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3_600_000,
      description: 'The longest wait for the first word where another engine can be asked; 0 for none.',
    }),
  ),
  hedge_after_ms: Type.Optional(
    Type.Integer({
      minimum: 50,
      maximum: 600_000,
      description: 'Ask a second engine as well when the first has said nothing for so long; both are paid.',
    }),
  ),
  canary: Type.Optional(Canary),
  shadow: Type.Optional(Shadow),
  extra_body: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      propertyNames: { not: { enum: reservedBodyFields } },
      maxProperties: 50,
      description: 'Further fields of the body that goes to the vendor.',
    }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  context_length: Type.Optional(Type.Integer({ minimum: 1 })),
  max_completion_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
  input_modalities: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  supported_parameters: Type.Optional(Type.Array(Type.String({ maxLength: 80 }), { maxItems: 60 })),
  pricing: Type.Optional(SettingPricing),
};

const ModelRouteId = Type.String({
  pattern: '^[a-zA-Z0-9][a-zA-Z0-9._:-]{0,99}$',
  description: 'The name that callers send as `model`.',
});

export const CreateRouteRequest = Type.Object({ id: ModelRouteId, ...routeFields }, { $id: 'CreateRouteRequest' });
export type CreateRouteRequest = Static<typeof CreateRouteRequest>;

/** The whole route anew: what is left out is no longer set. */
export const ReplaceRouteRequest = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The version that was read: 409 `conflict` where another has come since.',
      }),
    ),
    ...routeFields,
  },
  { $id: 'ReplaceRouteRequest' },
);
export type ReplaceRouteRequest = Static<typeof ReplaceRouteRequest>;

export const ModelRouteView = Type.Object(
  {
    id: Type.String(),
    source: SettingSource,
    ...routeFields,
    engines: Type.Array(Type.Object({ engine: Type.String(), weight: Type.Number() })),
    version: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for what is set at the start.' }),
    changed_by: NullableText('The key or the person that made this version.'),
    changed_at: NullableTime('When this version was made.'),
  },
  { $id: 'ModelRoute' },
);
export type ModelRouteView = Static<typeof ModelRouteView>;

export const ModelRouteList = Type.Object({ data: Type.Array(ModelRouteView) }, { $id: 'ModelRouteList' });
export type ModelRouteList = Static<typeof ModelRouteList>;

export const DryRunRequest = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 300, description: 'Default: the default model.' })),
    ...callRouting,
    user: Type.Optional(Type.String({ maxLength: 255, description: "The caller's own user." })),
    tags: Type.Optional(Type.Array(Tag, { maxItems: 10 })),
    key_id: Type.Optional(Type.String({ maxLength: 100, description: 'The key that would call.' })),
    kind: Type.Optional(Type.Enum(['text', 'object', 'tools', 'pictures'], { default: 'text' })),
    after: Type.Optional(
      Type.Enum(faultKinds, { description: 'What would come next if the first engine failed like this.' }),
    ),
  },
  { $id: 'DryRunRequest' },
);
export type DryRunRequest = Static<typeof DryRunRequest>;

export const DryRun = Type.Object(
  {
    model: Type.String(),
    engine: Type.Union([Type.String(), Type.Null()], {
      description: 'That would be asked first; null where none may be.',
    }),
    why: Type.String({ description: 'In a sentence.' }),
    order: Type.Array(
      Type.Object({
        engine: Type.String(),
        role: Type.Enum(['engine', 'canary', 'fallback']),
        share: Type.Union([Type.Number(), Type.Null()], {
          description: 'How often it is asked first among those that may be called; null for those that only stand in.',
        }),
        state: Type.Enum(['ready', 'cooling', 'open']),
        wait_ms: Type.Integer(),
        input_usd: Type.Number({ description: "The vendor's price per million tokens." }),
        output_usd: Type.Number(),
      }),
    ),
    left_out: Type.Array(Type.Object({ engine: Type.String(), why: Type.String() })),
    canary: Type.Union([
      Type.Object({ engine: Type.String(), chosen: Type.Boolean(), why: Type.String() }),
      Type.Null(),
    ]),
    shadow: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'DryRun' },
);
export type DryRun = Static<typeof DryRun>;
