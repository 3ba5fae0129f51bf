import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from './admin-schemas.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

const manager = { auth: 'admin', workspaceRole: 'admin', tag: 'Administration' } as const;
const path = '/v1/admin/budgets';

export const budgetScopes = ['workspace', 'key', 'user', 'tag', 'model'] as const;
export const budgetPeriods = ['day', 'week', 'month', 'total'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

const amount = Type.Number({
  minimum: 0,
  maximum: 9_000_000,
  description: 'What may be spent in a period, in US dollars.',
});
const period = Type.Enum(budgetPeriods, {
  description:
    'Days, weeks and months are UTC; a week begins on Monday. A call counts in the period in which it began, with all that it costs.',
});
const action = Type.Enum(['stop', 'warn'], {
  description:
    '`stop`: calls that the budget does not pay for are 402 `budget_exceeded` · `warn`: they go on, and say so in `x-parley-warnings`.',
});
const warnAt = Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 10 }), {
  maxItems: 10,
  uniqueItems: true,
  description:
    'Shares of the amount at which the webhooks of the workspace (`budget.warning`) and `emails` are told, once in a period.',
});
const emails = Type.Array(Type.String({ minLength: 3, maxLength: 320, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }), {
  maxItems: 10,
  uniqueItems: true,
  description: 'Who is told by mail, where the installation sends mail.',
});
const name = Type.String({ maxLength: 200 });
const usd = (description: string) => Type.Union([Type.Number({ description }), Type.Null()]);

const aboutTarget =
  'Id of the key, the user, the tag, or the model as records of usage name it (`openai/*` for all that begin so). Null: each has a ' +
  'budget of this amount of its own; of a `workspace` always null.';

export const Budget = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.String(),
    name,
    scope: Type.Enum(budgetScopes, {
      description:
        'Whose calls count: those of the whole workspace, of a key, for an end user (`user`, `user_id` or `metadata.user_id` of the body), ' +
        'with a tag, or to a model.',
    }),
    target: Type.Union([Type.String(), Type.Null()], {
      description: aboutTarget,
    }),
    amount_usd: amount,
    period,
    action,
    warn_at: warnAt,
    emails,
    active: Type.Boolean(),
    spent_usd: usd(
      'What calls that have ended spent in this period. Null where each has a budget of its own and no `subject` was asked for.',
    ),
    held_usd: usd('What is held for calls that are running.'),
    remaining_usd: usd(
      'What a call may still need: the amount without what is spent and held, never below 0. The same figure decides.',
    ),
    resets_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the next period begins; null for `total`.',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Budget' },
);
export type Budget = Static<typeof Budget>;

const settings = {
  name: Type.Optional(name),
  action: Type.Optional(action),
  warn_at: Type.Optional(warnAt),
  emails: Type.Optional(emails),
  active: Type.Optional(
    Type.Boolean({ description: 'False: neither stops nor warns. What is spent is not counted meanwhile.' }),
  ),
};
export const CreateBudgetRequest = Type.Object({
  workspace_id: Type.Optional(Type.String({ description: 'Default: the first workspace that the caller may manage.' })),
  scope: Budget.properties.scope,
  target: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], { description: aboutTarget }),
  ),
  amount_usd: amount,
  period: Type.Optional(period),
  ...settings,
});
export type CreateBudgetRequest = Static<typeof CreateBudgetRequest>;
export const UpdateBudgetRequest = Type.Object({
  amount_usd: Type.Optional(amount),
  period: Type.Optional(period),
  ...settings,
});
export type UpdateBudgetRequest = Static<typeof UpdateBudgetRequest>;

const subject = {
  subject: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Of budgets that each key, user, tag or model has of its own: whose figures to show.',
    }),
  ),
};

export const budgetEndpoints = {
  createBudget: endpoint({
    ...manager,
    id: 'createBudget',
    method: 'POST',
    path,
    summary: 'Create a budget',
    description:
      'What was spent in the period before counts, too; of calls that are running at this moment it does not. A call that meets several ' +
      'budgets has to fit into all of them. At most 200 for a workspace.',
    body: CreateBudgetRequest,
    idempotent: true,
    responses: { 200: Budget },
    example: { scope: 'tag', target: 'support', amount_usd: 50, period: 'week', warn_at: [0.5, 0.8, 1] },
  }),
  listBudgets: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'listBudgets',
    method: 'GET',
    path,
    summary: 'List budgets, newest first',
    query: Type.Object({
      ...PageQuery.properties,
      workspace_id: Type.Optional(Type.String({ description: 'Default: every workspace that the caller may see.' })),
      scope: Type.Optional(Budget.properties.scope),
      ...subject,
    }),
    responses: { 200: page(Budget) },
  }),
  getBudget: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'getBudget',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Get a budget',
    params: IdParams,
    query: Type.Object(subject),
    responses: { 200: Budget },
  }),
  updateBudget: endpoint({
    ...manager,
    id: 'updateBudget',
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a budget',
    description: 'Takes effect within one second on every process.',
    params: IdParams,
    body: UpdateBudgetRequest,
    responses: { 200: Budget },
    example: { amount_usd: 100 },
  }),
  deleteBudget: endpoint({
    ...manager,
    id: 'deleteBudget',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a budget',
    params: IdParams,
    responses: { 200: Deleted },
  }),
};
