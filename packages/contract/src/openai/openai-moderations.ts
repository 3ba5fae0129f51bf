import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { engineWishes } from '../routing/routing-fields.ts';
import { textAuth } from '../text.ts';
import { openaiTag, optional } from './openai-fields.ts';

const Text = Type.String({ minLength: 1, maxLength: 1_000_000, pattern: '\\S' });

const Part = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Text }),
  Type.Object({
    type: Type.Literal('image_url'),
    image_url: Type.Object({
      url: Type.String({
        minLength: 1,
        maxLength: 20_000_000,
        pattern: '^(?:https://|data:image/)',
        description: 'An https address, which the vendor fetches, or a data URL.',
      }),
    }),
  }),
]);

export const ModerationRequest = Type.Object(
  {
    model: optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "`provider/model`, or the name alone of a model of the default's provider. Default: `MODERATION_MODEL`.",
      }),
    ),
    input: Type.Union(
      [
        Text,
        Type.Array(Text, { minItems: 1, maxItems: 1000, description: 'Each is judged by itself.' }),
        Type.Array(Part, { minItems: 1, maxItems: 100, description: 'Texts and pictures, judged as one.' }),
      ],
      { description: 'Up to 4,000,000 characters of text in all.' },
    ),
    ...engineWishes,
  },
  { $id: 'ModerationRequest' },
);
export type ModerationRequest = Static<typeof ModerationRequest>;

export const ModerationList = Type.Object(
  {
    id: Type.String(),
    model: Type.String({ description: 'What judged: `provider/model`.' }),
    results: Type.Array(
      Type.Object({
        flagged: Type.Boolean({ description: 'Whether any category applies.' }),
        categories: Type.Record(Type.String(), Type.Boolean(), { description: "By the vendor's names." }),
        category_scores: Type.Record(Type.String(), Type.Number()),
        category_applied_input_types: Type.Optional(
          Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Absent where the vendor says none.' }),
        ),
      }),
      { description: 'One for each text of a list, else one.' },
    ),
  },
  { $id: 'ModerationList' },
);
export type ModerationList = Static<typeof ModerationList>;

/** What speaks against texts and pictures, by a vendor that judges them. */
export const createModeration = endpoint({
  id: 'createModeration',
  method: 'POST',
  path: '/v1/moderations',
  auth: textAuth,
  tag: openaiTag,
  summary: "OpenAI's moderations",
  description:
    'Judged by `MODERATION_MODEL`, else by OpenAI where its key is set up; with neither, 503 `model_not_configured` says what to connect.',
  errorShape: 'openai',
  body: ModerationRequest,
  responses: { 200: ModerationList },
  idempotent: true,
  example: { model: 'omni-moderation-latest', input: 'I will find where you live.' },
});
