import Type, { type Static } from 'typebox';
import type { JsonValue } from './json.ts';

/** Bounds of evaluations. */
export const evaluationLimits = {
  casesOfSet: 1000,
  setsOfWorkspace: 200,
  checksOfCase: 20,
  /** Characters of a request, and of what is expected, as JSON. */
  request: 200_000,
  expected: 64_000,
  concurrency: 16,
  openRuns: 20,
  comparedRuns: 8,
} as const;

/** What a case can call. */
export const evaluationTargets = [
  '/v1/answer',
  '/v1/conversation',
  '/v1/agent',
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/completions',
] as const;
export type EvaluationTarget = (typeof evaluationTargets)[number];

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Time = (description: string) => Type.String({ format: 'date-time', description });
const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

const at = Type.Optional(
  Type.String({
    maxLength: 500,
    pattern: '^(?:/.*)?$',
    description:
      'A JSON Pointer, such as `/total`: the check looks at this field of a reply that is JSON. Default: the whole text.',
  }),
);
const ignoreCase = Type.Optional(Type.Boolean({ default: false }));
const Least = (fallback: number, minimum: number) =>
  Type.Optional(Type.Number({ minimum, maximum: 1, default: fallback, description: 'From this score on it passes.' }));

const EqualsCheck = Type.Object(
  {
    type: Type.Literal('equals'),
    value: Type.Optional(Type.Unsafe<JsonValue>({ description: 'Default: what the case expects.' })),
    at,
    ignore_case: ignoreCase,
  },
  { description: 'Texts without the blanks around them; anything else as JSON.' },
);
const ContainsCheck = Type.Object({
  type: Type.Literal('contains'),
  value: Type.Optional(Text(evaluationLimits.expected, 'Default: what the case expects.')),
  at,
  ignore_case: ignoreCase,
});
const MatchesCheck = Type.Object({
  type: Type.Literal('matches'),
  pattern: Text(500, 'A regular expression (RE2: no look-around, no back references), met in linear time.'),
  at,
  ignore_case: ignoreCase,
});
const SchemaCheck = Type.Object({
  type: Type.Literal('json_schema'),
  schema: Type.Record(Type.String(), Type.Unknown(), { description: 'The reply is JSON that satisfies it.' }),
});
const NumberCheck = Type.Object(
  {
    type: Type.Literal('number'),
    value: Type.Optional(Type.Number({ description: 'Default: what the case expects.' })),
    tolerance: Type.Number({ minimum: 0, description: 'How far from it a number may be, in its own unit.' }),
    at,
  },
  { description: 'The text, or the field, has a number that near.' },
);
const CitesCheck = Type.Object({
  type: Type.Literal('cites'),
  file: Text(100, 'The id of a file that stands among the sources of the reply.'),
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'With this page.' })),
});
const LatencyCheck = Type.Object({
  type: Type.Literal('latency'),
  max_ms: Type.Integer({ minimum: 1, description: 'The call takes no longer.' }),
});
const CostCheck = Type.Object({
  type: Type.Literal('cost'),
  max_usd: Type.Number({ minimum: 0, description: 'The call costs no more.' }),
});
const JudgeCheck = Type.Object(
  {
    type: Type.Literal('judge'),
    rubric: Text(8000, 'What a good reply is. A connected model gives a score from 0 to 1, with its reason.'),
    model: Type.Optional(Type.String({ maxLength: 200, description: 'Default: `judge_model` of the run.' })),
    min_score: Least(0.5, 0),
  },
  { description: 'Its money is `judge_cost_usd`, apart from that of the call.' },
);
const FeedbackCheck = Type.Object(
  { type: Type.Literal('feedback'), min_score: Least(0, -1) },
  {
    description:
      'By `POST /v1/feedback` for the `request_id` of the result; until it comes, the case is neither passed nor failed.',
  },
);

export const EvaluationCheck = Type.Union(
  [
    EqualsCheck,
    ContainsCheck,
    MatchesCheck,
    SchemaCheck,
    NumberCheck,
    CitesCheck,
    LatencyCheck,
    CostCheck,
    JudgeCheck,
    FeedbackCheck,
  ],
  { description: 'What a reply is held to.' },
);
export type EvaluationCheck = Static<typeof EvaluationCheck>;

const Checks = (description: string) =>
  Type.Array(EvaluationCheck, { maxItems: evaluationLimits.checksOfCase, description });

