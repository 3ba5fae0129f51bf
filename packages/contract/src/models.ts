import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ErrorBody } from './errors.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const Price = (description: string) => Type.String({ description: `USD ${description}, as a decimal string.` });

/** One model that requests can name. */
export const Model = Type.Object(
  {
    id: Type.String({ description: 'The name to use as `model` in requests.' }),
    object: Type.Literal('model', { description: "For OpenAI's clients." }),
    type: Type.Literal('model', { description: "For Anthropic's clients." }),
    owned_by: Type.String(),
    display_name: Type.String({ description: 'The same as `name`.' }),
    created_at: Type.String({ format: 'date-time', description: 'The same as `created`.' }),
    canonical_slug: Type.String(),
    hugging_face_id: Type.String({ description: 'Empty when not applicable.' }),
    name: Type.String({ description: 'For people.' }),
    created: Type.Integer({ description: 'Time of the request, in seconds since 1970-01-01 UTC.' }),
    description: Type.String(),
    context_length: Type.Integer({ description: 'Tokens, input and output together.' }),
    architecture: Type.Object({
      modality: Type.String({ description: 'Of the form `text->text`.' }),
      input_modalities: Type.Array(Type.String()),
      output_modalities: Type.Array(Type.String()),
      tokenizer: Type.String(),
      instruct_type: Nullable(Type.String()),
    }),
    pricing: Type.Object({
      prompt: Price('per input token'),
      completion: Price('per output token'),
      request: Price('per request'),
      image: Price('per image'),
      web_search: Price('per web search'),
      internal_reasoning: Price('per reasoning token'),
    }),
    charged: Type.Optional(
      Type.Object(
        {
          prompt: Price('per input token'),
          completion: Price('per output token'),
          request: Price('per request'),
          input_cache_read: Price('per input token that the vendor read from its cache'),
          input_cache_write: Price('per input token that the vendor wrote to its cache'),
        },
        {
          description:
            'What a workspace is charged here. `pricing` holds the listed prices; where several engines serve a model, the dearest.',
        },
      ),
    ),
    price_known: Type.Optional(
      Type.Boolean({
        description:
          'False where nobody has said what an engine of it costs: its calls are charged at 0, and no budget ends them.',
      }),
    ),
    top_provider: Type.Object({
      context_length: Type.Integer(),
      max_completion_tokens: Nullable(Type.Integer()),
      is_moderated: Type.Boolean(),
    }),
    per_request_limits: Nullable(Type.Record(Type.String(), Type.Unknown())),
    supported_parameters: Type.Array(Type.String(), {
      description:
        'Of `tools`, `response_format`, `temperature`, `top_p`, `frequency_penalty`, `presence_penalty`, `max_tokens`, `tool_choice`.',
    }),
    default_parameters: Type.Object({
      temperature: Nullable(Type.Number()),
      top_p: Nullable(Type.Number()),
      frequency_penalty: Nullable(Type.Number()),
    }),
  },
  { $id: 'Model', description: 'A model that requests can name, with its limits and prices.' },
);
export type Model = Static<typeof Model>;

export const ModelList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Model),
    has_more: Type.Literal(false),
    first_id: Nullable(Type.String()),
    last_id: Nullable(Type.String()),
  },
  { $id: 'ModelList', description: "All models at once, in a form that OpenAI's and Anthropic's clients read, too." },
);
export type ModelList = Static<typeof ModelList>;

/** All models that this service answers for. */
export const listModels = endpoint({
  id: 'listModels',
  method: 'GET',
  path: '/v1/models',
  auth: 'none',
  triesKey: true,
  tag: 'Models',
  summary: 'List the models',
  description:
    '`small-2` and `small-1` first, then the models that the operator configured. No key is needed; a wrong one is refused, and one that is limited to `models` sees these alone.',
  responses: { 200: ModelList, 503: ErrorBody },
});

/** One model by its id. */
export const getModel = endpoint({
  id: 'getModel',
  method: 'GET',
  path: '/v1/models/{id}',
  auth: 'none',
  triesKey: true,
  tag: 'Models',
  summary: 'Read one model',
  description:
    'In an id with a slash, such as `acme/large`, the slash is written as `%2F`. `conversation` and `agent` are the default model.',
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Model id.' }) }),
  responses: { 200: Model, 404: ErrorBody, 503: ErrorBody },
});
