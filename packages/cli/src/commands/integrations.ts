import { type Call, type Command, needed, UsageError } from '../command.ts';
import { readPipe, textOf } from '../io.ts';

const actions = ['list', 'show', 'connect', 'run', 'connections', 'disconnect'] as const;

export const integrations: Command = {
  name: 'integrations',
  summary: 'Use other services for your users',
  usage: [
    'list',
    'show <id>',
    'connect <id> --user USER [--key KEY | --username NAME --password WORD]',
    "run <id> <FEATURE> --user USER ['<inputs as JSON>']",
    'connections <id>',
    'disconnect <id> --user USER',
  ],
  actions,
  options: {
    user: { value: 'ID', help: 'Your own id of the user' },
    key: { value: 'KEY', help: 'API key of the user at the other service' },
    username: { value: 'NAME', help: 'For services with a password' },
    password: { value: 'WORD', help: 'For services with a password' },
    callback: { value: 'URL', help: 'For OAuth: where the user goes afterwards' },
    confirm: { value: 'TOKEN', help: 'Of an answer that asked for a confirmation' },
  },
  async run(call) {
    const [action = 'list', id, ...rest] = call.arguments;
    if (action === 'list') return list(call);
    if (!actions.some((one) => one === action)) {
      throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
    const integration = needed(id, 'The id of the integration');
    const { out, client } = call;
    if (action === 'show') return out.json(await client().integrations.get(integration));
    if (action === 'connections') {
      const { data } = await client().integrations.connections(integration, { user_id: call.values.text('user') });
      return out.json(data);
    }
    const user = needed(call.values.text('user'), '--user');
    if (action === 'connect') return connect(call, integration, user);
    if (action === 'disconnect') return out.json(await client().integrations.disconnect(integration, user));
    return runFeature(call, integration, user, rest);
  },
};

async function list({ client, out }: Call): Promise<void> {
  const found = await client().integrations.list();
  if (out.isJson) return out.json(found);
  const rows = found.map(({ id, name, auth_method, features }) => [
    id ?? '',
    name,
    auth_method ?? '',
    String(features?.length ?? ''),
  ]);
  out.table([['ID', 'NAME', 'CONNECT BY', 'FEATURES'], ...rows]);
}

async function connect({ client, out, values }: Call, id: string, user: string): Promise<void> {
  const answer = await client().integrations.connect(id, {
    user_id: user,
    api_key: values.text('key'),
    username: values.text('username'),
    password: values.text('password'),
    callback_url: values.text('callback'),
  });
  if (out.isJson) return out.json(answer);
  if (!('redirect_url' in answer)) return out.line(answer.message);
  out.note(answer.instructions);
  out.line(answer.redirect_url);
}

async function runFeature(call: Call, id: string, user: string, [feature, given]: string[]): Promise<void> {
  const { client, out, io, values } = call;
  const feature_name = needed(feature, 'The feature');
  const piped = given === undefined ? await readPipe(io) : null;
  const inputs = parse(given ?? (piped ? textOf(piped) : '{}'));
  const request = { user_id: user, feature_name, inputs, confirm: values.text('confirm') };
  const answer = await client().integrations.execute(id, request, { signal: io.signal });
  out.json(out.isJson ? answer : answer.result);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The inputs must be JSON, such as '{"q": "bridge"}'`);
  }
}
