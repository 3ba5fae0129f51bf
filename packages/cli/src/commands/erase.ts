import { readFileSync, writeFileSync } from 'node:fs';
import type { ErasureReceipt } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';

const actions = ['user', 'workspace', 'verify', 'list'] as const;

export const erase: Command = {
  name: 'erase',
  summary: 'Delete everything of an end user or a workspace, with a receipt (admin key)',
  usage: [
    'user <user id> [--workspace ID] [--receipt FILE]',
    'workspace <id> [--receipt FILE]',
    'verify <FILE> [--user ID]',
    'list [--workspace ID]',
  ],
  actions,
  options: {
    workspace: { value: 'ID', help: 'Default: the first one' },
    receipt: { value: 'FILE', help: 'Where the receipt is written; default: standard output' },
    user: { value: 'ID', help: 'Of whom the receipt is to be' },
  },
  notes: ['What is deleted is gone. docs/guides/exporting.md says what stays, and why.'],
  async run(call) {
    const [action, id] = call.arguments;
    const { client, values, out } = call;
    switch (action) {
      case 'user': {
        const user_id = needed(id, 'The id of the end user');
        return show(call, await client().admin.erasures.eraseUser({ workspace_id: values.text('workspace'), user_id }));
      }
      case 'workspace': {
        const { erasure_id } = await client().admin.workspaces.delete(needed(id, 'The id of the workspace'));
        return show(call, await client().admin.erasures.get(erasure_id));
      }
      case 'verify':
        return verify(call, needed(id, 'The file of the receipt'));
      case 'list': {
        const found: ErasureReceipt[] = [];
        const query = { workspace_id: values.text('workspace') };
        for await (const receipt of client().admin.erasures.list(query)) found.push(receipt);
        if (out.isJson) return out.json(found);
        const rows = found.map((one) => [one.id, one.scope, one.workspace_id, one.finished_at, one.requested_by]);
        return out.table([['ID', 'OF', 'WORKSPACE', 'DONE', 'BY'], ...rows]);
      }
      default:
        throw new UsageError(`Say what: one of ${actions.join(', ')}`);
    }
  },
};

function show({ values, out }: Call, receipt: ErasureReceipt): void {
  const text = JSON.stringify(receipt, null, 2);
  const file = values.text('receipt');
  if (file === undefined) out.line(text);
  else {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    out.note(`Deleted. ${file} has the receipt ${receipt.id}.`);
  }
}

async function verify({ client, values, out }: Call, file: string): Promise<number> {
  // The service checks its shape.
  const receipt = JSON.parse(readFileSync(file, 'utf8'));
  const verdict = await client().admin.erasures.verify({ receipt, user_id: values.text('user') });
  if (out.isJson) out.json(verdict);
  else if (!verdict.valid) out.error('This service did not sign this receipt, or it was altered.');
  else if (verdict.is_of_user === false) out.error('The receipt is genuine, and of somebody else.');
  else out.line('The receipt is genuine.');
  return verdict.valid && verdict.is_of_user !== false ? exitCodes.ok : exitCodes.failed;
}
