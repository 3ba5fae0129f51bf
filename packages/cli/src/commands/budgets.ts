import type { Budget } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';

const actions = ['list', 'create', 'show', 'change', 'delete'] as const;
const scopes = ['workspace', 'key', 'user', 'tag', 'model'] as const;
const periods = ['day', 'week', 'month', 'total'] as const;
const whatToDo = ['stop', 'warn'] as const;

export const budgets: Command = {
  name: 'budgets',
  summary: 'Make, list, change and delete budgets by key, user, tag and model (admin key)',
  usage: [
    'list',
    'create --scope SCOPE --amount USD [--target NAME] [options]',
    'show <id> [--of NAME]',
    'change <id> [--amount USD] [--period PERIOD] [--action ACTION]',
    'delete <id>…',
  ],
  actions,
  options: {
    scope: { value: 'SCOPE', choices: scopes, help: `Of ${scopes.join(', ')}` },
    target: { value: 'NAME', help: 'The key, user, tag or model (default: each has one of its own)' },
    amount: { value: 'USD', help: 'What may be spent in a period' },
    period: { value: 'PERIOD', choices: periods, help: 'day, week, month (default) or total' },
    action: { value: 'ACTION', choices: whatToDo, help: 'stop (default) or warn' },
    name: { value: 'NAME', help: 'What it is for' },
    of: { value: 'NAME', help: 'Whose figures to show, where each has one of its own' },
    workspace: { value: 'ID', help: 'Default: the first one' },
  },
  async run(call) {
    const [action = 'list', id, ...more] = call.arguments;
    const { out, client, values } = call;
    const settings = {
      period: values.oneOf('period', periods),
      action: values.oneOf('action', whatToDo),
      name: values.text('name'),
    };
    switch (action) {
      case 'list':
        return list(call);
      case 'create': {
        const scope = values.oneOf('scope', scopes);
        const amount_usd = values.number('amount');
        if (scope === undefined || amount_usd === undefined) throw new UsageError('create needs --scope and --amount');
        const places = { target: values.text('target'), workspace_id: values.text('workspace') };
        return show(call, await client().admin.budgets.create({ ...settings, ...places, scope, amount_usd }));
      }
      case 'show':
        return out.json(
          await client().admin.budgets.get(needed(id, 'The id of the budget'), { subject: values.text('of') }),
        );
      case 'change': {
        const changes = { ...settings, amount_usd: values.number('amount') };
        return show(call, await client().admin.budgets.update(needed(id, 'The id of the budget'), changes));
      }
      case 'delete':
        for (const one of [needed(id, 'The id of the budget'), ...more]) {
          await client().admin.budgets.delete(one);
          out.note(`${one} is deleted`);
        }
        return;
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};

async function list({ client, out, values }: Call): Promise<void> {
  const query = { workspace_id: values.text('workspace'), scope: values.oneOf('scope', scopes) };
  const found: Budget[] = [];
  for await (const budget of client().admin.budgets.list(query)) found.push(budget);
  if (out.isJson) return out.json(found);
  out.table([['ID', 'SCOPE', 'TARGET', 'PERIOD', 'ACTION', 'AMOUNT', 'SPENT', 'HELD', 'LEFT'], ...found.map(rowOf)]);
}

function show({ out }: Call, budget: Budget): void {
  if (out.isJson) out.json(budget);
  else out.table([['ID', 'SCOPE', 'TARGET', 'PERIOD', 'ACTION', 'AMOUNT', 'SPENT', 'HELD', 'LEFT'], rowOf(budget)]);
}

function rowOf(budget: Budget): string[] {
  const usd = (amount: number | null) => (amount === null ? '' : amount.toFixed(6));
  return [
    budget.id,
    budget.scope,
    budget.target ?? (budget.scope === 'workspace' ? '' : 'each'),
    budget.period,
    budget.active ? budget.action : 'off',
    usd(budget.amount_usd),
    usd(budget.spent_usd),
    usd(budget.held_usd),
    usd(budget.remaining_usd),
  ];
}