const caseFields = {
  name: Text(200, 'To find it again.'),
  endpoint: Type.Enum(evaluationTargets, { description: 'What is called.' }),
  request: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The body of the call, but for `stream` and `background`; a run sets `model` and `prompt` in it.',
  }),
  expected: Type.Unsafe<JsonValue>({ description: 'What a right reply is, for the checks and the judge.' }),
  checks: Checks(
    'Default: those of the set; where it has none either, and something is expected: `contains`, whatever the case.',
  ),
};

export const NewEvaluationCase = Type.Object(
  {
    name: Type.Optional(caseFields.name),
    endpoint: Type.Optional(Type.Enum(evaluationTargets, { default: '/v1/answer', description: 'What is called.' })),
    request: caseFields.request,
    expected: Type.Optional(caseFields.expected),
    checks: Type.Optional(caseFields.checks),
  },
  { $id: 'NewEvaluationCase' },
);
export type NewEvaluationCase = Static<typeof NewEvaluationCase>;

export const EvaluationCase = Type.Object(
  {
    id: Type.String(),
    set_id: Type.String(),
    position: Type.Integer({ description: 'In the set, from 1 on.' }),
    name: caseFields.name,
    endpoint: caseFields.endpoint,
    request: caseFields.request,
    expected: caseFields.expected,
    checks: Nullable(caseFields.checks),
    from_request_id: Nullable(Type.String({ description: 'The call that it was made from; null for one by hand.' })),
    created_at: Time('When it was made.'),
  },
  { $id: 'EvaluationCase' },
);
export type EvaluationCase = Static<typeof EvaluationCase>;

const setFields = {
  name: Text(200, 'What people call it.'),
  description: Nullable(Type.String({ maxLength: 2000 })),
  checks: Checks('For cases that have none of their own.'),
};
export const EvaluationSet = Type.Object(
  {
    id: Type.String(),
    ...setFields,
    cases: Type.Integer({ description: 'How many there are.' }),
    created_at: Time('When it was made.'),
    updated_at: Time('When it or a case of it was last changed.'),
  },
  { $id: 'EvaluationSet' },
);
export type EvaluationSet = Static<typeof EvaluationSet>;

export const EvaluationSetRequest = Type.Object({
  name: setFields.name,
  description: Type.Optional(setFields.description),
  checks: Type.Optional(setFields.checks),
  cases: Type.Optional(
    Type.Array(NewEvaluationCase, { maxItems: evaluationLimits.casesOfSet, description: 'Its first cases.' }),
  ),
});
export type EvaluationSetRequest = Static<typeof EvaluationSetRequest>;
export const EvaluationSetChanges = Type.Object(
  {
    name: Type.Optional(setFields.name),
    description: Type.Optional(setFields.description),
    checks: Type.Optional(setFields.checks),
  },
  { minProperties: 1 },
);
export type EvaluationSetChanges = Static<typeof EvaluationSetChanges>;

export const EvaluationCaseChanges = Type.Object(
  {
    name: Type.Optional(caseFields.name),
    request: Type.Optional(caseFields.request),
    expected: Type.Optional(caseFields.expected),
    checks: Type.Optional(Nullable(caseFields.checks)),
  },
  { minProperties: 1 },
);
export type EvaluationCaseChanges = Static<typeof EvaluationCaseChanges>;

const mostFromCalls = 200;
export const CasesFromCalls = Type.Object(
  {
    request_ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: mostFromCalls }),
    ),
    from: Type.Optional(Time('The earliest call.')),
    to: Type.Optional(Time('Calls before this time.')),
    endpoint: Type.Optional(caseFields.endpoint),
    model: Type.Optional(Type.String({ maxLength: 200 })),
    tag: Type.Optional(Type.String({ maxLength: 64 })),
    user_id: Type.Optional(Type.String({ maxLength: 200 })),
    key_id: Type.Optional(Type.String({ maxLength: 100, description: 'For admins who are signed in.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostFromCalls, default: 50 })),
    expect_reply: Type.Optional(
      Type.Boolean({ default: false, description: 'What was answered then is what is expected.' }),
    ),
  },
  {
    description:
      'From calls whose contents are kept (`contents` of the settings), newest first, by request ids or by what is asked here. A key takes those ' +
      'that were made with it; admins of the workspace who are signed in take all of the workspace.',
  },
);
export type CasesFromCalls = Static<typeof CasesFromCalls>;

export const AddedCases = Type.Object(
  {
    data: Type.Array(EvaluationCase, { description: 'Those that were added.' }),
    skipped: Type.Array(Type.Object({ request_id: Type.String(), reason: Type.String() }), {
      description: 'Calls that cannot be called again, and why.',
    }),
  },
  { $id: 'AddedCases' },
);
export type AddedCases = Static<typeof AddedCases>;
