import type { CreatedKey, Key } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { findService } from '../settings.ts';

const actions = ['list', 'create', 'show', 'revoke', 'roll'] as const;
const scopes = ['text', 'files', 'ocr', 'research', 'integrations', 'media', 'evaluation'] as const;
const periods = ['day', 'month', 'total'] as const;
const kinds = ['workspace', 'admin'] as const;

export const keys: Command = {
  name: 'keys',
  summary: 'Show the keys in use; make, list, roll and revoke keys (admin key)',
  usage: [
    'list',
    'show',
    'create [--name NAME] [options]',
    'show <id>',
    'roll <id> [--overlap SECONDS]',
    'revoke <id>…',
  ],
  actions,
  options: {
    name: { value: 'NAME', help: 'What the key is for' },
    scope: { value: 'SCOPE', isMultiple: true, choices: scopes, help: `Of ${scopes.join(', ')} (default: all)` },
    kind: { value: 'KIND', choices: kinds, help: 'workspace (default) or admin' },
    workspace: { value: 'ID', help: 'Default: the first one' },
    budget: { value: 'USD', help: 'What it may spend per period' },
    period: { value: 'PERIOD', choices: periods, help: 'day, month (default) or total' },
    expires: { value: 'TIME', help: 'Such as 2027-01-31T00:00:00Z (default: never)' },
    overlap: { value: 'SECONDS', help: 'How long a rolled key works on (default 3600)' },
  },
  notes: ['show without an id prints the address and the keys that commands use here: eval "$(parley keys show)"'],
  async run(call) {
    const [action = 'list', id] = call.arguments;
    const { out, client, values } = call;
    switch (action) {
      case 'list':
        return list(call);
      case 'create':
        return showNew(await create(call), out);
      case 'show':
        return id === undefined ? showOwn(call) : out.json(await client().admin.keys.get(id));
      case 'roll': {
        const overlap_seconds = values.whole('overlap');
        return showNew(await client().admin.keys.roll(needed(id, 'The id of the key'), { overlap_seconds }), out);
      }
      case 'revoke':
        return revoke(call, call.arguments.slice(1));
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};

/** The address and the keys that commands use here, as lines for a shell. */
function showOwn({ values, io, out }: Call): number {
  const found = findService(values, io.env);
  if (!found.api_key && !found.admin_key) {
    out.error(
      `No keys are kept for ${found.base_url}. Start the service with: parley serve\nOr name one with --api-key or PARLEY_API_KEY.`,
    );
    return exitCodes.key;
  }
  if (out.isJson) out.json(found);
  else {
    const lines = { PARLEY_BASE_URL: found.base_url, PARLEY_API_KEY: found.api_key, PARLEY_ADMIN_KEY: found.admin_key };
    for (const [name, value] of Object.entries(lines)) {
      if (value) out.line(`export ${name}='${value.replaceAll("'", "'\\''")}'`);
    }
  }
  return exitCodes.ok;
}

async function list({ client, out, values }: Call): Promise<void> {
  const query = { workspace_id: values.text('workspace'), kind: values.oneOf('kind', kinds) };
  const found: Key[] = [];
  for await (const key of client().admin.keys.list(query)) found.push(key);
  if (out.isJson) return out.json(found);
  const rows = found.map((key) => [
    key.id,
    key.kind,
    stateOf(key),
    key.prefix,
    key.name,
    key.last_used_at ?? 'never used',
  ]);
  out.table([['ID', 'KIND', 'STATE', 'KEY', 'NAME', 'LAST USED'], ...rows]);
}

function create({ client, values }: Call): Promise<CreatedKey> {
  const chosen = values.list('scope').map((name) => {
    const scope = scopes.find((one) => one === name);
    if (!scope) throw new UsageError(`--scope takes one of ${scopes.join(', ')}, not ${name}`);
    return scope;
  });
  return client().admin.keys.create({
    name: values.text('name'),
    kind: values.oneOf('kind', kinds),
    workspace_id: values.text('workspace'),
    budget_usd: values.number('budget'),
    budget_period: values.oneOf('period', periods),
    expires_at: values.text('expires'),
    ...(chosen.length > 0 && { scopes: chosen }),
  });
}

function showNew(key: CreatedKey, out: Call['out']): void {
  if (out.isJson) out.json(key);
  else {
    out.line(key.key);
    out.note(`id ${key.id}. The key is shown only now.`);
  }
}

async function revoke({ client, out }: Call, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new UsageError('The id of the key is missing');
  for (const id of ids) {
    await client().admin.keys.revoke(id);
    out.note(`${id} is revoked`);
  }
  if (out.isJson) out.json({ revoked: ids });
}

function stateOf({ revoked_at, active, expires_at }: Key): string {
  if (revoked_at !== null) return 'revoked';
  if (!active) return 'inactive';
  return expires_at !== null && Date.parse(expires_at) < Date.now() ? 'expired' : 'active';
}
