import Type, { type Static } from 'typebox';
import { Time } from '../dashboard/account-fields.ts';

export const SettingVersion = Type.Object(
  {
    version: Type.Integer(),
    action: Type.Enum(['create', 'update', 'delete', 'revert']),
    changed_by: Type.String(),
    changed_at: Time('When it was made.'),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'All that this version said, without secrets.',
    }),
  },
  { $id: 'SettingVersion' },
);
export type SettingVersion = Static<typeof SettingVersion>;

export const SettingVersions = Type.Object(
  { data: Type.Array(SettingVersion, { description: 'Newest first, at most 50.' }) },
  { $id: 'SettingVersions' },
);
export type SettingVersions = Static<typeof SettingVersions>;

export const RevertRequest = Type.Object({
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the one before the last.' })),
});

/** What one small call to an engine gave. */
export const EngineTest = Type.Object(
  {
    ok: Type.Boolean(),
    engine: Type.Union([Type.String(), Type.Null()], { description: 'The engine that answered.' }),
    text: Type.String({ description: 'What it said, at most 200 characters.' }),
    first_token_ms: Type.Union([Type.Integer(), Type.Null()]),
    duration_ms: Type.Integer(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    upstream_cost_usd: Type.Number(),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
  },
  { $id: 'EngineTest' },
);
export type EngineTest = Static<typeof EngineTest>;
