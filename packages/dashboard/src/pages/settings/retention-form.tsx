import type { Retention } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Problem, useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { ContentsForm } from './contents-form.tsx';
import { useSettingsText } from './settings-text.ts';
import { useSettings } from './use-settings.ts';

/** How long things are kept. */
export function RetentionForm() {
  const { data, error, refetch } = useSettings();
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  return data ? (
    <div className="flex flex-col gap-5">
      <Form retention={data.retention} />
      <ContentsForm retention={data.retention} />
    </div>
  ) : (
    <SkeletonRows count={4} className="h-14" />
  );
}

const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

function Form({ retention }: { retention: Retention }) {
  const text = useSettingsText();
  const parley = useParley();
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const [draft, setDraft] = useState({
    usage_days: String(retention.usage_days ?? ''),
    audit_days: String(retention.audit_days ?? ''),
    playground_days: String(retention.playground_days ?? ''),
  });
  const save = useMutation({
    mutationFn: () =>
      parley.api.updateSettings({
        body: {
          retention: {
            usage_days: daysOf(draft.usage_days),
            audit_days: daysOf(draft.audit_days),
            playground_days: daysOf(draft.playground_days),
          },
        },
      }),
    onSuccess: async () => {
      toaster.done(text.saved);
      await queries.invalidateQueries({ queryKey: queryKeys.settings });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const days = (name: keyof typeof draft, label: string, hint?: string, { min = 1, max = 3650 } = {}) => (
    <Field label={`${label} (${text.days})`} hint={hint}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={min}
          placeholder={text.keptForGood}
          max={max}
          value={draft[name]}
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <Card title={text.retention} description={text.retentionHint} className="max-w-2xl">
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {days('usage_days', text.usageDays, text.usageDaysHint, { min: 3 })}
        {days('audit_days', text.auditDays)}
        {days('playground_days', text.playgroundDays, text.playgroundDaysHint)}
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
