import { createHash } from 'node:crypto';
import { integrationEndpoints as endpoints } from '@parley/contract';
import type { BrowserVisit, ConnectQuestion } from '../../../features/integrations/oauth/browser-binding.ts';
import type { CallbackOutcome, OAuthFlow } from '../../../features/integrations/oauth/oauth-flow.ts';
import { RawReply, type Route, type RouteRequest, route } from '../../route.ts';
import { askPage, goOnPage, outcomePage, signInPageHeaders } from './sign-in-pages.ts';

const cookieSeconds = 600;

/** What browsers see of a sign-in at a third party: our page before it, where they are asked, and the way back. */
export function signInRoutes(flow: OAuthFlow): Route[] {
  return [
    route(endpoints.finishAuthorization, async ({ query, call, raw }) => {
      const visit = visitOf(raw, query.state ?? '', undefined);
      const result = await flow.finish(query, visit, call.signal);
      if (result.kind === 'question') return ask(result, call, query.state ?? '', toQuery(query));
      if (result.redirectTo === null || !result.isAllowed) return showOutcome(result);
      const headers = { location: result.redirectTo, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
      return new RawReply({ status: 302, headers, body: '' });
    }),
    route(endpoints.confirmAuthorization, async ({ query: { proof, ...query }, call, raw }) => {
      // Without a proof nothing is confirmed; an empty one is none.
      const visit = visitOf(raw, query.state ?? '', proof ?? '');
      const result = await flow.finish(query, { ...visit, isBrowser: true }, call.signal);
      if (result.kind === 'question') throw new Error('a proof was sent, so that nothing is left to ask');
      if (result.redirectTo === null || !result.isAllowed) return showOutcome(result);
      return show(200, goOnPage(result.redirectTo));
    }),
    route(endpoints.askBrowser, async ({ params: { state }, call }) => {
      const result = await flow.ask(state);
      if (result.kind === 'outcome') return showOutcome(result);
      return ask(result, call, state, '');
    }),
    route(endpoints.leaveForThirdParty, async ({ params: { state }, query, raw }) => {
      const result = await flow.leave(state, visitOf(raw, state, query.proof));
      return result.kind === 'outcome' ? showOutcome(result) : show(200, goOnPage(result.url));
    }),
  ];
}

function show<const Status extends 200 | 400>(status: Status, body: string, headers = {}) {
  return new RawReply({ status, headers: { ...signInPageHeaders, ...headers }, body });
}

function showOutcome(outcome: CallbackOutcome) {
  return outcome.status === 'success' ? show(200, outcomePage(outcome)) : show(400, outcomePage(outcome));
}

/** The page that asks, in the place of the address that was asked for, with a cookie that only the browser it is shown in has. */
function ask(question: ConnectQuestion, call: RouteRequest['call'], state: string, query: string) {
  const isSecure = call.origin.startsWith('https:');
  const cookie = `${cookieName(state, isSecure)}=${question.cookie}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`;
  const page = askPage({ ...question, action: `?${query}&proof=${question.proof}` });
  return show(200, page, { 'set-cookie': isSecure ? `${cookie}; Secure` : cookie });
}

/** One for each sign-in, so that two at once do not disturb each other. */
function cookieName(state: string, isSecure: boolean): string {
  const name = `parley-connect-${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
  return isSecure ? `__Host-${name}` : name;
}

function visitOf(raw: RouteRequest['raw'], state: string, proof: string | undefined): BrowserVisit {
  const { headers } = raw;
  // Browsers send one of these with whatever they ask for: the second also where the first needs TLS.
  const isBrowser = headers['sec-fetch-site'] !== undefined || headers['upgrade-insecure-requests'] !== undefined;
  return { isBrowser, proof, cookie: cookieOf(headers.cookie, state) };
}

/** Either name counts: which one was set depends on the address that the service was asked under. */
function cookieOf(header: string | undefined, state: string): string | undefined {
  const names = [cookieName(state, true), cookieName(state, false)];
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name !== undefined && names.includes(name))?.[1];
}

function toQuery(query: Record<string, string | undefined>): string {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) result.set(name, value);
  return result.toString();
}
