import Type, { type Static } from 'typebox';
import { IdParams } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { PageQuery, page } from '../page.ts';
import { NullableText, NullableTime, ofWorkspace, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const operator = { auth: 'admin', tag: dashboardTags.operation } as const;
const manager = { ...operator, workspaceRole: 'admin' } as const;

export const jobStates = ['waiting', 'running', 'failed', 'completed', 'cancelled'] as const;
export const JobInfo = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'Such as `process-file`.' }),
    state: Type.Enum(jobStates),
    attempt: Type.Integer({ description: 'Attempts begun.' }),
    max_attempts: Type.Integer(),
    workspace_id: NullableText('Where the work tells; gone with what it stood for.'),
    subject_id: NullableText('What it works on, such as a file.'),
    subject_name: NullableText('How people call that; null where it is gone, or has no name.'),
    error: NullableText(
      'Why it failed, in a sentence. In its own words until what it stood for was told; after that in those of the list of errors, ' +
        'and the thing itself says more.',
    ),
    error_code: NullableText('Of the list of errors; null where the queue itself ended it.'),
    created_at: Time('When it was queued.'),
    runs_at: NullableTime('When a waiting job is due.'),
    ended_at: NullableTime('Null while it has not.'),
    retryable: Type.Boolean({
      description:
        'Whether `retryJob` can run it: a waiting one. What an ended job worked on is gone with its end; start that again instead.',
    }),
  },
  { $id: 'JobInfo' },
);
export type JobInfo = Static<typeof JobInfo>;

export const JobsQuery = Type.Object({
  ...PageQuery.properties,
  workspace_id: Type.Optional(
    Type.String({ description: 'Default: every workspace that the caller manages. Ended jobs tell of none.' }),
  ),
  state: Type.Optional(Type.Enum(jobStates)),
  kind: Type.Optional(Type.String()),
});
export type JobsQuery = Static<typeof JobsQuery>;

export const JobCounts = Type.Object({
  waiting: Type.Integer(),
  running: Type.Integer(),
  failed: Type.Integer({ description: 'Kept for seven days.' }),
});

export const SettingInfo = Type.Object(
  {
    name: Type.String({ description: 'The variable, or the place in `parley.config.json`.' }),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
      description: 'What is in effect; of secrets only whether they are set. Null when it is not set.',
    }),
    source: Type.Enum(['default', 'environment', 'file']),
    description: Type.String(),
    secret: Type.Boolean({ description: 'Its `value` is only true when it is set.' }),
  },
  { $id: 'SettingInfo' },
);
export type SettingInfo = Static<typeof SettingInfo>;

const Days = (description: string, minimum = 1) =>
  Type.Union([Type.Integer({ minimum, maximum: 3650 }), Type.Null()], { description });
export const contentsKept = ['none', 'keys', 'all'] as const;
export const Retention = Type.Object(
  {
    usage_days: Days(
      'Records of calls, at least 3 days. Null, the default, keeps them. The log of calls reaches back as far as they; budgets and the sums of ' +
        '`/v1/admin/usage` and `/v1/admin/usage/series` stay, for whole days (UTC).',
      3,
    ),
    audit_days: Days('Audit events. Null, the default, keeps them.'),
    playground_days: Days('Playground runs that nobody shared. Default: 90.'),
    contents_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description:
        'Contents of calls, where `contents` keeps them. Default: 7. They go with the records of their calls at the latest, ' +
        'and beyond 100,000 calls the oldest go first.',
    }),
    contents: Type.Enum(contentsKept, {
      description:
        'Whose calls are kept with what they ask and are answered: of nobody, of the keys in `contents_keys`, of all. Default: `all` with ' +
        'CALL_CONTENTS=keep, else `none`. What was kept goes within an hour once it is `none`.',
    }),
    contents_keys: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      uniqueItems: true,
      description: 'Ids of keys, for `contents` `keys`.',
    }),
    contents_masked: Type.Boolean({
      description:
        'Personal data are taken out as well before anything is written, each as its kind (`[EMAIL]`), as far as they are found: names, addresses, ' +
        'e-mail addresses, numbers of telephones, accounts, cards and identity documents, dates of birth, network addresses. Default: false.',
    }),
    files_days: Days(
      'Uploaded files, from their upload. Null, the default, keeps them until they are deleted or `expires_at`.',
    ),
    runs_days: Days(
      'Research, responses, OCR and videos in the background, from their end. Null, the default: as long as each kind is kept, 7 or 30 days; ' +
        'more days do not keep them longer.',
    ),
    pictures_days: Days(
      'Pictures and their prompts in `/v1/media`. Null, the default: 30 days; more do not keep them longer.',
    ),
  },
  { $id: 'Retention' },
);
export type Retention = Static<typeof Retention>;

export const SettingsReport = Type.Object(
  {
    sections: Type.Array(Type.Object({ name: Type.String(), settings: Type.Array(SettingInfo) })),
    retention: Retention,
  },
  { $id: 'SettingsReport' },
);
export type SettingsReport = Static<typeof SettingsReport>;

