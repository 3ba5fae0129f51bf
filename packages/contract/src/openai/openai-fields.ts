import Type, { type TSchema } from 'typebox';
import { collectionFields } from '../collections.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { resumableField } from '../resumable-field.ts';
import { FileIds } from '../text.ts';

/** A field that clients send, leave out or send as null; null is the same as left out. */
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

export const openaiTag = 'Compatibility';

/** A model id, `conversation` or `agent`. */
export const OpenAIModelName = Type.String({
  minLength: 1,
  maxLength: 300,
  pattern: '\\S',
  description:
    'A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions. May be left out where `models` or `prompt` says it.',
});

/** How a reply is sampled: passed on where the engine can, else refused by name where the result would differ. */
export const openaiSampling = {
  temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: optional(Type.Number({ minimum: 0, maximum: 1 })),
  parallel_tool_calls: optional(Type.Boolean({ description: 'False: at most one tool call in a reply.' })),
  resumable: optional(resumableField.resumable),
};

export const ReasoningEffort = Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
  description: 'How long a reasoning model thinks.',
});

const hint = 'Passed on to vendors that have it; otherwise ignored and named in the header `x-parley-warnings`.';
/** Parameters that make no difference to what is said. */
export const openaiHints = hints(hint);
export const openaiIgnored = hints('Accepted and ignored: it changes nothing in the reply.');

const passedOn = 'Passed on to vendors that have it; refused by name where the model has it not.';
/** A parameter without which the reply would be another one. */
export const PassedOn = <Schema extends TSchema>(schema: Schema) => optional({ ...schema, description: passedOn });

export const openaiFileIds = optional(FileIds);
/** Ours, beside `file_ids`. */
export const openaiCollections = {
  collection_ids: optional(collectionFields.collection_ids),
  collection_filter: optional(collectionFields.collection_filter),
};

const refused = 'Refused by name: the reply would be another one.';
export const Refused = (schema: TSchema) => optional(Type.Unsafe<unknown>({ ...schema, description: refused }));

/** What all errors of these endpoints look like. */
export const OpenAIError = Type.Object({
  error: Type.Object({
    message: Type.String(),
    type: Type.String(),
    param: Type.Union([Type.String(), Type.Null()], {
      description: 'The field that is wrong; null when none is to blame.',
    }),
    code: Type.String(),
  }),
});

const TokenLogprobs = Type.Unsafe<JsonValue[]>({
  type: 'array',
  items: {
    type: 'object',
    properties: { token: { type: 'string' }, logprob: { type: 'number' } },
    additionalProperties: true,
  },
});
/** As the vendor told them; null where they were not asked for. */
export const OpenAILogprobs = Type.Union([
  Type.Null(),
  Type.Object(
    { content: TokenLogprobs, refusal: Type.Null() },
    { description: 'With `logprobs`, as the vendor says.' },
  ),
]);

function hints(description: string) {
  return {
    user: optional(Type.String({ description })),
    metadata: optional(Type.Unsafe<JsonObject>({ type: 'object', description })),
    service_tier: optional(Type.String({ description })),
    safety_identifier: optional(Type.String({ description })),
    prompt_cache_key: optional(Type.String({ description })),
    prompt_cache_retention: optional(Type.String({ description })),
  };
}
