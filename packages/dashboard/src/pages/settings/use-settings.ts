import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The settings in effect and how long things are kept. */
export function useSettings() {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => parley.api.getSettings({}, { signal }),
  });
}
