import { Ajv } from 'ajv';
import Type, { type Static } from 'typebox';
import { modelVendorTypes } from '../vendors/model-vendors.ts';
import type { ConfigSource } from './config-source.ts';

const Dollars = Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'US dollars as a decimal string.' });
const PerMillion = Type.Number({ minimum: 0, description: 'US dollars per million tokens.' });

const Pricing = Type.Object(
  {
    prompt: Type.Optional(Dollars),
    completion: Type.Optional(Dollars),
    request: Type.Optional(Dollars),
  },
  { additionalProperties: false, description: 'What a workspace is charged: per input token, output token, request.' },
);

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
    pricing: Type.Optional(Pricing),
    upstream_prices: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            input: PerMillion,
            cached_input: Type.Optional(PerMillion),
            cache_write: Type.Optional(PerMillion),
            output: PerMillion,
          },
          { additionalProperties: false },
        ),
        { description: "The vendor's own prices by model, for `upstream_cost_usd`; `*` stands for every other model." },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ProviderPart = Static<typeof ProviderPart>;

export const ModelsPart = Type.Array(ModelPart, { maxItems: 500 });
export const ProvidersPart = Type.Record(Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$' }), ProviderPart);

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
    const extra = 'additionalProperty' in error.params ? ` (${error.params.additionalProperty})` : '';
    source.problem(`${name}${error.instancePath}`, `${error.message ?? 'is wrong'}${extra}`);
  }
  return undefined;
}
