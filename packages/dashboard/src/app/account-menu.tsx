import { useNavigate } from '@tanstack/react-router';
import { ChevronUp, CircleUserRound, Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { language, languages } from '../lib/language.ts';
import { useSession, useSignOut } from '../lib/session.tsx';
import { useStored } from '../lib/stored.ts';
import { theme, themes } from '../lib/theme.ts';
import { Menu } from '../ui/menu.tsx';
import { accountPages } from './areas.ts';
import { useShellText } from './shell-text.ts';

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** Who is signed in, how the page looks, and the way out. */
export function AccountMenu() {
  const text = useShellText();
  const { user, role, instance_role } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const currentTheme = useStored(theme);
  const currentLanguage = useStored(language);
  const shownRole = instance_role ?? role;
  const account = accountPages[0];
  return (
    <Menu
      side="top"
      align="start"
      heading={user.email}
      trigger={
        <button type="button" className="flex h-11 items-center gap-2.5 rounded-md px-2 text-left hover:bg-line/60">
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
          >
            {user.name.trim().charAt(0).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="sr-only">{text.account}: </span>
            <span className="block truncate text-sm leading-4 font-medium" title={user.name}>
              {user.name}
            </span>
            <span className="block text-xs leading-4 text-muted">{shownRole && text.roles[shownRole]}</span>
          </span>
          <ChevronUp aria-hidden className="size-4 text-muted" />
        </button>
      }
      groups={[
        account
          ? [
              {
                key: 'account',
                label: text.account,
                icon: <CircleUserRound aria-hidden />,
                onSelect: () => void navigate({ to: account.path }),
              },
            ]
          : [],
        themes.map((one) => {
          const Icon = themeIcons[one];
          return {
            key: one,
            label: text.themes[one],
            icon: <Icon aria-hidden />,
            isChecked: one === currentTheme,
            onSelect: () => theme.set(one),
          };
        }),
        languages.map((one) => ({
          key: one,
          label: text.languages[one],
          icon: <Languages aria-hidden />,
          isChecked: one === currentLanguage,
          onSelect: () => language.set(one),
        })),
        [{ key: 'out', label: text.signOut, icon: <LogOut aria-hidden />, onSelect: () => void signOut() }],
      ]}
    />
  );
}
