import type { Retention } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useSettingsText } from './settings-text.ts';

const choices = ['none', 'keys', 'all'] as const;
const mostKeys = 100;

/** Whether what calls ask and are answered is kept: of which keys, how, and for how long. */
export function ContentsForm({ retention }: { retention: Retention }) {
  const text = useSettingsText();
  const parley = useParley();
  const [kept, setKept] = useState(retention.contents);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(retention.contents_keys));
  const [isMasked, setMasked] = useState(retention.contents_masked);
  const [days, setDays] = useState(String(retention.contents_days));
  const save = useChange({
    change: () =>
      parley.api.updateSettings({
        body: {
          retention: {
            contents: kept,
            contents_keys: [...keys],
            contents_masked: isMasked,
            contents_days: Number(days),
          },
        },
      }),
    queryKey: queryKeys.settings,
    said: text.saved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isOn = kept !== 'none';
  return (
    <Card title={text.contents} description={text.contentsHint} className="max-w-2xl">
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label={text.contentsOf}>
          {(ids) => (
            <Select
              {...ids}
              value={kept}
              onValue={(value) => setKept(choices.find((one) => one === value) ?? kept)}
              options={choices.map((value) => ({ value, label: text.contentsKept[value] }))}
            />
          )}
        </Field>
        {isOn && (
          <Field label={`${text.contentsDays} (${text.days})`} hint={text.contentsDaysHint}>
            {(ids) => (
              <Input
                {...ids}
                type="number"
                required
                min={1}
                max={365}
                value={days}
                onChange={({ target }) => setDays(target.value)}
              />
            )}
          </Field>
        )}
        {kept === 'keys' && <KeyChoice chosen={keys} onChosen={setKeys} />}
        {isOn && (
          <Checkbox
            className="sm:col-span-2"
            label={text.contentsMasked}
            hint={text.contentsMaskedHint}
            checked={isMasked}
            onValue={setMasked}
          />
        )}
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={kept === 'keys' && keys.size === 0}>
            {text.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface KeyChoiceProps {
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

function KeyChoice({ chosen, onChosen }: KeyChoiceProps) {
  const text = useSettingsText();
  const parley = useParley();
  const { data } = useQuery({
    queryKey: queryKeys.keys.names(null),
    queryFn: ({ signal }) => parley.api.listKeys({ query: { kind: 'workspace', limit: mostKeys } }, { signal }),
  });
  return (
    <fieldset className="flex max-h-60 flex-col gap-1.5 overflow-y-auto rounded-md border p-3 sm:col-span-2">
      <legend className="px-1 text-xs text-muted">{text.contentsKeys}</legend>
      {data?.data.map(({ id, name, prefix }) => (
        <Checkbox
          key={id}
          label={name || prefix || id}
          checked={chosen.has(id)}
          onValue={(isChosen) => {
            const next = new Set(chosen);
            if (isChosen) next.add(id);
            else next.delete(id);
            onChosen(next);
          }}
        />
      ))}
    </fieldset>
  );
}
