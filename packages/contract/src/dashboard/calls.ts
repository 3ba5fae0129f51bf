import Type, { type Static } from 'typebox';
import { labelFilters, UsageRecord } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { Feedback } from '../feedback.ts';
import { PageQuery, page } from '../page.ts';
import { NullableText, ofWorkspace, Time, timeRange } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const reader = { auth: 'admin', workspaceRole: 'viewer', tag: dashboardTags.calls } as const;

/** Where calls came from: programs with keys, people in the dashboard, or runs of evaluations. */
export const callSources = ['key', 'dashboard', 'evaluation'] as const;
export type CallSource = (typeof callSources)[number];

export const statusClasses = ['ok', 'error', 'refused', 'failed', 'left'] as const;

const filters = {
  ...ofWorkspace,
  key_id: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  endpoint: Type.Optional(Type.String({ description: 'Operation id, such as `createAnswer`.' })),
  source: Type.Optional(
    Type.Enum(callSources, {
      description:
        '`key`: of programs · `dashboard`: of people who are signed in, such as runs of the playground · `evaluation`: of runs of evaluations.',
    }),
  ),
};

/** Of single calls. */
const callFilters = {
  ...labelFilters,
  status: Type.Optional(
    Type.Enum(statusClasses, {
      description: '`error` is any status from 400 on · `refused` 4xx · `failed` 5xx · `left` 499.',
    }),
  ),
  slower_than_ms: Type.Optional(Type.Integer({ minimum: 0 })),
};

export const CallsQuery = Type.Object({
  ...PageQuery.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 20 })),
  ...timeRange,
  ...filters,
  ...callFilters,
  engine: Type.Optional(Type.String({ description: '`provider/model`.' })),
  request_id: Type.Optional(Type.String()),
});
export type CallsQuery = Static<typeof CallsQuery>;

export const CallSummary = Type.Object(
  {
    id: Type.String({ description: 'Of the record. Calls may share a request id that their callers chose.' }),
    ...UsageRecord.properties,
    key_name: NullableText('Null when the key is gone.'),
    source: Type.Enum(callSources, {
      description:
        '`dashboard`: sent by somebody who is signed in. What the dashboard only reads is no call here. `evaluation`: made by a run, whoever asked for it.',
    }),
    feedback: Type.Union([Feedback, Type.Null()], {
      description: 'What was said of its reply by `POST /v1/feedback`.',
    }),
  },
  { $id: 'CallSummary' },
);
export type CallSummary = Static<typeof CallSummary>;

const StepPassage = Type.Object({
  file_id: NullableText('Null for a text that came with the request.'),
  filename: Type.String(),
  page: Type.Optional(Type.Integer({ description: 'The first page is 1.' })),
  start: Type.Integer({ description: 'Where it begins in the text of the file.' }),
  end: Type.Integer(),
});
export const stepKinds = ['retrieval', 'tool', 'schema', 'run'] as const;
export const CallStep = Type.Object(
  {
    kind: Type.Enum(stepKinds, {
      description:
        '`retrieval`: passages were looked for in files · `tool`: the service ran a tool · `schema`: a reply was held to the schema, in the way that ' +
        '`name` says it was asked for · `run`: one step of a run in the background.',
    }),
    name: Type.String({
      description: 'Of the tool, of the way of asking (`strict`, `tool`, `json`, `prompt`), of the step.',
    }),
    started_ms: Type.Integer({ description: 'After the beginning of the call.' }),
    duration_ms: Type.Integer(),
    error: NullableText('A code, such as `tool_error` or `schema_not_met`; null where it went well.'),
    passages: Type.Optional(
      Type.Array(StepPassage, { description: 'What was found, best first, the first twelve: places, not words.' }),
    ),
  },
  { $id: 'CallStep', description: 'A piece of the work besides the calls to engines.' },
);
export type CallStep = Static<typeof CallStep>;

/** Of one call alone, because it is long. */
const explanation = {
  error_message: NullableText('What the caller was told; null for no error, and in records of older versions.'),
  vendor_message: NullableText('What the vendor said of it, without keys: for admins. Null where none did.'),
  steps: Type.Array(CallStep, { description: 'In the order in which they ended, the first hundred.' }),
};
export const ExplainedCall = Type.Object({ ...CallSummary.properties, ...explanation }, { $id: 'ExplainedCall' });
export type ExplainedCall = Static<typeof ExplainedCall>;

