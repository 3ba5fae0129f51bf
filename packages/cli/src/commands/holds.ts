import type { LegalHold } from '@parley/sdk';
import { type Command, needed, UsageError } from '../command.ts';

const actions = ['list', 'place', 'release'] as const;

export const holds: Command = {
  name: 'holds',
  summary: 'Keep a workspace, an end user or a file from being deleted (admin key)',
  usage: [
    'list [--workspace ID] [--all]',
    'place --reason TEXT [--workspace ID] [--user ID | --file ID]',
    'release <id>',
  ],
  actions,
  options: {
    workspace: { value: 'ID', help: 'Default: the first one' },
    user: { value: 'ID', help: 'Only what is of this end user' },
    file: { value: 'ID', help: 'Only this file' },
    reason: { value: 'TEXT', help: 'Such as the number of a case' },
    all: { help: 'Released ones as well' },
  },
  async run({ arguments: [action = 'list', id], client, values, out }) {
    const workspace_id = values.text('workspace');
    switch (action) {
      case 'list': {
        const found: LegalHold[] = [];
        const query = { workspace_id, ...(!values.has('all') && { active: true }) };
        for await (const hold of client().admin.holds.list(query)) found.push(hold);
        if (out.isJson) return out.json(found);
        const rows = found.map((one) => [
          one.id,
          one.workspace_id,
          one.user_id ?? one.file_id ?? 'all of it',
          one.released_at ?? 'holds',
          one.reason,
        ]);
        return out.table([['ID', 'WORKSPACE', 'WHAT', 'RELEASED', 'REASON'], ...rows]);
      }
      case 'place': {
        const reason = needed(values.text('reason'), '--reason');
        const of = { user_id: values.text('user'), file_id: values.text('file') };
        return out.json(await client().admin.holds.place({ workspace_id, ...of, reason }));
      }
      case 'release':
        return out.json(await client().admin.holds.release(needed(id, 'The id of the hold')));
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};
