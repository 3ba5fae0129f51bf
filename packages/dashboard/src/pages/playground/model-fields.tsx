import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Field, Select } from '../../ui/field.tsx';
import type { Draft } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';
import { needsModel, usualModel } from './to-request.ts';

export interface DraftPartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

/** The model that is asked, and one beside it. */
export function ModelFields({ draft, set }: DraftPartProps) {
  const text = usePlaygroundText();
  const parley = useParley();
  const { data } = useQuery({
    queryKey: queryKeys.models.list,
    queryFn: ({ signal }) => parley.api.listModels({}, { signal }),
  });
  const names = data?.data.map(({ id, name }) => ({ value: id, label: name === id ? id : `${id} · ${name}` })) ?? [];
  const needsName = needsModel(draft.mode);
  const chosen = draft.model === '' && needsName ? usualModel : draft.model;
  const first = needsName ? names : [{ value: '', label: text.defaultModel(usualModel) }, ...names];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={text.model}>
        {(ids) => <Select {...ids} value={chosen} onValue={(model) => set({ model })} options={first} />}
      </Field>
      <Field label={text.secondModel}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.secondModel}
            onValue={(secondModel) => set({ secondModel })}
            options={[{ value: '', label: text.noSecond }, ...names]}
          />
        )}
      </Field>
    </div>
  );
}