export const CallContents = Type.Object(
  {
    request: NullableText('The body as JSON; null where it was none, such as an upload.'),
    reply: NullableText('The answer as text; of a stream, its events. Null for bytes.'),
    truncated: Type.Boolean({ description: 'Each side is kept up to 64 kB of characters.' }),
    expires_at: Time('When it is forgotten.'),
  },
  { $id: 'CallContents' },
);
export type CallContents = Static<typeof CallContents>;

export const CallDetail = Type.Object(
  {
    request_id: Type.String(),
    calls: Type.Array(ExplainedCall, { description: 'Usually one.' }),
    contents: Type.Union([CallContents, Type.Null()], {
      description:
        'What was asked and answered: only where `contents` of the settings keeps it, of POST calls, for admins, as long as it is kept. Keys, passwords and what looks like them are taken out; who looks stands in the audit log.',
    }),
    contents_kept: Type.Boolean({ description: 'Whether contents of calls are kept at all.' }),
  },
  { $id: 'CallDetail' },
);
export type CallDetail = Static<typeof CallDetail>;

export const seriesIntervals = ['minute', 'hour', 'day'] as const;
export const seriesGroups = ['key', 'model', 'endpoint', 'workspace', 'user', 'tag'] as const;
export const SeriesQuery = Type.Object({
  ...timeRange,
  ...filters,
  ...callFilters,
  interval: Type.Optional(
    Type.Enum(seriesIntervals, { description: 'Default: what gives about a hundred points. Days are UTC.' }),
  ),
  group_by: Type.Optional(
    Type.Enum(seriesGroups, {
      description:
        "`user`: the caller's own users · `tag`: a call with several tags is counted for each of them, and once in the total.",
    }),
  ),
});
export type SeriesQuery = Static<typeof SeriesQuery>;

const measures = {
  requests: Type.Integer(),
  errors: Type.Integer({ description: 'Statuses from 400 on.' }),
  input_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cost_usd: Type.Number(),
  upstream_cost_usd: Type.Number(),
  saved_usd: Type.Number({ description: 'What replies that were given again had cost when they were written.' }),
  unpriced_requests: Type.Integer({
    description:
      'Calls of engines whose price is not known: the costs lack theirs, and budgets and alerts do not see them.',
  }),
  p50_ms: Type.Union([Type.Number(), Type.Null()], { description: 'Half of the calls were faster; within 5 %.' }),
  p95_ms: Type.Union([Type.Number(), Type.Null()], { description: '95 % of the calls were faster; within 5 %.' }),
};
export const SeriesTotal = Type.Object(measures, { $id: 'SeriesTotal' });
export type SeriesTotal = Static<typeof SeriesTotal>;
export const SeriesPoint = Type.Object({ start: Time('Of the interval.'), ...measures }, { $id: 'SeriesPoint' });
export type SeriesPoint = Static<typeof SeriesPoint>;
export const SeriesGroup = Type.Object(
  {
    group: NullableText('Id, model, endpoint, user or tag; null for calls without one.'),
    label: Type.String({ description: 'What to show: the name of a key or workspace, else the group itself.' }),
    total: SeriesTotal,
    points: Type.Array(SeriesPoint, { description: 'One for each interval, also where nothing happened.' }),
  },
  { $id: 'SeriesGroup' },
);
export type SeriesGroup = Static<typeof SeriesGroup>;
export const UsageSeries = Type.Object(
  {
    from: Time('Of the first interval.'),
    to: Time('The end of the last interval.'),
    interval: Type.Enum(seriesIntervals),
    group_by: Type.Union([Type.Enum(seriesGroups), Type.Null()]),
    total: SeriesTotal,
    groups: Type.Array(SeriesGroup, {
      description: 'Most requests first, at most 20; what is beyond is together in a group named `…`.',
    }),
  },
  { $id: 'UsageSeries' },
);
export type UsageSeries = Static<typeof UsageSeries>;

export const callEndpoints = {
  listCalls: endpoint({
    ...reader,
    id: 'listCalls',
    method: 'GET',
    path: '/v1/admin/calls',
    summary: 'List calls, newest first',
    query: CallsQuery,
    responses: { 200: page(CallSummary) },
  }),
  getCall: endpoint({
    ...reader,
    id: 'getCall',
    method: 'GET',
    path: '/v1/admin/calls/{request_id}',
    summary: 'Look at one call',
    params: Type.Object({ request_id: Type.String() }),
    responses: { 200: CallDetail },
  }),
  getUsageSeries: endpoint({
    ...reader,
    id: 'getUsageSeries',
    method: 'GET',
    path: '/v1/admin/usage/series',
    summary: 'Requests, errors, tokens, cost and latency over time',
    description: 'Default: the last 24 hours.',
    query: SeriesQuery,
    responses: { 200: UsageSeries },
  }),
};
