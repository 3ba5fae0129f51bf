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
}

/** `origin` is that of the page. */
export function createClient(origin: string): Client {
  const headers: Record<string, string> = {};
  const chosen = chosenWorkspace.get();
  if (chosen !== '') headers['x-parley-workspace'] = chosen;
  return {
    parley: new ManagementClient({ baseUrl: origin, credentials: 'same-origin', maxRetries: 1, headers }),
    enter({ csrf_token, workspace_id }) {
      headers['x-parley-csrf'] = csrf_token;
      if (workspace_id === null) delete headers['x-parley-workspace'];
      else headers['x-parley-workspace'] = workspace_id;
    },
    leave() {
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
