import { useQuery } from '@tanstack/react-query';
import { useParley } from './parley.ts';
import { queryKeys } from './query-keys.ts';

const mostKeys = 100;

/** Keys of a workspace by their names, for a select; of all workspaces with null. */
export function useKeyOptions(workspaceId: string | null): { value: string; label: string }[] {
  const parley = useParley();
  const query = {
    ...(workspaceId !== null && { workspace_id: workspaceId }),
    kind: 'workspace' as const,
    limit: mostKeys,
  };
  const { data } = useQuery({
    queryKey: queryKeys.keys.names(workspaceId),
    queryFn: ({ signal }) => parley.api.listKeys({ query }, { signal }),
  });
  return (data?.data ?? []).map(({ id, name, prefix }) => ({ value: id, label: name || prefix || id }));
}
