import Type, { type Static } from 'typebox';
import { EvaluationCheck, evaluationLimits } from './evaluations.ts';
import { NamedValues } from './named-values.ts';
import { optional } from './openai/openai-fields.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Time = (description: string) => Type.String({ format: 'date-time', description });

const PlayedPrompt = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100, description: 'Id or name of a kept prompt.' }),
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    label: Type.Optional(Type.String({ maxLength: 64 })),
    variables: Type.Optional(
      NamedValues(Type.Union([Type.String({ maxLength: 200_000 }), Type.Number(), Type.Boolean()]), {
        maxProperties: 100,
        description: 'For all cases; those of a case go before them.',
      }),
    ),
  },
  { description: 'Every call begins with it. A label means the version that it means when the case is called.' },
);

export const EvaluationRunRequest = Type.Object({
  set_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Default: the evaluation set of `prompt`.' }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Default: the model or the prompt.' })),
  model: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A model or a route. Default: what each case names.' }),
  ),
  prompt: Type.Optional(PlayedPrompt),
  judge_model: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Default: the default model of the service.' }),
  ),
  concurrency: Type.Optional(
    Type.Integer({ minimum: 1, maximum: evaluationLimits.concurrency, default: 4, description: 'Calls at once.' }),
  ),
  webhook_url: optional(
    Type.String({
      maxLength: 2000,
      description: 'Called once at the end with the run, signed as Standard Webhooks say.',
    }),
  ),
});
export type EvaluationRunRequest = Static<typeof EvaluationRunRequest>;

const figures = {
  cases: Type.Integer({ description: 'Of the set when the run began.' }),
  done: Type.Integer({ description: 'Cases that were called and checked.' }),
  passed: Type.Integer({ description: 'Cases of which every check passed.' }),
  failed: Type.Integer({ description: 'Cases of which a check failed, or whose call did.' }),
  undecided: Type.Integer({
    description: 'Cases without checks, that wait for feedback, or whose judge could not say.',
  }),
  errors: Type.Integer({ description: 'Cases whose call failed.' }),
  score: Nullable(Type.Number({ description: 'Mean of the cases that have a score, from 0 to 1.' })),
  cost_usd: Type.Number({ description: 'Of the calls.' }),
  judge_cost_usd: Type.Number({ description: 'Of the judges.' }),
  p50_ms: Nullable(Type.Integer({ description: 'The median time of calls that were answered.' })),
  p95_ms: Nullable(Type.Integer()),
};
export const EvaluationFigures = Type.Object(figures, { $id: 'EvaluationFigures' });
export type EvaluationFigures = Static<typeof EvaluationFigures>;

export const evaluationStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const EvaluationRun = Type.Object(
  {
    id: Type.String(),
    set_id: Type.String(),
    name: Type.String(),
    model: Nullable(Type.String()),
    prompt: Nullable(PlayedPrompt),
    judge_model: Nullable(Type.String()),
    concurrency: Type.Integer(),
    status: Type.Enum(evaluationStatuses),
    ...figures,
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    created_at: Time('When it was asked for.'),
    started_at: Nullable(Time('When it began.')),
    finished_at: Nullable(Time('When it ended. It is kept for 90 days from then on.')),
    webhook_secret: Type.Optional(
      Type.String({ description: 'With `webhook_url`, in the reply to the call alone: what signs its webhook.' }),
    ),
  },
  { $id: 'EvaluationRun' },
);
export type EvaluationRun = Static<typeof EvaluationRun>;

const CheckOutcome = Type.Object({
  type: Type.Enum(EvaluationCheck.anyOf.map((one) => one.properties.type.const)),
  passed: Nullable(Type.Boolean({ description: 'Null where nobody can say yet, or the judge could not.' })),
  score: Nullable(Type.Number({ description: 'From 0 to 1.' })),
  reason: Nullable(Type.String({ description: 'Why it did not pass, and what a judge or feedback said.' })),
});
export type EvaluationCheckOutcome = Static<typeof CheckOutcome>;

const resultFields = {
  request_id: Type.String({ description: 'Of its record in the ledger; for `POST /v1/feedback`.' }),
  status: Type.Integer({ description: 'HTTP status of the reply.' }),
  error_code: Nullable(Type.String()),
  output: Type.String({ description: 'The text of the reply, or what went wrong; up to 100,000 characters.' }),
  model: Nullable(Type.String({ description: 'The engine that answered.' })),
  passed: Nullable(Type.Boolean()),
  score: Nullable(Type.Number()),
  checks: Type.Array(CheckOutcome),
  cost_usd: Type.Number(),
  judge_cost_usd: Type.Number(),
  duration_ms: Type.Integer(),
};
const caseNames = {
  case_id: Type.String(),
  position: Type.Integer(),
  name: Type.String(),
};
export const EvaluationResult = Type.Object({ ...caseNames, ...resultFields }, { $id: 'EvaluationResult' });
export type EvaluationResult = Static<typeof EvaluationResult>;

export const EvaluationComparison = Type.Object(
  {
    set_id: Type.String(),
    runs: Type.Array(EvaluationRun, { description: 'In the order in which they were named.' }),
    cases: Type.Array(
      Type.Object({
        ...caseNames,
        results: Type.Array(Nullable(Type.Object(resultFields)), {
          description: 'One for each run, in the same order; null where a run has none of this case.',
        }),
      }),
    ),
    has_more: Type.Boolean(),
    next: Nullable(Type.Integer({ description: 'Give it as `after` to read on.' })),
  },
  { $id: 'EvaluationComparison' },
);
export type EvaluationComparison = Static<typeof EvaluationComparison>;
