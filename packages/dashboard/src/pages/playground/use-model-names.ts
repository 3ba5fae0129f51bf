import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Mode } from './draft.ts';
import { type NamedModel, namesFor } from './model-names.ts';

/** What the picker of models offers for a kind of request. */
export function useModelNames(mode: Mode): NamedModel[] {
  const parley = useParley();
  const { data: listed } = useQuery({
    queryKey: queryKeys.models.list,
    queryFn: ({ signal }) => parley.api.listModels({}, { signal }),
  });
  const { data: report } = useQuery({
    queryKey: queryKeys.models.report,
    queryFn: ({ signal }) => parley.api.getModelsReport({}, { signal }),
  });
  return namesFor(mode, listed?.data ?? [], report?.engines ?? []);
}
