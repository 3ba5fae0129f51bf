import Type from 'typebox';
import { Deleted } from './admin-schemas.ts';
import { endpoint } from './endpoint.ts';
import { EvaluationComparison, EvaluationResult, EvaluationRun, EvaluationRunRequest } from './evaluation-runs.ts';
import {
  AddedCases,
  CasesFromCalls,
  EvaluationCase,
  EvaluationCaseChanges,
  EvaluationSet,
  EvaluationSetChanges,
  EvaluationSetRequest,
  evaluationLimits,
  NewEvaluationCase,
} from './evaluations.ts';
import { PageQuery, page } from './page.ts';

const common = { auth: 'evaluation', tag: 'Evaluation' } as const;
const Id = Type.String({ minLength: 1, maxLength: 100 });
const SetParams = Type.Object({ set_id: Id });
const CaseParams = Type.Object({ set_id: Id, case_id: Id });
const RunParams = Type.Object({ run_id: Id });
const sets = '/v1/evaluations/sets';
const runs = '/v1/evaluations/runs';

const ByPosition = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'The `next` of the page before.' })),
});
const pageByPosition = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({
    data: Type.Array(item),
    has_more: Type.Boolean(),
    next: Type.Union([Type.Integer(), Type.Null()], { description: 'Give it as `after` to read on.' }),
  });

