import Type, { type TSchema } from 'typebox';
import { collectionFields } from '../collections.ts';
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
    'A model id of `GET /v1/models`, or `conversation` or `agent`: the default model with their instructions.',
});

/** How a reply is sampled: passed on where the engine can, else refused by name where the result would differ. */
export const openaiSampling = {
  temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: optional(Type.Number({ minimum: 0, maximum: 1 })),
  parallel_tool_calls: optional(Type.Boolean({ description: 'False: at most one tool call in a reply.' })),
};

export const ReasoningEffort = Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
  description: 'How long a reasoning model thinks.',
});

const ignored = 'Accepted and ignored: it changes nothing in the reply.';
/** Parameters that make no difference to the reply. */
export const openaiIgnored = {
  user: optional(Type.String({ description: ignored })),
  metadata: optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: ignored })),
  service_tier: optional(Type.String({ description: ignored })),
  safety_identifier: optional(Type.String({ description: ignored })),
  prompt_cache_key: optional(Type.String({ description: ignored })),
  prompt_cache_retention: optional(Type.String({ description: ignored })),
};

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

export const OpenAILogprobs = Type.Null({ description: 'Engines here give none.' });
