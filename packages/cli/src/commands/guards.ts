import type { CreateGuardRequest, Guard } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { jsonOf } from '../io.ts';

const actions = ['list', 'create', 'show', 'try', 'change', 'delete'] as const;
const stages = ['input', 'output', 'both'] as const;
const whatToDo = ['block', 'mask', 'warn', 'shadow'] as const;

export const guards: Command = {
  name: 'guards',
  summary: 'Make, try, change and delete guards over what is said to models and by them (admin key)',
  usage: [
    'list [--workspace ID]',
    'create --name NAME --stage STAGE --action ACTION (--check JSON | --words A,B | --personal-data)',
    'show <id>',
    'try <id> <text> [--stage STAGE]',
    'change <id> [--action ACTION] [--stage STAGE] [--on | --off]',
    'delete <id>…',
  ],
  actions,
  options: {
    name: { value: 'NAME', help: 'What calls and records name it' },
    stage: { value: 'STAGE', choices: stages, help: `Where it looks: ${stages.join(', ')}` },
    action: { value: 'ACTION', choices: whatToDo, help: `What it does: ${whatToDo.join(', ')}` },
    check: { value: 'JSON', help: 'What it looks for, such as {"type": "topics", "allowed": ["furniture"]}' },
    words: { value: 'A,B', help: 'Words and phrases to look for' },
    'personal-data': { help: 'Look for personal data of every kind' },
    'on-request': { help: 'Only over calls that name it in x-parley-guards' },
    on: { help: 'Let it look' },
    off: { help: 'Let it rest' },
    workspace: { value: 'ID', help: 'Default: the first one' },
  },
  async run(call) {
    const [action = 'list', id, ...more] = call.arguments;
    const { out, client, values } = call;
    const admin = client().admin.guards;
    const changes = {
      name: values.text('name'),
      stage: values.oneOf('stage', stages),
      action: values.oneOf('action', whatToDo),
    };
    if (action === 'list') return list(call);
    if (action === 'create') return show(call, await admin.create(wanted(call, changes)));
    const guard = needed(id, 'The id of the guard');
    switch (action) {
      case 'show':
        return out.json(await admin.get(guard));
      case 'try': {
        const { stage } = changes;
        const request = { text: needed(more.join(' '), 'A text'), ...(stage !== 'both' && { stage }) };
        return out.json(await admin.test(guard, request));
      }
      case 'change': {
        const check = checkOf(call);
        const enabled = values.has('on') ? true : values.has('off') ? false : undefined;
        return show(call, await admin.update(guard, { ...changes, check, enabled }));
      }
      case 'delete':
        for (const one of [guard, ...more]) {
          await admin.delete(one);
          out.note(`${one} is deleted`);
        }
        return;
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};

type Changes = Partial<Pick<CreateGuardRequest, 'name' | 'stage' | 'action'>>;

function wanted(call: Call, { name, stage, action }: { [Key in keyof Changes]: Changes[Key] | undefined }) {
  const { values } = call;
  const check = checkOf(call);
  if (name === undefined || stage === undefined || action === undefined || check === undefined)
    throw new UsageError('create needs --name, --stage, --action and one of --check, --words, --personal-data');
  const workspace_id = values.text('workspace');
  return { name, stage, action, check, workspace_id, on_request: values.has('on-request') };
}

function checkOf({ values }: Call): CreateGuardRequest['check'] | undefined {
  const words = values.text('words');
  if (words !== undefined) return { type: 'words', words: words.split(',').map((word) => word.trim()) };
  if (values.has('personal-data')) return { type: 'personal_data' };
  const check = values.text('check');
  // The service checks it, and says what is wrong.
  return check === undefined ? undefined : jsonOf<CreateGuardRequest['check']>(check, '--check');
}

async function list({ client, out, values }: Call): Promise<void> {
  const found: Guard[] = [];
  for await (const guard of client().admin.guards.list({ workspace_id: values.text('workspace') })) found.push(guard);
  if (out.isJson) return out.json(found);
  out.table([head, ...found.map(rowOf)]);
}

function show({ out }: Call, guard: Guard): void {
  if (out.isJson) out.json(guard);
  else out.table([head, rowOf(guard)]);
}

const head = ['ID', 'NAME', 'STAGE', 'ACTION', 'LOOKS FOR', 'STATE'];
const rowOf = ({ id, name, stage, action, check, enabled }: Guard): string[] => [
  id,
  name,
  stage,
  action,
  check.type,
  enabled ? 'on' : 'off',
];
