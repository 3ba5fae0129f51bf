import type { Retention } from '@parley/sdk';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useKeyOptions } from '../../lib/use-key-options.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useSettingsText } from './settings-text.ts';

const choices = ['none', 'keys', 'all'] as const;

/** Whether what calls ask and are answered is kept: of which keys, how, and for how long. */
export function ContentsForm({ retention }: { retention: Retention }) {
  const text = useSettingsText();
  const parley = useParley();
  const [kept, setKept] = useState(retention.contents);
  const [keys, setKeys] = useState<readonly string[]>(retention.contents_keys);
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
  // What is kept is set for the whole installation.
  const options = useKeyOptions(null);
  const isOn = kept !== 'none';
  return (
    <Card title={text.contents} description={text.contentsHint} className="max-w-2xl">
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={text.contentsOf}
          value={kept}
          values={choices}
          names={text.contentsKept}
          onValue={setKept}
        />
        {isOn && (
          <TextField
            label={`${text.contentsDays} (${text.days})`}
            hint={text.contentsDaysHint}
            type="number"
            required
            min={1}
            max={365}
            value={days}
            onChange={setDays}
          />
        )}
        {kept === 'keys' && (
          <CheckList
            className="sm:col-span-2"
            legend={text.contentsKeys}
            options={options}
            chosen={keys}
            onChosen={setKeys}
          />
        )}
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
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={kept === 'keys' && keys.length === 0}>
            {text.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
