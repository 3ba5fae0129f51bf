import type { UsageSum } from '@parley/sdk';
import { type Call, type Command, UsageError } from '../command.ts';

const groups = ['day', 'key', 'model', 'endpoint', 'workspace'] as const;

export const usage: Command = {
  name: 'usage',
  summary: 'What was used and what it cost (admin key)',
  usage: ['[--by GROUP] [--from TIME] [--to TIME]', '--records [--key ID] [--limit N]'],
  options: {
    by: { value: 'GROUP', choices: groups, help: 'day (default), key, model, endpoint or workspace' },
    from: { value: 'TIME', help: 'Such as 2026-11-01 (inclusive)' },
    to: { value: 'TIME', help: 'Such as 2026-12-01 (exclusive)' },
    records: { help: 'Single calls, newest first' },
    key: { value: 'ID', help: 'Only calls of this key' },
    limit: { value: 'N', help: 'How many calls are listed (default 20)' },
  },
  async run(call) {
    if (call.arguments.length > 0) throw new UsageError('usage takes options only');
    const range = { from: timeOf(call, 'from'), to: timeOf(call, 'to') };
    return call.values.has('records') ? records(call, range) : sums(call, range);
  },
};

type Range = Record<'from' | 'to', string | undefined>;

async function sums({ client, out, values }: Call, range: Range): Promise<void> {
  const found = await client().admin.usage.sums({ ...range, group_by: values.oneOf('by', groups) });
  if (out.isJson) return out.json(found);
  const row = (name: string, sum: UsageSum) => [
    name,
    String(sum.requests),
    String(sum.input_tokens),
    String(sum.output_tokens),
    sum.cost_usd.toFixed(6),
  ];
  const rows = found.data.map((sum) => row(sum.group ?? '(none)', sum));
  out.table([[found.group_by.toUpperCase(), 'CALLS', 'INPUT', 'OUTPUT', 'USD'], ...rows, row('total', found.total)]);
}

async function records({ client, out, values }: Call, range: Range): Promise<void> {
  const limit = values.whole('limit') ?? 20;
  const { data } = await client().admin.usage.records({ ...range, limit, key_id: values.text('key') });
  if (out.isJson) return out.json(data);
  const rows = data.map((one) => [
    one.created_at,
    one.endpoint,
    one.model ?? '',
    String(one.status),
    `${one.duration_ms} ms`,
    one.cost_usd.toFixed(6),
    one.request_id,
  ]);
  out.table([['TIME', 'ENDPOINT', 'MODEL', 'STATUS', 'TOOK', 'USD', 'REQUEST'], ...rows]);
}

function timeOf({ values }: Call, name: string): string | undefined {
  const text = values.text(name);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--${name} takes a time such as 2026-11-01, not ${text}`);
  return new Date(time).toISOString();
}
