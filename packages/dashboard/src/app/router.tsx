import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { BrokenPage, PageNotFetched } from '../ui/error-boundary.tsx';
import { accountPages, areas, type PageRoute } from './areas.ts';
import { NotFound } from './not-found.tsx';
import { ClaimGate, Shell, SignInGate } from './shell.tsx';

const pageOf = ({ load }: PageRoute) =>
  lazyRouteComponent(async () => {
    const page = await load().catch((cause: unknown) => {
      throw new PageNotFetched('The page could not be fetched', { cause });
    });
    return { default: page };
  });

/** Addresses and what they show. Code of a page is fetched when a link to it is pointed at. */
export function createAppRouter() {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const invitation = createRoute({
    getParentRoute: () => root,
    path: '/accept-invitation',
    component: lazyRouteComponent(() => import('../pages/account/invitation-page.tsx'), 'InvitationPage'),
  });
  const reset = createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('../pages/account/reset-page.tsx'), 'ResetPage'),
  });
  const claim = createRoute({ getParentRoute: () => root, path: '/claim', component: ClaimGate });
  const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInGate });
  const pages = [...areas.flatMap((area) => area.pages), ...accountPages].map((page) =>
    createRoute({ getParentRoute: () => shell, path: page.path, component: pageOf(page) }),
  );
  return createRouter({
    routeTree: root.addChildren([invitation, reset, claim, signIn, shell.addChildren(pages)]),
    defaultPreload: 'intent',
    defaultErrorComponent: ({ error }) => <BrokenPage error={error} />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}
