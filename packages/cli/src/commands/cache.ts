import type { KeptReplies } from '@parley/sdk';
import { type Call, type Command, UsageError } from '../command.ts';

const actions = ['show', 'clear'] as const;

export const cache: Command = {
  name: 'cache',
  summary: 'Show what the cache of replies holds and saves, and clear it (admin key)',
  usage: ['show [--workspace ID] [--key ID] [--model NAME]', 'clear [--workspace ID] [--key ID] [--model NAME]'],
  actions,
  options: {
    workspace: { value: 'ID', help: 'Of this workspace alone' },
    key: { value: 'ID', help: 'What calls of this key wrote' },
    model: { value: 'NAME', help: 'Of this model alone, as calls name it' },
  },
  async run(call) {
    const { client, out, values } = call;
    const which = {
      workspace_id: values.text('workspace'),
      key_id: values.text('key'),
      model: values.text('model'),
    };
    const [action = 'show'] = call.arguments;
    if (action === 'show') return show(call, await client().admin.cache.get(which));
    if (action !== 'clear') throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    const { removed } = await client().admin.cache.clear(which);
    if (out.isJson) out.json({ removed });
    else out.note(`${removed} replies are cleared`);
  },
};

function show({ out }: Call, found: KeptReplies): void {
  if (out.isJson) {
    out.json(found);
    return;
  }
  const { entries, bytes, limit_bytes: limit, since } = found;
  out.note(`${entries} replies, ${megabytes(bytes)} of ${megabytes(limit)} MB; hits and savings since ${since}`);
  const rows = [...found.data, { workspace_id: 'all', key_id: '', model: '', ...found }].map((one) => [
    one.workspace_id,
    one.key_id,
    one.model,
    `${one.entries}`,
    `${one.hits}`,
    `${one.misses}`,
    one.saved_usd.toFixed(4),
  ]);
  out.table([['WORKSPACE', 'KEY', 'MODEL', 'ENTRIES', 'HITS', 'MISSES', 'SAVED'], ...rows]);
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
