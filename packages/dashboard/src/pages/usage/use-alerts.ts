import type { Alert } from '@parley/sdk';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import { useChange } from '../../ui/use-change.ts';

const refreshMs = 30_000;

/** Alerts of the workspace, newest first. */
export function useAlerts() {
  const parley = useParley();
  const { workspace_id } = useSession();
  const filter = workspace_id === null ? {} : { workspace_id };
  return usePages<Alert>({
    queryKey: queryKeys.alerts.list(filter),
    refreshMs,
    fetchPage: (after, signal) => parley.api.listAlerts({ query: { ...filter, ...after, limit: 100 } }, { signal }),
  });
}

/** Does something to alerts, has them read anew, and says how it went. */
export const useAlertChange = <Input>(change: (input: Input) => Promise<unknown>, said: string, onDone?: () => void) =>
  useChange({ change, said, onDone, queryKey: queryKeys.alerts.all });

/** Shares are told in per cent; the service takes them from 0 to 1. */
export const isShare = (measure: Alert['measure']): boolean => measure.endsWith('_share');

/** The others are of the last hour, or of now. */
export const hasPeriod = (measure: Alert['measure']): boolean =>
  measure !== 'error_share' && measure !== 'disk_used_share';
