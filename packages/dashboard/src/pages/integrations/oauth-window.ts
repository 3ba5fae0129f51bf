import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { asRecord, asText } from '../../lib/read-json.ts';

/** How a sign-in at a third party ended. */
export interface SignInOutcome {
  integrationId: string;
  isConnected: boolean;
  userId: string;
  /** Why not. */
  message: string;
}

const channelName = 'parley.integrations';

/** Where the third party's window comes back to. */
export const callbackUrlOf = (integrationId: string): string =>
  `${location.origin}/integrations/${encodeURIComponent(integrationId)}?tab=connections&returned=1`;

/** Opened at once, with the click: browsers shut out windows that open later. Null where they allow none. */
export function openSignInWindow(): Window | null {
  return window.open('', '_blank', 'popup,width=560,height=720');
}

/** Goes on to the third party, in the window or, without one, here. */
export function leadTo(opened: Window | null, address: string): void {
  if (opened && !opened.closed) opened.location.href = address;
  else location.assign(address);
}

/**
 * Tells how a sign-in ended: to the window that comes back from the third party, and to the page that opened it. The window that
 * was opened closes itself.
 */
export function useSignInOutcome(onOutcome: (outcome: SignInOutcome) => void): void {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const latest = useRef(onOutcome);
  latest.current = onOutcome;
  const isBack = search.returned !== undefined && search.status !== undefined;
  const outcome = isBack ? JSON.stringify(fromSearch(search)) : '';
  useEffect(() => {
    if (outcome === '') return;
    const channel = new BroadcastChannel(channelName);
    const read = readOutcome(JSON.parse(outcome));
    channel.postMessage(read);
    channel.close();
    latest.current(read);
    void navigate({ to: '.', search: { tab: 'connections' }, replace: true });
    // Nothing happens where the window was not opened by a page.
    window.close();
  }, [outcome, navigate]);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      void queries.invalidateQueries({ queryKey: queryKeys.integrations.all });
      latest.current(readOutcome(data));
    };
    return () => channel.close();
  }, [queries]);
}

const fromSearch = (search: Record<string, unknown>) => ({
  integrationId: search.integrationId,
  isConnected: search.status === 'success',
  userId: search.user_id === undefined ? '' : String(search.user_id),
  message: search.error,
});

function readOutcome(value: unknown): SignInOutcome {
  const { integrationId, isConnected, userId, message } = asRecord(value);
  return {
    integrationId: asText(integrationId) ?? '',
    isConnected: isConnected === true,
    userId: asText(userId) ?? '',
    message: asText(message) ?? '',
  };
}
