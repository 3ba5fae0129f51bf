import type { RoleName } from '@parley/sdk';
import {
  Blocks,
  ChartNoAxesColumn,
  Eraser,
  FileStack,
  FileTerminal,
  House,
  Images,
  KeyRound,
  Layers,
  Library,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Search,
  Settings,
  ShieldCheck,
  Split,
  SquareTerminal,
  Telescope,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { shell } from '../messages/en/shell.ts';
import { HomePage } from '../pages/home/home-page.tsx';

/** A page by its address; its code is fetched when it is first opened. */
export interface PageRoute {
  /** As TanStack Router reads it: `/files/$fileId`. */
  path: string;
  load: () => Promise<ComponentType>;
}

/** One entry of the sidebar with its pages. */
export interface Area {
  name: keyof typeof shell.areas;
  icon: LucideIcon;
  /** Headings of the sidebar, in this order. */
  group: 'build' | 'run';
  /** The weakest role that is offered it. The service decides what they may do. */
  role: RoleName;
  /** The first one is where the sidebar leads. */
  pages: PageRoute[];
}

/** Everything that there is. An area comes in with its pages, never before. */
export const areas: readonly Area[] = [
  {
    name: 'home',
    icon: House,
    group: 'build',
    role: 'viewer',
    // Comes with the shell: most visits begin here.
    pages: [{ path: '/', load: async () => HomePage }],
  },
  {
    name: 'playground',
    icon: SquareTerminal,
    group: 'build',
    role: 'viewer',
    pages: [
      {
        path: '/playground',
        load: async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage,
      },
    ],
  },
  {
    name: 'files',
    icon: FileStack,
    group: 'build',
    role: 'viewer',
    pages: [
      { path: '/files', load: async () => (await import('../pages/files/files-page.tsx')).FilesPage },
      { path: '/files/$fileId', load: async () => (await import('../pages/files/file-page.tsx')).FilePage },
    ],
  },
  {
    name: 'collections',
    icon: Library,
    group: 'build',
    role: 'viewer',
    pages: [
      {
        path: '/collections',
        load: async () => (await import('../pages/collections/collections-page.tsx')).CollectionsPage,
      },
      {
        path: '/collections/$collectionId',
        load: async () => (await import('../pages/collections/collection-page.tsx')).CollectionPage,
      },
    ],
  },
  {
    name: 'research',
    icon: Telescope,
    group: 'build',
    role: 'viewer',
    pages: [
      { path: '/research', load: async () => (await import('../pages/research/research-page.tsx')).ResearchPage },
      { path: '/research/$researchId', load: async () => (await import('../pages/research/run-page.tsx')).RunPage },
    ],
  },
  {
    name: 'search',
    icon: Search,
    group: 'build',
    role: 'member',
    pages: [{ path: '/search', load: async () => (await import('../pages/research/search-page.tsx')).SearchPage }],
  },
  {
    name: 'prompts',
    icon: FileTerminal,
    group: 'build',
    role: 'viewer',
    pages: [
      { path: '/prompts', load: async () => (await import('../pages/prompts/prompts-page.tsx')).PromptsPage },
      { path: '/prompts/$promptId', load: async () => (await import('../pages/prompts/prompt-page.tsx')).PromptPage },
    ],
  },
  {
    name: 'evaluations',
    icon: ListChecks,
    group: 'build',
    role: 'viewer',
    pages: [
      {
        path: '/evaluations',
        load: async () => (await import('../pages/evaluations/evaluations-page.tsx')).EvaluationsPage,
      },
      {
        path: '/evaluations/$setId',
        load: async () => (await import('../pages/evaluations/set-page.tsx')).SetPage,
      },
    ],
  },
  {
    name: 'batches',
    icon: Layers,
    group: 'build',
    role: 'viewer',
    pages: [{ path: '/batches', load: async () => (await import('../pages/batches/batches-page.tsx')).BatchesPage }],
  },
  {
    name: 'integrations',
    icon: Blocks,
    group: 'build',
    role: 'viewer',
    pages: [
      {
        path: '/integrations',
        load: async () => (await import('../pages/integrations/integrations-page.tsx')).IntegrationsPage,
      },
      {
        path: '/integrations/$integrationId',
        load: async () => (await import('../pages/integrations/integration-page.tsx')).IntegrationPage,
      },
    ],
  },
  {
    name: 'media',
    icon: Images,
    group: 'build',
    role: 'viewer',
    pages: [
      { path: '/media', load: async () => (await import('../pages/media/media-page.tsx')).MediaPage },
      { path: '/media/$mediaId', load: async () => (await import('../pages/media/piece-page.tsx')).PiecePage },
    ],
  },
  {
    name: 'keys',
    icon: KeyRound,
    group: 'run',
    role: 'viewer',
    pages: [{ path: '/keys', load: async () => (await import('../pages/keys/keys-page.tsx')).KeysPage }],
  },
  {
    name: 'members',
    icon: UsersRound,
    group: 'run',
    role: 'viewer',
    pages: [{ path: '/members', load: async () => (await import('../pages/members/members-page.tsx')).MembersPage }],
  },
  {
    name: 'usage',
    icon: ChartNoAxesColumn,
    group: 'run',
    role: 'viewer',
    pages: [{ path: '/usage', load: async () => (await import('../pages/usage/usage-page.tsx')).UsagePage }],
  },
  {
    name: 'calls',
    icon: ScrollText,
    group: 'run',
    role: 'viewer',
    pages: [{ path: '/calls', load: async () => (await import('../pages/usage/calls-page.tsx')).CallsPage }],
  },
  {
    name: 'guards',
    icon: ShieldCheck,
    group: 'run',
    role: 'admin',
    pages: [{ path: '/guards', load: async () => (await import('../pages/guards/guards-page.tsx')).GuardsPage }],
  },
  {
    name: 'routing',
    icon: Split,
    group: 'run',
    role: 'admin',
    pages: [{ path: '/routing', load: async () => (await import('../pages/routing/routing-page.tsx')).RoutingPage }],
  },
  {
    name: 'erasures',
    icon: Eraser,
    group: 'run',
    role: 'admin',
    pages: [
      { path: '/erasures', load: async () => (await import('../pages/erasures/erasures-page.tsx')).ErasuresPage },
    ],
  },
  {
    name: 'settings',
    icon: Settings,
    group: 'run',
    role: 'viewer',
    pages: [
      { path: '/settings', load: async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage },
    ],
  },
];

/** Pages that the menu of the account leads to. */
export const accountPages: readonly PageRoute[] = [
  { path: '/account', load: async () => (await import('../pages/account/account-page.tsx')).AccountPage },
];
