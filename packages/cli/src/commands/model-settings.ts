import { type Command, needed, UsageError } from '../command.ts';

const providerActions = ['list', 'show', 'test', 'versions', 'revert', 'delete'] as const;
const routeActions = ['list', 'show', 'set', 'test', 'why', 'versions', 'revert', 'delete'] as const;

export const providers: Command = {
  name: 'providers',
  summary: 'Show, try, revert and take out providers of models (admin key)',
  usage: ['list', 'show <id>', 'test <id> [model]', 'versions <id>', 'revert <id> [version]', 'delete <id>'],
  actions: providerActions,
  options: {},
  notes: ['Keys are best given to POST /v1/admin/providers, where they stand in no history of a shell.'],
  async run({ client, out, arguments: [action = 'list', given, further] }) {
    const admin = client().admin.providers;
    if (action === 'list') {
      const { data } = await admin.list();
      if (out.isJson) return out.json(data);
      const rows = data.map(({ id, source, type, base_url, keys }) => [
        id,
        source,
        type,
        String(keys.length),
        base_url,
      ]);
      return out.table([['ID', 'SET BY', 'SHAPE', 'KEYS', 'ADDRESS'], ...rows]);
    }
    const id = needed(given, 'The id of the provider');
    switch (action) {
      case 'show':
        return out.json(await admin.get(id));
      case 'test':
        return out.json(await admin.test(id, further));
      case 'versions':
        return out.json((await admin.versions(id)).data);
      case 'revert':
        return out.json(await admin.revert(id, versionIn(further)));
      case 'delete':
        return out.json(await admin.delete(id));
      default:
        throw new UsageError(`There is no ${action}; one of ${providerActions.join(', ')}`);
    }
  },
};

export const routes: Command = {
  name: 'routes',
  summary: 'Show, set, try and revert the names of models and the engines behind them (admin key)',
  usage: [
    'list',
    'show <id>',
    'set <id> <engine>…',
    'test <id>',
    'why <model>',
    'versions <id>',
    'revert <id> [version]',
    'delete <id>',
  ],
  actions: routeActions,
  options: {},
  notes: ['set puts the first engine behind the name and the others as fallbacks, in place of what stood there.'],
  async run({ client, out, arguments: [action = 'list', given, ...further] }) {
    const admin = client().admin.routes;
    if (action === 'list') {
      const found = await admin.list();
      if (out.isJson) return out.json(found);
      const rows = found.map(({ id, source, engines, fallbacks = [] }) => [
        id,
        source,
        engines.map(({ engine }) => engine).join(', '),
        fallbacks.join(', '),
      ]);
      return out.table([['ID', 'SET BY', 'ENGINES', 'FALLBACKS'], ...rows]);
    }
    const id = needed(given, 'The name of the route');
    switch (action) {
      case 'show':
        return out.json(await admin.get(id));
      case 'set': {
        const [engine, ...fallbacks] = further;
        const route = { engines: [{ engine: needed(engine, 'An engine') }], fallbacks };
        const isKnown = (await admin.list()).some((one) => one.id === id);
        return out.json(await (isKnown ? admin.replace(id, route) : admin.create({ id, ...route })));
      }
      case 'test':
        return out.json(await admin.test(id));
      case 'why':
        return out.json(await admin.dryRun({ model: id }));
      case 'versions':
        return out.json((await admin.versions(id)).data);
      case 'revert':
        return out.json(await admin.revert(id, versionIn(further[0])));
      case 'delete':
        return out.json(await admin.delete(id));
      default:
        throw new UsageError(`There is no ${action}; one of ${routeActions.join(', ')}`);
    }
  },
};

function versionIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const version = Number(given);
  if (Number.isInteger(version) && version > 0) return version;
  throw new UsageError('A version is a whole number above 0');
}
