import { APIError } from '@parley/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type Client, ClientProvider, chosenWorkspace, createClient } from '../lib/parley.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { sessionQuery } from '../lib/session.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { createAppRouter } from './router.tsx';

const maxRetries = 2;

/** Everything that pages stand on. */
export interface Ground {
  client: Client;
  queries: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}

/** Who reads, and the code of the page that is opened: asked for at once and together, so that the first drawing is of both. */
export async function prepare(): Promise<Ground> {
  takeLinkedWorkspace();
  const client = createClient(location.origin);
  const queries = createQueryClient();
  client.onSessionEnd(() => void queries.invalidateQueries({ queryKey: queryKeys.session }));
  const router = createAppRouter();
  await Promise.all([queries.prefetchQuery(sessionQuery(client)), router.load()]);
  return { client, queries, router };
}

/** A link that somebody passed on names the workspace that it leads into. */
function takeLinkedWorkspace(): void {
  const linked = new URLSearchParams(location.search).get('workspace');
  if (linked !== null && /^[\w-]{1,100}$/.test(linked)) chosenWorkspace.set(linked);
}

/** The whole application. */
export function App({ client, queries, router }: Ground) {
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </ClientProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The SDK has tried again already where that can help; what the service refuses stays refused.
        retry: (count, error) => count < maxRetries && !(error instanceof APIError),
      },
    },
  });
}
