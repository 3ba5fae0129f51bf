import Type, { type Static } from 'typebox';

const RetainedDays = (minimum = 1) => Type.Optional(Type.Integer({ minimum, maximum: 3650 }));
export const WorkspaceRetention = Type.Union(
  [
    Type.Object(
      {
        usage_days: RetainedDays(3),
        audit_days: RetainedDays(),
        playground_days: RetainedDays(),
        contents_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
        files_days: RetainedDays(),
        runs_days: RetainedDays(),
        pictures_days: RetainedDays(),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  {
    description:
      'For how many days things of this workspace are kept, where that is not as long as `Retention` of the installation says. Set by who runs it.',
  },
);
export type WorkspaceRetention = Static<typeof WorkspaceRetention>;

export const WorkspaceLimits = Type.Object({
  storage_bytes: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
      description: 'What its files may take together, stored or under way; null for no limit.',
    }),
  ),
});

export const CallbackOrigins = Type.Array(Type.String({ maxLength: 300, pattern: '^https?://[^/?#\\s]+$' }), {
  maxItems: 50,
  description:
    'Origins (`https://app.example.com`) whose pages users are sent back to after signing in to an integration. Others are ' +
    'shown as a link.',
});