/** Sets of calls, played against models, routes and prompts, and checked. */
export const evaluationEndpoints = {
  listEvaluationSets: endpoint({
    ...common,
    id: 'listEvaluationSets',
    method: 'GET',
    path: sets,
    summary: 'List sets, newest first',
    query: PageQuery,
    responses: { 200: page(EvaluationSet) },
  }),
  createEvaluationSet: endpoint({
    ...common,
    id: 'createEvaluationSet',
    method: 'POST',
    path: sets,
    summary: 'Make a set of calls',
    body: EvaluationSetRequest,
    responses: { 200: EvaluationSet },
    idempotent: true,
    example: {
      name: 'Opening hours',
      cases: [{ request: { query: 'When do you open?', context: 'The shop opens at nine.' }, expected: 'nine' }],
    },
  }),
  getEvaluationSet: endpoint({
    ...common,
    id: 'getEvaluationSet',
    method: 'GET',
    path: `${sets}/{set_id}`,
    summary: 'Get a set',
    params: SetParams,
    responses: { 200: EvaluationSet },
  }),
  updateEvaluationSet: endpoint({
    ...common,
    id: 'updateEvaluationSet',
    method: 'PATCH',
    path: `${sets}/{set_id}`,
    summary: 'Change a set',
    params: SetParams,
    body: EvaluationSetChanges,
    responses: { 200: EvaluationSet },
    example: { checks: [{ type: 'latency', max_ms: 5000 }] },
  }),
  deleteEvaluationSet: endpoint({
    ...common,
    id: 'deleteEvaluationSet',
    method: 'DELETE',
    path: `${sets}/{set_id}`,
    summary: 'Delete a set with its cases',
    description: 'Its runs stay as they are.',
    params: SetParams,
    responses: { 200: Deleted },
  }),
  listEvaluationCases: endpoint({
    ...common,
    id: 'listEvaluationCases',
    method: 'GET',
    path: `${sets}/{set_id}/cases`,
    summary: 'List the cases of a set, in their order',
    params: SetParams,
    query: ByPosition,
    responses: { 200: pageByPosition(EvaluationCase) },
  }),
  addEvaluationCases: endpoint({
    ...common,
    id: 'addEvaluationCases',
    method: 'POST',
    path: `${sets}/{set_id}/cases`,
    summary: 'Add cases, by hand or from calls that were made',
    description: `A set has at most ${evaluationLimits.casesOfSet} cases. Either \`cases\` or \`from_calls\`.`,
    params: SetParams,
    body: Type.Object({
      cases: Type.Optional(Type.Array(NewEvaluationCase, { minItems: 1, maxItems: evaluationLimits.casesOfSet })),
      from_calls: Type.Optional(CasesFromCalls),
    }),
    responses: { 200: AddedCases },
    idempotent: true,
    example: {
      cases: [
        {
          request: { query: 'Until when?', context: 'Open until 18:30.' },
          checks: [{ type: 'matches', pattern: '18[:.]30' }],
        },
      ],
    },
  }),
  updateEvaluationCase: endpoint({
    ...common,
    id: 'updateEvaluationCase',
    method: 'PATCH',
    path: `${sets}/{set_id}/cases/{case_id}`,
    summary: 'Change a case',
    params: CaseParams,
    body: EvaluationCaseChanges,
    responses: { 200: EvaluationCase },
    example: { expected: 'nine' },
  }),
  deleteEvaluationCase: endpoint({
    ...common,
    id: 'deleteEvaluationCase',
    method: 'DELETE',
    path: `${sets}/{set_id}/cases/{case_id}`,
    summary: 'Delete a case',
    params: CaseParams,
    responses: { 200: Deleted },
  }),
  listEvaluationRuns: endpoint({
    ...common,
    id: 'listEvaluationRuns',
    method: 'GET',
    path: runs,
    summary: 'List runs, newest first',
    query: Type.Object({ ...PageQuery.properties, set_id: Type.Optional(Id) }),
    responses: { 200: page(EvaluationRun) },
  }),
  createEvaluationRun: endpoint({
    ...common,
    id: 'createEvaluationRun',
    method: 'POST',
    path: runs,
    summary: 'Play a set against a model, a route or a prompt',
    description:
      'Goes on in the background. Every case is an ordinary call with a record of its own, under the endpoint `evaluation` and with the run in its ' +
      '`metadata`; the key needs what the calls need, such as `text`.',
    body: EvaluationRunRequest,
    responses: { 200: EvaluationRun },
    idempotent: true,
    example: { set_id: 'evset_3pBb8VqJ2xY6rTgN', model: 'small-2' },
  }),
  getEvaluationRun: endpoint({
    ...common,
    id: 'getEvaluationRun',
    method: 'GET',
    path: `${runs}/{run_id}`,
    summary: 'How far a run is, and what came out',
    params: RunParams,
    responses: { 200: EvaluationRun },
  }),
  cancelEvaluationRun: endpoint({
    ...common,
    id: 'cancelEvaluationRun',
    method: 'POST',
    path: `${runs}/{run_id}/cancel`,
    summary: 'Cancel a run',
    description: 'What was done stays. Cancelling what has ended changes nothing.',
    params: RunParams,
    responses: { 200: EvaluationRun },
  }),
  deleteEvaluationRun: endpoint({
    ...common,
    id: 'deleteEvaluationRun',
    method: 'DELETE',
    path: `${runs}/{run_id}`,
    summary: 'Delete a run with its results',
    params: RunParams,
    responses: { 200: Deleted },
  }),
  listEvaluationResults: endpoint({
    ...common,
    id: 'listEvaluationResults',
    method: 'GET',
    path: `${runs}/{run_id}/results`,
    summary: 'What was said to each case, in the order of the set',
    params: RunParams,
    query: ByPosition,
    responses: { 200: pageByPosition(EvaluationResult) },
  }),
  compareEvaluationRuns: endpoint({
    ...common,
    id: 'compareEvaluationRuns',
    method: 'GET',
    path: '/v1/evaluations/compare',
    summary: 'Put runs of one set side by side',
    query: Type.Object({
      runs: Type.String({
        pattern: '^[^,]{1,100}(?:,[^,]{1,100}){1,7}$',
        description: `Ids of two to ${evaluationLimits.comparedRuns} runs, with commas between them.`,
      }),
      ...ByPosition.properties,
    }),
    responses: { 200: EvaluationComparison },
  }),
};
