import Type, { type Static } from 'typebox';

/** What an answer `confirmation_required` gave: it works once, for the same call, for 10 minutes. */
export const Confirm = Type.String({
  maxLength: 200,
  description: 'The token of an answer `confirmation_required`. It works once, for exactly that call, for 10 minutes.',
});

/** A call that waits for the word of whoever it is done for. */
export const Confirmation = Type.Object(
  {
    confirm: Type.String({ description: 'Send it in `confirm` with the same call.' }),
    integration_id: Type.String(),
    feature_name: Type.String(),
    user_id: Type.String(),
    inputs: Type.Record(Type.String(), Type.Unknown(), { description: 'What it would be done with.' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Confirmation', description: 'What would be done. The model does not see the token.' },
);
export type Confirmation = Static<typeof Confirmation>;

/** Features of integrations that a model may call, beside the caller's own tools. */
export const integrationFields = {
  integrations: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        features: Type.Optional(Type.Array(Type.String(), { description: 'Without them all features.' })),
      }),
      {
        maxItems: 20,
        description:
          'Their features become tools named `<id>__<FEATURE>`. Needs a key with the scope `integrations`, and `user_id`.',
      },
    ),
  ),
  user_id: Type.Optional(Type.String({ description: 'Whose connections are used.' })),
  execute: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Run calls of integrations here, in at most 8 rounds; otherwise they are returned like any other.',
    }),
  ),
  confirm: Type.Optional(Confirm),
};

/** A feature of an integration that was run on the way to an answer. */
export const ExecutedCall = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: '`<integration>__<FEATURE>`.' }),
    inputs: Type.Record(Type.String(), Type.Unknown()),
    success: Type.Boolean(),
    result: Type.Unknown({ description: 'The result, or what went wrong.' }),
    confirmation: Type.Optional(Confirmation),
  },
  { $id: 'ExecutedCall' },
);
export type ExecutedCall = Static<typeof ExecutedCall>;
