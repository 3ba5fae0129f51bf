import type { CurrentSession } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { queryKeys } from '../lib/query-keys.ts';
import { SessionProvider, useSessionState } from '../lib/session.tsx';
import { IconButton } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Problem } from '../ui/problem.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { useShellText } from './shell-text.ts';
import { Sidebar } from './sidebar.tsx';

const SignIn = lazy(async () => ({ default: (await import('../pages/account/sign-in-page.tsx')).SignInPage }));
const Claim = lazy(async () => ({ default: (await import('../pages/account/claim-page.tsx')).ClaimPage }));
const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));
const Palette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/**
 * What every page stands in, for those who are signed in; the others meet the sign-in or the claim page at the same address. Whose
 * session ends signs in above the page, which keeps what was written on it.
 */
export function Shell() {
  const { data, error, refetch } = useSessionState();
  const queries = useQueryClient();
  const [known, setKnown] = useState<CurrentSession | null>(null);
  const session = data?.state === 'in' ? data.session : null;
  const ended = known !== null && data?.state === 'out' ? data.instance : null;
  const hasEnded = ended !== null;
  const isSomebodyElse = session !== null && known !== null && session.user.id !== known.user.id;
  // What was refused meanwhile is asked for again.
  const wasAway = useRef(false);
  useEffect(() => {
    // What was kept for one person is not shown to another.
    if (isSomebodyElse) location.reload();
    else if (session !== null) setKnown(session);
    if (session !== null && wasAway.current)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
    wasAway.current = hasEnded;
  }, [session, hasEnded, isSomebodyElse, queries]);
  if (isSomebodyElse) return null;
  const shown = session ?? (hasEnded ? known : null);
  if (shown) {
    return (
      <SessionProvider value={shown}>
        <div inert={hasEnded}>
          <Frame />
        </div>
        {ended && (
          <div className="fixed inset-0 z-50 overflow-y-auto bg-page">
            <Suspense>
              <SignIn hasOidc={ended.oidc} hasMail={ended.mail} hasEnded />
            </Suspense>
          </div>
        )}
      </SessionProvider>
    );
  }
  if (data?.state === 'out')
    return (
      <Suspense>
        {data.instance.claimed ? <SignIn hasOidc={data.instance.oidc} hasMail={data.instance.mail} /> : <Claim />}
      </Suspense>
    );
  return <main className="mx-auto max-w-xl p-6">{error && <Problem error={error} onRetry={() => refetch()} />}</main>;
}

/** Where the link of the terminal leads; once the instance is claimed, home. */
export function ClaimGate() {
  const { data } = useSessionState();
  if (!data) return null;
  const isOpen = data.state === 'out' && !data.instance.claimed;
  return <Suspense>{isOpen ? <Claim /> : <Navigate to="/" replace />}</Suspense>;
}

/** Where a sign-in at an identity provider ends that did not succeed; home for those who are in. */
export function SignInGate() {
  const { data } = useSessionState();
  if (!data) return null;
  const isOpen = data.state === 'out' && data.instance.claimed;
  return (
    <Suspense>
      {isOpen ? <SignIn hasOidc={data.instance.oidc} hasMail={data.instance.mail} /> : <Navigate to="/" replace />}
    </Suspense>
  );
}

function Frame() {
  const text = useShellText();
  const { pathname } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = usePalette();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the page closes the menu
  useEffect(() => setIsMenuOpen(false), [pathname]);
  const sidebar = <Sidebar onSearch={() => setIsPaletteOpen(true)} />;
  return (
    <div className="flex min-h-dvh">
      <a href="#content" className="skip-link">
        {text.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh w-58 shrink-0 border-r bg-sunken lg:block print:hidden">
        {sidebar}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b bg-page/95 px-2 backdrop-blur lg:hidden print:hidden">
          <IconButton label={text.menu} onClick={() => setIsMenuOpen(true)}>
            <MenuIcon aria-hidden />
          </IconButton>
          <span className="flex-1 font-semibold">{/* The name of the product. */}Parley</span>
          <IconButton label={text.palette} onClick={() => setIsPaletteOpen(true)}>
            <Search aria-hidden />
          </IconButton>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 py-5 outline-none sm:px-6 lg:py-7"
        >
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<SkeletonRows count={6} />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      {isMenuOpen && (
        <Suspense>
          <Drawer onClose={() => setIsMenuOpen(false)} label={text.menu}>
            {sidebar}
          </Drawer>
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setIsPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Opens with Ctrl or ⌘ and K. */
function usePalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return [isOpen, setIsOpen] as const;
}
