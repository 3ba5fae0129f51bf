import { APIError } from '@parley/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ClientProvider, createClient } from '../lib/parley.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { createAppRouter } from './router.tsx';

const maxRetries = 2;

/** Everything that pages stand on. */
export function App() {
  const [{ client, queries, router }] = useState(() => ({
    client: createClient(location.origin),
    queries: createQueryClient(),
    router: createAppRouter(),
  }));
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queries}>
        <TooltipProvider delayDuration={300}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </TooltipProvider>
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
