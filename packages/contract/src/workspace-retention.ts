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
