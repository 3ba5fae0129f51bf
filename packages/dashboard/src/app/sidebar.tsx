import { Link } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, Search } from 'lucide-react';
import { useRef } from 'react';
import { hasRole, useSession, useSwitchWorkspace } from '../lib/session.tsx';
import { classNames } from '../ui/class-names.ts';
import { Menu } from '../ui/menu.tsx';
import { useProblemSentence } from '../ui/problem.tsx';
import { useToaster } from '../ui/toast.tsx';
import { AccountMenu } from './account-menu.tsx';
import { type Area, areas } from './areas.ts';
import { useShellText } from './shell-text.ts';

const groups = ['build', 'run'] as const;
const itemClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2 lg:h-7 text-sm font-medium text-soft hover:bg-line/60 hover:text-ink [&_svg]:size-4 [&_svg]:text-muted';

/** Where one is and where one can go. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const text = useShellText();
  const session = useSession();
  const offered = areas.filter(({ role }) => hasRole(session, role));
  const keys = useRef(/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K');
  return (
    <div className="flex h-full flex-col gap-3 p-3">
      <WorkspaceSwitcher />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8 items-center gap-2 rounded-md border bg-surface px-2 text-sm text-muted shadow-card hover:border-line-strong"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">{text.search}</span>
        <kbd className="rounded border px-1 font-sans text-xs">{keys.current}</kbd>
      </button>
      <nav aria-label={text.navigation} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        {groups.map((group) => {
          const items = offered.filter((area) => area.group === group);
          return items.length === 0 ? null : <Group key={group} heading={text.groups[group]} items={items} />;
        })}
      </nav>
      <div className="flex flex-col gap-0.5 border-t pt-2">
        <a href="/docs" className={itemClass}>
          <BookOpen aria-hidden />
          {text.reference}
        </a>
        <AccountMenu />
      </div>
    </div>
  );
}

function Group({ heading, items }: { heading: string; items: Area[] }) {
  const text = useShellText();
  return (
    <div>
      <h2 className="mb-1 px-2 text-xs font-medium text-muted">{heading}</h2>
      <ul className="flex flex-col gap-0.5">
        {items.map(({ name, icon: Icon, pages }) => (
          <li key={name}>
            <Link
              to={pages[0]?.path ?? '/'}
              activeOptions={{ exact: pages[0]?.path === '/', includeSearch: false }}
              activeProps={{ className: 'bg-surface! text-ink! shadow-card [&_svg]:text-accent!' }}
              className={itemClass}
            >
              <Icon aria-hidden />
              {text.areas[name]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WorkspaceSwitcher() {
  const text = useShellText();
  const { workspaces, workspace_id } = useSession();
  const switchTo = useSwitchWorkspace();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const current = workspaces.find(({ id }) => id === workspace_id);
  const items = workspaces.map(({ id, name }) => ({
    key: id,
    label: name,
    isChecked: id === workspace_id,
    onSelect: () => {
      switchTo(id).catch((error: unknown) => toaster.failed(sentence(error)));
    },
  }));
  return (
    <Menu
      align="start"
      heading={text.workspace}
      groups={[items]}
      trigger={
        <button
          type="button"
          className="flex min-h-11 items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-line/60"
        >
          <img src="/assets/parley.svg" alt="" width={28} height={28} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">{text.workspace}: </span>
            <span className="block text-xs leading-4 text-muted">{/* The name of the product. */}Parley</span>
            <span className="line-clamp-2 text-sm leading-4 font-semibold break-words" title={current?.name}>
              {current?.name ?? text.noWorkspace}
            </span>
          </span>
          <ChevronsUpDown
            aria-hidden
            className={classNames('size-4 text-muted', workspaces.length < 2 && 'invisible')}
          />
        </button>
      }
    />
  );
}
