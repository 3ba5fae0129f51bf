import { Ajv, type ErrorObject } from 'ajv';
import Type, { type Static } from 'typebox';
import { modelVendorTypes } from '../vendors/model-vendors.ts';
import type { ConfigSource } from './config-source.ts';

const Dollars = Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'US dollars as a decimal string.' });
const Milliseconds = (maximum: number) => Type.Optional(Type.Integer({ minimum: 10, maximum }));
const PerMillion = Type.Number({ minimum: 0, description: 'US dollars per million tokens.' });

const Pricing = Type.Object(
  {
    prompt: Type.Optional(Dollars),
    completion: Type.Optional(Dollars),
    request: Type.Optional(Dollars),
    input_cache_read: Type.Optional(Dollars),
    input_cache_write: Type.Optional(Dollars),
  },
  {
    additionalProperties: false,
    description:
      'What a workspace is charged: per input token, output token, request, and input token that the vendor read from or wrote to its cache (default: as `prompt`).',
  },
);

const failureClasses = [
  'rate',
  'overload',
  'error',
  'timeout',
  'context',
  'rejected',
  'content_filter',
  'refusal',
] as const;

/** What the service itself says in a body. */
const reservedBodyFields = ['model', 'messages', 'contents', 'system', 'systemInstruction', 'stream', 'tools'];

/** One model name of the wire and what serves it. */
export const ModelPart = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200, description: 'The name to use as `model` in requests.' }),
    engine: Type.Optional(Type.String({ description: '`provider/model`, `reader`, or `ai-sdk:package/model`.' })),
    engines: Type.Optional(
      Type.Array(
        Type.Object(
          { engine: Type.String(), weight: Type.Optional(Type.Number({ exclusiveMinimum: 0 })) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 20, description: 'Several engines that share the calls by their weights.' },
      ),
    ),
    fallbacks: Type.Optional(
      Type.Array(Type.String(), { maxItems: 20, description: 'Engines to try, in order, when those above fail.' }),
    ),
    fallback_on: Type.Optional(
      Type.Array(Type.Enum([...failureClasses]), {
        uniqueItems: true,
        description:
          'Which failures go on to another engine. Default: all but `content_filter` and `refusal`, which are replies.',
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
    extra_body: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        propertyNames: { not: { enum: reservedBodyFields } },
        description: 'Further fields of the body that goes to the vendor; what a request sets itself stands over them.',
      }),
    ),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    context_length: Type.Optional(Type.Integer({ minimum: 1 })),
    max_completion_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    tokenizer: Type.Optional(Type.String()),
    hugging_face_id: Type.Optional(Type.String()),
    input_modalities: Type.Optional(Type.Array(Type.String())),
    supported_parameters: Type.Optional(Type.Array(Type.String())),
    pricing: Type.Optional(Pricing),
  },
  { additionalProperties: false },
);
export type ModelPart = Static<typeof ModelPart>;

/** A vendor or server under a name of the operator's choice. */
export const ProviderPart = Type.Object(
  {
    type: Type.Optional(Type.Enum([...modelVendorTypes])),
    base_url: Type.Optional(Type.String({ pattern: '^https?://' })),
    api_key: Type.Optional(Type.String({ minLength: 1 })),
    api_key_env: Type.Optional(Type.String({ minLength: 1, description: 'The variable that holds the key.' })),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    package: Type.Optional(Type.String({ description: 'For `ai-sdk`: the installed provider package.' })),
    settings: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'For `ai-sdk`: given to the package as they are.' }),
    ),
    context_length: Type.Optional(Type.Integer({ minimum: 1 })),
    timeouts: Type.Optional(
      Type.Object(
        {
          connect_ms: Milliseconds(120_000),
          first_token_ms: Milliseconds(3_600_000),
          idle_ms: Milliseconds(3_600_000),
          total_ms: Milliseconds(3_600_000),
        },
        { additionalProperties: false, description: 'For this provider, instead of the MODEL_…_TIMEOUT_MS settings.' },
      ),
    ),
    pricing: Type.Optional(Pricing),
    upstream_prices: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            input: Type.Optional(PerMillion),
            cached_input: Type.Optional(PerMillion),
            cache_write: Type.Optional(PerMillion),
            output: Type.Optional(PerMillion),
            request: Type.Optional(Type.Number({ minimum: 0, description: 'US dollars a call.' })),
            minute: Type.Optional(
              Type.Number({ minimum: 0, description: 'US dollars a minute of sound that is heard.' }),
            ),
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
        { description: "The vendor's own prices by model, for `upstream_cost_usd`; `*` stands for every other model." },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ProviderPart = Static<typeof ProviderPart>;

const ModelsPart = Type.Array(ModelPart, { maxItems: 500 });
const ProvidersPart = Type.Record(Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$' }), ProviderPart);

/** The two parts of the configuration file that concern models; a part that is wrong is reported and left out. */
export function readModelsFile(source: ConfigSource): {
  models: ModelPart[];
  providers: Record<string, ProviderPart>;
} {
  return {
    models: readPart<ModelPart[]>(source, 'models', ModelsPart) ?? [],
    providers: readPart<Record<string, ProviderPart>>(source, 'providers', ProvidersPart) ?? {},
  };
}

function readPart<T>(source: ConfigSource, name: string, schema: object): T | undefined {
  const value = source.file[name];
  if (value === undefined) return undefined;
  const validate = new Ajv({ allErrors: true, strict: false }).compile<T>(schema);
  if (validate(value)) return value;
  for (const error of validate.errors ?? []) {
    source.problem(`${name}${error.instancePath}`, problemOf(error));
  }
  return undefined;
}

/** One sentence that says what may stand there. */
function problemOf({ keyword, message, params }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `has no setting "${params.additionalProperty}"; leave it out or look for its right name in docs/guides/models.md`;
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`;
    case 'propertyNames':
      return `must not set "${params.propertyName}": the service says that itself`;
    case 'not':
      return 'is set by the service itself; leave it out';
    default:
      return message ?? 'is wrong';
  }
}
