import Type, { type Static } from 'typebox';

export const guardActions = ['block', 'mask', 'warn', 'shadow'] as const;

/** What one guard decided in one call, as the call's record keeps it: never what was said. */
export const GuardDecision = Type.Object(
  {
    guard: Type.String({ description: 'Its name.' }),
    stage: Type.Enum(['input', 'output']),
    action: Type.Enum(guardActions),
    findings: Type.Record(Type.String(), Type.Integer(), {
      description:
        'How often each kind of thing was found: kinds of personal data, `word`, `pattern`, `verdict`, `error`.',
    }),
    ms: Type.Number({ description: 'How long it took.' }),
  },
  { $id: 'GuardDecision' },
);
export type GuardDecision = Static<typeof GuardDecision>;

/** What the record of a call for text says besides its tokens and its money. */
export const textRecordFields = {
  prompt: Type.Union([Type.String(), Type.Null()], {
    description: 'The kept prompt that the call began with, as `id@version`.',
  }),
  guards: Type.Array(GuardDecision, {
    description: 'What guards of the workspace found in the call; empty for nothing.',
  }),
};