export const alertMeasures = ['cost_usd', 'budget_share', 'requests', 'error_share', 'disk_used_share'] as const;
const alertFields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  measure: Type.Enum(alertMeasures, {
    description:
      '`cost_usd` spent in the period · `budget_share` of the budget of the key or workspace, 0.8 for 80 % · `requests` in ' +
      'the period · `error_share` of the calls of the last hour, 0 to 1, once there are ten · `disk_used_share` of the disk under `DATA_DIR`, 0 to 1.',
  }),
  threshold: Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'Fires when the measure reaches it.' }),
  period: Type.Optional(
    Type.Enum(['day', 'month'], { default: 'month', description: 'UTC. Not of `error_share` and `disk_used_share`.' }),
  ),
  key_id: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'Of one key. Default: the workspace.' }),
  ),
  active: Type.Optional(Type.Boolean({ default: true })),
};

export const Alert = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    key_id: NullableText('Null for the whole workspace.'),
    name: Type.String(),
    measure: Type.Enum(alertMeasures),
    threshold: Type.Number(),
    period: Type.Enum(['day', 'month']),
    active: Type.Boolean(),
    state: Type.Enum(['ok', 'firing']),
    value: Type.Union([Type.Number(), Type.Null()], { description: 'When it was last looked at; null before.' }),
    fired_at: NullableTime('When it fired last.'),
    checked_at: NullableTime('About once a minute.'),
    created_at: Time('When it was made.'),
  },
  { $id: 'Alert' },
);
export type Alert = Static<typeof Alert>;

export const CreateAlertRequest = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: the first workspace that the caller may manage.' })),
  ...alertFields,
});
export type CreateAlertRequest = Static<typeof CreateAlertRequest>;
export const UpdateAlertRequest = Type.Partial(
  Type.Object({
    name: alertFields.name,
    threshold: alertFields.threshold,
    period: alertFields.period,
    active: alertFields.active,
  }),
);
export type UpdateAlertRequest = Static<typeof UpdateAlertRequest>;

const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });
const AlertsQuery = Type.Object({ ...PageQuery.properties, ...ofWorkspace });
const alertPath = '/v1/admin/alerts';
const jobPath = '/v1/admin/jobs';

export const operationEndpoints = {
  listJobs: endpoint({
    ...manager,
    id: 'listJobs',
    method: 'GET',
    path: jobPath,
    summary: 'List jobs, newest first',
    query: JobsQuery,
    responses: {
      200: Type.Object({ ...page(JobInfo).properties, counts: JobCounts, kinds: Type.Array(Type.String()) }),
    },
  }),
  retryJob: endpoint({
    ...manager,
    id: 'retryJob',
    method: 'POST',
    path: `${jobPath}/{id}/retry`,
    summary: 'Run a waiting job now',
    description:
      'Instead of at its `runs_at`. One that runs or has ended answers 409: what it worked on is gone with its end.',
    params: IdParams,
    responses: { 200: JobInfo },
  }),
  cancelJob: endpoint({
    ...manager,
    id: 'cancelJob',
    method: 'POST',
    path: `${jobPath}/{id}/cancel`,
    summary: 'Cancel a waiting or running job',
    description: 'What it stood for fails with that reason. One that has ended answers 409.',
    params: IdParams,
    responses: { 200: JobInfo },
  }),
  getSettings: endpoint({
    ...operator,
    id: 'getSettings',
    method: 'GET',
    path: '/v1/admin/settings',
    summary: 'The settings in effect, without secrets',
    responses: { 200: SettingsReport },
  }),
  updateSettings: endpoint({
    ...operator,
    id: 'updateSettings',
    method: 'PATCH',
    path: '/v1/admin/settings',
    summary: 'Change what is kept of calls, and how long things are',
    description: 'For every process, without a restart: what is older is removed within an hour.',
    body: Type.Object({ retention: Type.Partial(Retention) }),
    responses: { 200: SettingsReport },
    example: { retention: { audit_days: 365 } },
  }),
  listAlerts: endpoint({
    ...operator,
    workspaceRole: 'viewer',
    id: 'listAlerts',
    method: 'GET',
    path: alertPath,
    summary: 'List alerts, newest first',
    query: AlertsQuery,
    responses: { 200: page(Alert) },
  }),
  createAlert: endpoint({
    ...operator,
    workspaceRole: 'admin',
    id: 'createAlert',
    method: 'POST',
    path: alertPath,
    summary: 'Be told of spending, calls or errors',
    description: 'Told to the webhooks of the workspace as `alert.fired` and `alert.resolved`.',
    body: CreateAlertRequest,
    responses: { 200: Alert },
    example: { name: 'Most of the budget', measure: 'budget_share', threshold: 0.8 },
  }),
  updateAlert: endpoint({
    ...operator,
    workspaceRole: 'admin',
    id: 'updateAlert',
    method: 'PATCH',
    path: `${alertPath}/{id}`,
    summary: 'Change an alert',
    params: IdParams,
    body: UpdateAlertRequest,
    responses: { 200: Alert },
  }),
  deleteAlert: endpoint({
    ...operator,
    workspaceRole: 'admin',
    id: 'deleteAlert',
    method: 'DELETE',
    path: `${alertPath}/{id}`,
    summary: 'Delete an alert',
    params: IdParams,
    responses: { 200: Deleted },
  }),
};
