import { APIError, type CurrentSession, type InstanceInfo, type RoleName } from '@parley/sdk';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type Client, chosenWorkspace, useClient } from './parley.ts';
import { queryKeys } from './query-keys.ts';

/** Who is signed in, or what the sign-in page must know. */
export type SessionState =
  | { state: 'in'; session: CurrentSession }
  | { state: 'out'; instance: Pick<InstanceInfo, 'claimed' | 'oidc' | 'mail'> };

/** Asks who is signed in, and makes the client speak as them. */
export const sessionQuery = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.session,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<SessionState> => {
      try {
        const session = await client.parley.api.getSession({}, { signal });
        client.enter(session);
        return { state: 'in', session };
      } catch (error) {
        if (!(error instanceof APIError) || error.status !== 401) throw error;
        client.leave();
        return { state: 'out', instance: instanceOf(error) };
      }
    },
  });

export const useSessionState = () => useQuery(sessionQuery(useClient()));

const SessionContext = createContext<CurrentSession | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session of the reader, within the shell. */
export function useSession(): CurrentSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in here');
  return session;
}

const order: RoleName[] = ['viewer', 'member', 'admin', 'owner'];

/** What a reader may do: at least this role in the workspace or, with `instance`, in the whole installation. */
export function hasRole(
  session: CurrentSession,
  wanted: RoleName,
  where: 'workspace' | 'instance' = 'workspace',
): boolean {
  const reaches = (role: RoleName | null) => role !== null && order.indexOf(role) >= order.indexOf(wanted);
  return reaches(session.instance_role) || (where === 'workspace' && reaches(session.role));
}

export const useHasRole = (wanted: RoleName, where: 'workspace' | 'instance' = 'workspace'): boolean =>
  hasRole(useSession(), wanted, where);

/** Takes up a session that has just begun or changed. */
export function useEnter(): (session: CurrentSession) => void {
  const client = useClient();
  const queries = useQueryClient();
  return (session) => {
    client.enter(session);
    const state: SessionState = { state: 'in', session };
    queries.setQueryData<SessionState>(queryKeys.session, () => state);
  };
}

/** Goes on in another workspace: everything that was fetched is fetched anew. */
export function useSwitchWorkspace(): (id: string) => Promise<void> {
  const { parley } = useClient();
  const queries = useQueryClient();
  const enter = useEnter();
  return async (id) => {
    const session = await parley.api.getSession({}, { headers: { 'x-parley-workspace': id } });
    chosenWorkspace.set(id);
    enter(session);
    await queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
  };
}

/** Ends the session and shows the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  return async () => {
    await client.parley.api.deleteSession();
    client.leave();
    queries.clear();
    location.assign('/');
  };
}

function instanceOf({ body }: APIError): Pick<InstanceInfo, 'claimed' | 'oidc' | 'mail'> {
  const { instance } = body;
  const read: Record<string, unknown> = typeof instance === 'object' && instance !== null ? { ...instance } : {};
  return { claimed: read.claimed !== false, oidc: read.oidc === true, mail: read.mail === true };
}
