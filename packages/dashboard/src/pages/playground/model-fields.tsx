import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { type Draft, mostModels } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';
import { needsModel, usualModel } from './to-request.ts';
import { useModelNames } from './use-model-names.ts';

export interface DraftPartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

/** The model that is asked, and up to three beside it. */
export function ModelFields({ draft, set }: DraftPartProps) {
  const text = usePlaygroundText();
  const { others } = draft;
  const put = (at: number, model: string) => set({ others: others.map((one, index) => (index === at ? model : one)) });
  return (
    <div className="flex flex-col gap-2">
      <Picker label={text.model} draft={draft} value={draft.model} onValue={(model) => set({ model })} isFirst />
      {others.map((model, at) => (
        // Models have no other name than their place: the same may be asked twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="flex items-end gap-2">
          <Picker
            label={text.modelNumber(String(at + 2))}
            draft={draft}
            value={model}
            onValue={(next) => put(at, next)}
          />
          <Button
            look="quiet"
            aria-label={text.removeModel(String(at + 2))}
            icon={<X aria-hidden />}
            onClick={() => set({ others: others.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      {others.length + 1 < mostModels && (
        <Button
          size="small"
          look="quiet"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => set({ others: [...others, usualModel] })}
        >
          {text.addModel}
        </Button>
      )}
    </div>
  );
}

/** Chosen in the list, for a name that is written by hand. */
const another = '…';

interface PickerProps {
  label: string;
  draft: Draft;
  value: string;
  onValue: (model: string) => void;
  isFirst?: boolean;
}

/** What can serve this kind of request: the names of the list, models of vendors and the reader by their names, and any other name. */
function Picker({ label, draft, value, onValue, isFirst = false }: PickerProps) {
  const text = usePlaygroundText();
  const names = useModelNames(draft.mode);
  const [isWriting, setWriting] = useState(false);
  const hasDefault = isFirst && !needsModel(draft.mode);
  const chosen = value === '' && !hasDefault ? usualModel : value;
  const isListed = chosen === '' || names.some((one) => one.value === chosen);
  const written = isWriting || (!isListed && names.length > 0);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Field label={label}>
        {(ids) => (
          <Select
            {...ids}
            value={written ? another : chosen}
            onValue={(next) => {
              setWriting(next === another);
              if (next !== another) onValue(next);
            }}
            options={[
              ...(hasDefault ? [{ value: '', label: text.defaultModel(usualModel) }] : []),
              ...names,
              { value: another, label: text.anotherModel },
            ]}
          />
        )}
      </Field>
      {written && (
        <Input
          aria-label={text.nameOfModel(label)}
          placeholder={text.nameOfModelExample}
          value={value}
          onChange={({ target }) => onValue(target.value.trim())}
        />
      )}
    </div>
  );
}
