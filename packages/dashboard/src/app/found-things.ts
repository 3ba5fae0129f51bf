import type { RoleName } from '@parley/sdk';
import type { ManagementClient } from '@parley/sdk/management';
import type { shell } from '../messages/en/shell.ts';

/** A thing of the workspace with the page that shows it. */
export interface Thing {
  id: string;
  label: string;
  /** What it is found by besides its label, such as its id. */
  words?: string | null;
  to: string;
  search?: Record<string, string>;
}

/** What is read, and of whom. */
interface Reading {
  parley: ManagementClient;
  workspace: { workspace_id?: string };
  /** What was typed. */
  part: string;
  signal: AbortSignal;
}

/** One kind of thing that the palette finds. */
export interface ThingKind {
  /** By which it is kept; unlike any other. */
  name: string;
  area: keyof typeof shell.areas;
  /** The weakest role that may read the list, in the workspace or in the whole installation. */
  role: RoleName;
  where?: 'instance';
  /** The service itself looks for what was typed; else the newest are read once and looked through here. */
  isSearched?: true;
  read: (reading: Reading) => Promise<Thing[]>;
}

/** As many as a list gives at once. */
const limit = 100;
const shownEach = 6;

/** Files, runs and what else has a name or an id, in the order in which the palette shows them. */
export const thingKinds: readonly ThingKind[] = [
  {
    ...{ name: 'files', area: 'files', role: 'viewer', isSearched: true },
    async read({ parley, part, signal }) {
      const { data } = await parley.api.listFiles({ query: { name: part, limit: shownEach } }, { signal });
      return data.map(({ file_id: id, filename }) => ({ id, label: filename, to: `/files/${id}` }));
    },
  },
  {
    ...{ name: 'runs', area: 'playground', role: 'viewer' },
    async read({ parley, signal }) {
      const { data } = await parley.api.listPlaygroundRuns({ query: { limit } }, { signal });
      return data.map(({ id, title }) => ({ id, label: title, to: '/playground', search: { run: id } }));
    },
  },
  {
    ...{ name: 'research', area: 'research', role: 'viewer' },
    async read({ parley, signal }) {
      const { data } = await parley.api.listDeepResearch({ query: { limit } }, { signal });
      return data.map(({ research_id: id, instructions }) => ({ id, label: instructions, to: `/research/${id}` }));
    },
  },
  {
    ...{ name: 'collections', area: 'collections', role: 'viewer' },
    async read({ parley, signal }) {
      const { data } = await parley.api.listCollections({ query: { limit } }, { signal });
      return data.map(({ id, name }) => ({ id, label: name, to: `/collections/${id}` }));
    },
  },
  {
    ...{ name: 'prompts', area: 'prompts', role: 'viewer' },
    async read({ parley, workspace, signal }) {
      const { data } = await parley.api.listPrompts({ query: { ...workspace, limit } }, { signal });
      return data.map(({ id, name, description }) => ({ id, label: name, words: description, to: `/prompts/${id}` }));
    },
  },
  {
    ...{ name: 'evaluations', area: 'evaluations', role: 'viewer' },
    async read({ parley, signal }) {
      const { data } = await parley.api.listEvaluationSets({ query: { limit } }, { signal });
      return data.map(({ id, name, description }) => ({
        ...{ id, label: name, words: description, to: `/evaluations/${id}` },
      }));
    },
  },
  {
    ...{ name: 'batches', area: 'batches', role: 'viewer' },
    async read({ parley, signal }) {
      const [lines, messages] = await Promise.all([
        parley.api.listBatches({ query: { limit } }, { signal }),
        parley.api.listMessageBatches({ query: { limit } }, { signal }),
      ]);
      const all = [...lines.data, ...messages.data.map(({ id }) => ({ id, endpoint: '/v1/messages' }))];
      return all.map(({ id, endpoint }) => ({
        ...{ id, label: `${endpoint} ${id}`, to: '/batches', search: { batch: id } },
      }));
    },
  },
  {
    ...{ name: 'keys', area: 'keys', role: 'viewer' },
    async read({ parley, workspace, signal }) {
      const { data } = await parley.api.listKeys({ query: { ...workspace, limit } }, { signal });
      return data.map(({ id, name, prefix }) => ({ id, label: name || prefix || id, to: '/keys' }));
    },
  },
  {
    ...{ name: 'budgets', area: 'usage', role: 'viewer' },
    async read({ parley, workspace, signal }) {
      const { data } = await parley.api.listBudgets({ query: { ...workspace, limit } }, { signal });
      return data.map(({ id, name, scope, target, period }) => ({
        ...{ id, label: name || [scope, target, period].filter(Boolean).join(' · '), words: 'budget' },
        ...{ to: '/usage', search: { tab: 'budgets', budget: id } },
      }));
    },
  },
  {
    ...{ name: 'alerts', area: 'usage', role: 'viewer' },
    async read({ parley, workspace, signal }) {
      const { data } = await parley.api.listAlerts({ query: { ...workspace, limit } }, { signal });
      return data.map(({ id, name }) => ({ id, label: name, to: '/usage', search: { tab: 'alerts' } }));
    },
  },
  {
    ...{ name: 'guards', area: 'guards', role: 'admin' },
    async read({ parley, workspace, signal }) {
      const { data } = await parley.api.listGuards({ query: { ...workspace, limit } }, { signal });
      return data.map(({ id, name }) => ({ id, label: name, to: '/guards', search: { guard: id } }));
    },
  },
  {
    ...{ name: 'routes', area: 'routing', role: 'admin', where: 'instance' },
    async read({ parley, signal }) {
      const [routes, providers] = await Promise.all([
        parley.api.listRoutes({}, { signal }),
        parley.api.listProviders({}, { signal }),
      ]);
      return [
        ...routes.data.map(({ id }) => ({ id, label: id, to: '/routing', search: { open: id } })),
        ...providers.data.map(({ id }) => ({
          ...{ id: `provider-${id}`, label: id, to: '/routing', search: { tab: 'providers', open: id } },
        })),
      ];
    },
  },
  {
    ...{ name: 'erasures', area: 'erasures', role: 'admin' },
    async read({ parley, workspace, signal }) {
      const [receipts, holds] = await Promise.all([
        parley.api.listErasures({ query: { ...workspace, limit } }, { signal }),
        parley.api.listHolds({ query: { ...workspace, limit } }, { signal }),
      ]);
      return [
        ...receipts.data.map(({ id }) => ({ id, label: id, to: '/erasures', search: { receipt: id } })),
        ...holds.data.map(({ id, reason, user_id, file_id }) => ({
          ...{ id, label: reason, words: `${user_id ?? ''} ${file_id ?? ''}` },
          ...{ to: '/erasures', search: { tab: 'holds' } },
        })),
      ];
    },
  },
  {
    ...{ name: 'settings', area: 'settings', role: 'admin', where: 'instance' },
    async read({ parley, signal }) {
      const { sections } = await parley.api.getSettings({}, { signal });
      return sections
        .flatMap(({ settings }) => settings)
        .map(({ name }) => ({ id: name, label: name, to: '/settings', search: { tab: 'effective', q: name } }));
    },
  },
];

/** Those whose label, id or further words hold what was typed, those whose label holds it first. */
export function matchThings(things: readonly Thing[], part: string): Thing[] {
  const wanted = part.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  return things
    .filter(({ id, label, words }) => holds(`${label} ${id} ${words ?? ''}`))
    .sort((a, b) => Number(holds(b.label)) - Number(holds(a.label)))
    .slice(0, shownEach);
}
