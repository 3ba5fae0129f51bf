import Type, { type Static } from 'typebox';
import { NamedValues } from './named-values.ts';

/** Which kept prompt a call for text begins with. */
export const PromptChoice = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100, description: 'Of `POST /v1/prompts`, or its name.' }),
    version: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^\\d{1,9}$' })], {
        description: 'Default: the one of `label`.',
      }),
    ),
    label: Type.Optional(Type.String({ maxLength: 64, description: 'Default: `production`.' })),
    variables: Type.Optional(
      NamedValues(Type.Union([Type.String({ maxLength: 200_000 }), Type.Number(), Type.Boolean()]), {
        maxProperties: 100,
        description: 'What stands in place of each `{{name}}`. One that the prompt has and the call does not is a 400.',
      }),
    ),
  },
  { $id: 'PromptChoice' },
);
export type PromptChoice = Static<typeof PromptChoice>;

export const promptField = { prompt: Type.Optional(PromptChoice) };
