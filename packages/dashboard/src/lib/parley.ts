import type { CurrentSession } from '@parley/sdk';
import { ManagementClient } from '@parley/sdk/management';
import { createContext, useContext } from 'react';
import { stored } from './stored.ts';

/** The workspace that the reader chose; empty for the service's choice. */
export const chosenWorkspace = stored<string>('workspace', (text) => text ?? '');

/** The service that serves this page, through the session of its reader. */
export interface Client {
  parley: ManagementClient;
  /** Everything after this is sent as who is signed in, in the workspace of the session. */
  enter(session: CurrentSession): void;
  /** Everything after this is sent without a session. */
  leave(): void;
  /** Told when the service answers somebody who was signed in that nobody is. One listener; the last one counts. */
  onSessionEnd(listener: () => void): void;
}

/** `origin` is that of the page. */
export function createClient(origin: string): Client {
  const headers: Record<string, string> = {};
  let isIn = false;
  let tellOfEnd = () => {};
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401 && isIn) {
      // Once: to ask who is signed in is answered with 401 as well.
      isIn = false;
      tellOfEnd();
    }
    return response;
  };
  const chosen = chosenWorkspace.get();
  if (chosen !== '') headers['x-parley-workspace'] = chosen;
  return {
    parley: new ManagementClient({
      baseUrl: origin,
      credentials: 'same-origin',
      maxRetries: 1,
      headers,
      fetch: watched,
    }),
    enter({ csrf_token, workspace_id }) {
      isIn = true;
      headers['x-parley-csrf'] = csrf_token;
      if (workspace_id === null) delete headers['x-parley-workspace'];
      else headers['x-parley-workspace'] = workspace_id;
    },
    onSessionEnd(listener) {
      tellOfEnd = listener;
    },
    leave() {
      isIn = false;
      delete headers['x-parley-csrf'];
      delete headers['x-parley-workspace'];
    },
  };
}

const ClientContext = createContext<Client | null>(null);
export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('There is no client above this component');
  return client;
}

export const useParley = (): ManagementClient => useClient().parley;
