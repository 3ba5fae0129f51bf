import Type, { type Static } from 'typebox';

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 });

/** Dollars as a number or a decimal string, as OpenRouter takes both. */
const Price = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^\\d+(\\.\\d+)?$', maxLength: 40 })]);

const Sort = Type.Enum(['price', 'throughput', 'latency']);

/** How the caller wants providers to be chosen, in the fields of OpenRouter. */
export const ProviderWishes = Type.Object(
  {
    order: Type.Optional(
      Type.Union([Names, Type.Null()], {
        description: 'Providers (`azure`) or engines (`azure/gpt-5`) to try first, in this order.',
      }),
    ),
    only: Type.Optional(Type.Union([Names, Type.Null()], { description: 'No other providers than these.' })),
    ignore: Type.Optional(Type.Union([Names, Type.Null()], { description: 'Not these providers.' })),
    allow_fallbacks: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'False: the first engine alone is asked. Default true.',
      }),
    ),
    require_parameters: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'True: only engines that take every field of the request.',
      }),
    ),
    data_collection: Type.Optional(
      Type.Union([Type.Enum(['allow', 'deny']), Type.Null()], {
        description: '`deny`: only providers whose `data_policy` the operator marked so, and engines of this machine.',
      }),
    ),
    zdr: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'True: only providers that the operator marked as keeping nothing.',
      }),
    ),
    sort: Type.Optional(
      Type.Union([Sort, Type.Object({ by: Sort, partition: Type.Optional(Type.Unknown()) }), Type.Null()], {
        description: 'The cheapest first, or by what was measured of late; weights then count for nothing.',
      }),
    ),
    max_price: Type.Optional(
      Type.Union(
        [
          Type.Object(
            { prompt: Type.Optional(Price), completion: Type.Optional(Price), request: Type.Optional(Price) },
            { description: 'Of the vendor: US dollars per million tokens, and per request.' },
          ),
          Type.Null(),
        ],
        { description: 'Only engines that ask no more.' },
      ),
    ),
    regions: Type.Optional(
      Type.Union([Names, Type.Null()], { description: 'Only providers with one of these regions.' }),
    ),
  },
  {
    $id: 'ProviderWishes',
    additionalProperties: true,
    description:
      'How providers are chosen for this call, as at OpenRouter. A field that is not listed here is refused by its name. For models of the provider ' +
      '`openrouter` it is handed on as it stands.',
  },
);
export type ProviderWishes = Static<typeof ProviderWishes>;

/** Of calls that ask no model of text. */
export const engineWishes = {
  provider: Type.Optional(
    Type.Union([ProviderWishes, Type.Null()], {
      description:
        'Where the call may go: `only`, `ignore`, `data_collection`, `zdr` and `regions` hold; else 400 `no_provider_fits`.',
    }),
  ),
};

/** Fields of every request for text that say where it may go. */
export const callRouting = {
  models: Type.Optional(
    Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 }), Type.Null()], {
      description:
        'Names to go on to when `model` cannot answer, in this order. Without `model` the first of them is asked first.',
    }),
  ),
  provider: Type.Optional(Type.Union([ProviderWishes, Type.Null()])),
};
export type CallRouting = Static<Type.TObject<typeof callRouting>>;
