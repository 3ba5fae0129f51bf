import type { RoleName } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from 'radix-ui';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { language, languages } from '../lib/language.ts';
import { hasRole, useSession, useSignOut, useSwitchWorkspace } from '../lib/session.tsx';
import { theme, themes } from '../lib/theme.ts';
import { classNames } from '../ui/class-names.ts';
import { useOpener } from '../ui/use-opener.ts';
import { accountPages, areas } from './areas.ts';
import { matchCommands } from './match-commands.ts';
import { useShellText } from './shell-text.ts';
import { useFound } from './use-found.ts';

interface Command {
  key: string;
  label: string;
  /** What kind of command it is. */
  group: string;
  icon?: ReactNode;
  run: () => unknown;
}

/** Goes anywhere and does the common things from the keyboard. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const text = useShellText();
  const listId = useId();
  const { remember, giveBack } = useOpener();
  const commands = useCommands();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const things = useFound(query);
  const found = useMemo(() => [...matchCommands(commands, query), ...things], [commands, query, things]);
  const chosen = Math.min(index, found.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKey = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(found[chosen]);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setIndex((chosen + step + found.length) % found.length);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className="animate-appear fixed inset-x-3 top-[12vh] z-40 mx-auto max-w-xl overflow-hidden rounded-xl border bg-raised shadow-raised"
        >
          <Dialog.Title className="sr-only">{text.palette}</Dialog.Title>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-label={text.palette}
            aria-activedescendant={found[chosen] && `${listId}-${found[chosen].key}`}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setIndex(0);
            }}
            onKeyDown={onKey}
            placeholder={text.paletteHint}
            className="h-12 w-full border-b bg-transparent px-4 text-base outline-none"
          />
          <div id={listId} role="listbox" aria-label={text.palette} className="max-h-[50vh] overflow-y-auto p-1.5">
            {found.map((command, at) => (
              <Option
                key={command.key}
                id={`${listId}-${command.key}`}
                command={command}
                isChosen={at === chosen}
                onPoint={() => setIndex(at)}
                onRun={() => run(command)}
              />
            ))}
          </div>
          {found.length === 0 && <p className="px-4 pb-5 text-center text-sm text-muted">{text.paletteEmpty}</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface Action {
  key: string;
  label: string;
  to: string;
  search?: Record<string, string>;
}

interface OptionProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, command, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // The field above has the focus and the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field runs it
    // biome-ignore lint/a11y/useFocusableInteractive: the field points at it by aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onPoint}
      onClick={onRun}
      className={classNames(
        'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm [&_svg]:size-4 [&_svg]:text-muted',
        isChosen && 'bg-accent-soft',
      )}
    >
      {command.icon}
      <span className="min-w-0 flex-1 truncate">{command.label}</span>
      <span className="text-xs text-muted">{command.group}</span>
    </div>
  );
}

/** As the page of settings offers them. */
const settingsTabs = [
  { tab: 'models', role: 'viewer', where: 'workspace' },
  { tab: 'workspace', role: 'viewer', where: 'workspace' },
  { tab: 'storage', role: 'viewer', where: 'workspace' },
  { tab: 'queue', role: 'admin', where: 'workspace' },
  { tab: 'retention', role: 'admin', where: 'instance' },
  { tab: 'webhooks', role: 'admin', where: 'workspace' },
  { tab: 'effective', role: 'admin', where: 'instance' },
] as const;

function useCommands(): Command[] {
  const text = useShellText();
  const session = useSession();
  const navigate = useNavigate();
  const switchTo = useSwitchWorkspace();
  const signOut = useSignOut();
  const go = (to: string) => () => navigate({ to });
  const pages = areas
    .filter(({ role }) => hasRole(session, role))
    .map(({ name, icon: Icon, pages: [first] }) => ({
      key: `area-${name}`,
      label: text.areas[name],
      group: text.goTo,
      icon: <Icon aria-hidden />,
      run: go(first?.path ?? '/'),
    }));
  const account = accountPages.slice(0, 1).map(({ path }) => ({
    key: 'account',
    label: text.account,
    group: text.goTo,
    run: go(path),
  }));
  const act = (role: RoleName, { to, search = {}, ...named }: Action) =>
    hasRole(session, role) ? [{ ...named, group: text.actions, run: () => navigate({ to, search }) }] : [];
  return [
    ...pages,
    ...act('member', { key: 'new-run', label: text.newRun, to: '/playground' }),
    ...act('member', { key: 'new-key', label: text.createKey, to: '/keys', search: { new: 'key' } }),
    ...settingsTabs.flatMap(({ tab, role, where }) =>
      hasRole(session, role, where)
        ? [
            {
              key: `settings-${tab}`,
              label: text.settingsTabs[tab],
              group: text.areas.settings,
              run: () => navigate({ to: '/settings', search: { tab } }),
            },
          ]
        : [],
    ),
    ...act('admin', { key: 'invite', label: text.invite, to: '/members', search: { new: 'invitation' } }),
    ...account,
    ...session.workspaces
      .filter(({ id }) => id !== session.workspace_id)
      .map(({ id, name }) => ({ key: id, label: name, group: text.workspace, run: () => switchTo(id) })),
    ...themes.map((one) => ({
      key: `theme-${one}`,
      label: text.themes[one],
      group: text.theme,
      run: () => theme.set(one),
    })),
    ...languages.map((one) => ({
      key: `language-${one}`,
      label: text.languages[one],
      group: text.language,
      run: () => language.set(one),
    })),
    { key: 'reference', label: text.reference, group: text.goTo, run: () => location.assign('/docs') },
    { key: 'out', label: text.signOut, group: text.account, run: signOut },
  ];
}
