import type { PromptVersion, StoredPrompt } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { readPipe, textOf } from '../io.ts';

const actions = ['list', 'create', 'show', 'versions', 'add', 'label', 'unlabel', 'delete'] as const;

export const prompts: Command = {
  name: 'prompts',
  summary: 'Keep prompts in the service, by version and label (admin key)',
  usage: [
    'list [--workspace ID]',
    'create <name> --system TEXT [--model NAME] [--note TEXT]',
    'show <id> [version]',
    'versions <id>',
    'add <id> --system TEXT [--model NAME] [--note TEXT] [--label NAME]',
    'label <id> <label> <version>[=SHARE]…',
    'unlabel <id> <label>',
    'delete <id>…',
  ],
  actions,
  options: {
    system: {
      value: 'TEXT',
      help: 'The instructions, with {{name}} for values; without it they come through the pipe',
    },
    model: { value: 'NAME', short: 'm', help: 'The model of calls that name none' },
    note: { value: 'TEXT', help: 'What is new in this version' },
    label: { value: 'NAME', isMultiple: true, help: 'A label for the new version' },
    description: { value: 'TEXT', help: 'What the prompt is for' },
    workspace: { value: 'ID', help: 'Default: the first one' },
  },
  notes: ['parley prompts label ID production 1=0.9 2=0.1 tries version 2 on a tenth of the calls.'],
  async run(call) {
    const [action = 'list', id, ...more] = call.arguments;
    const { out, client, values } = call;
    const admin = client().admin.prompts;
    if (action === 'list') return list(call);
    if (action === 'create') {
      const name = needed(id, 'The name of the prompt');
      const places = { workspace_id: values.text('workspace'), description: values.text('description') };
      return out.json(await admin.create({ name, ...places, ...(await words(call)) }));
    }
    const prompt = needed(id, 'The id of the prompt');
    switch (action) {
      case 'show':
        return out.json(await (more[0] === undefined ? admin.get(prompt) : admin.getVersion(prompt, version(more[0]))));
      case 'versions':
        return versions(call, prompt);
      case 'add':
        return out.json(await admin.createVersion(prompt, await words(call)));
      case 'label':
        return out.json(await admin.setLabel(prompt, needed(more[0], 'A label'), more.slice(1).map(shareOf)));
      case 'unlabel':
        return out.json(await admin.deleteLabel(prompt, needed(more[0], 'A label')));
      case 'delete':
        for (const one of [prompt, ...more]) {
          await admin.delete(one);
          out.note(`${one} is deleted`);
        }
        return;
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};

async function words({ io, values }: Call) {
  const piped = values.text('system') === undefined ? await readPipe(io) : null;
  const system = values.text('system') ?? (piped === null ? undefined : textOf(piped));
  const labels = values.list('label');
  return {
    system: needed(system, '--system'),
    model: values.text('model'),
    note: values.text('note'),
    ...(labels.length > 0 && { labels }),
  };
}

function version(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new UsageError(`A version is a whole number above 0, not ${given}`);
  return Number(given);
}

/** `2`, or `2=0.1` for a part of the calls. */
function shareOf(given: string): { version: number; share: number } {
  const [number = '', share = '1'] = given.split('=');
  if (!(Number(share) > 0 && Number(share) <= 1))
    throw new UsageError(`A share is above 0 and at most 1, not ${share}`);
  return { version: version(number), share: Number(share) };
}

async function list({ client, out, values }: Call): Promise<void> {
  const found: StoredPrompt[] = [];
  const query = { workspace_id: values.text('workspace') };
  for await (const prompt of client().admin.prompts.list(query)) found.push(prompt);
  if (out.isJson) return out.json(found);
  const rows = found.map(({ id, name, latest_version, labels, description }) => [
    id,
    name,
    String(latest_version),
    Object.entries(labels)
      .map(([label, meant]) => `${label}: ${meant.map((one) => one.version).join(' and ')}`)
      .join(', '),
    description ?? '',
  ]);
  out.table([['ID', 'NAME', 'VERSIONS', 'LABELS', 'FOR'], ...rows]);
}

async function versions({ client, out }: Call, id: string): Promise<void> {
  const found: PromptVersion[] = [];
  for await (const one of client().admin.prompts.versions(id)) found.push(one);
  if (out.isJson) return out.json(found);
  const rows = found.map(({ version, calls, score, mean_cost_usd, created_at, note }) => [
    String(version),
    String(calls),
    score?.toFixed(2) ?? '–',
    mean_cost_usd?.toFixed(6) ?? '–',
    created_at,
    note ?? '',
  ]);
  out.table([['VERSION', 'CALLS', 'SCORE', 'MEAN COST', 'MADE', 'NOTE'], ...rows]);
}
