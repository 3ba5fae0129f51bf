import type { DryRun, DryRunRequest } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDuration, formatMoney, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { useKeyOptions } from '../../lib/use-key-options.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRoutingText } from './routing-text.ts';

const kinds = ['text', 'object', 'tools', 'pictures'] as const;
const faults = [
  ...(['none', 'rate', 'overload', 'error', 'timeout'] as const),
  ...(['context', 'rejected', 'content_filter', 'refusal'] as const),
];

interface Draft {
  model: string;
  user: string;
  tags: string;
  keyId: string;
  kind: (typeof kinds)[number];
  after: (typeof faults)[number];
}

/** Says which engine a call would get, and why, without asking one. */
export function DryRunDialog({ model, onClose }: { model: string; onClose: () => void }) {
  const text = useRoutingText();
  const parley = useParley();
  const [draft, setDraft] = useState<Draft>({ model, user: '', tags: '', keyId: '', kind: 'text', after: 'none' });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => parley.api.dryRunRoute({ body: requestOf(draft) }),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text.dryRun}
      description={text.dryRunHint}
      size="wide"
      action={text.dryRunAction}
      onSubmit={mutate}
      isBusy={isPending}
      error={error}
    >
      <CallFields draft={draft} onChange={change} />
      {data && (
        <section aria-label={text.dryRunResult} aria-live="polite" className="flex flex-col gap-3 border-t pt-4">
          <Result run={data} />
        </section>
      )}
    </FormDialog>
  );
}

/** What is known of the call. */
function CallFields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const text = useRoutingText();
  const keys = useKeyOptions(null);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        label={text.model}
        hint={text.modelHint}
        maxLength={300}
        value={draft.model}
        onChange={(model) => onChange({ model })}
      />
      <TextField
        label={text.user}
        hint={text.userHint}
        maxLength={255}
        value={draft.user}
        onChange={(user) => onChange({ user })}
      />
      <TextField label={text.tags} hint={text.tagsHint} value={draft.tags} onChange={(tags) => onChange({ tags })} />
      <Field label={text.ofKey}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.keyId}
            onValue={(keyId) => onChange({ keyId })}
            options={[{ value: '', label: text.anyKey }, ...keys]}
          />
        )}
      </Field>
      <ChoiceField
        label={text.kind}
        value={draft.kind}
        values={kinds}
        names={text.kinds}
        onValue={(kind) => onChange({ kind })}
      />
      <ChoiceField
        label={text.after}
        value={draft.after}
        values={faults}
        names={text.faults}
        onValue={(after) => onChange({ after })}
      />
    </div>
  );
}

const stateTones = { ready: 'good', cooling: 'warn', open: 'bad' } as const;

function Result({ run: { engine, why, order, left_out, canary, shadow } }: { run: DryRun }) {
  const text = useRoutingText();
  const language = useLanguage();
  const price = (usd: number) => formatMoney(usd, language);
  return (
    <>
      <Facts
        facts={[
          [text.engine, engine ?? text.noEngine],
          [text.why, why],
          [text.canaryOf, canary && `${canary.engine}: ${canary.why}`],
          [text.shadowOf, shadow],
        ]}
      />
      {order.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-medium text-soft">{text.order}</h3>
          <ol aria-label={text.order} className="divide-y rounded-lg border text-sm">
            {order.map((one, at) => (
              <li key={`${one.role} ${one.engine}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
                <span className="text-muted tabular-nums">{at + 1}.</span>
                <span className="min-w-0 flex-1 basis-40 truncate font-mono text-xs" title={one.engine}>
                  {one.engine}
                </span>
                <span className="text-xs text-muted">
                  {text.roles[one.role]}
                  {one.share !== null && ` · ${formatNumber(one.share * 100, language, 1)} %`}
                  {` · ${text.priceOf(price(one.input_usd), price(one.output_usd))}`}
                </span>
                <Badge tone={stateTones[one.state]}>
                  {text.engineStates[one.state]}
                  {one.wait_ms > 0 && ` (${formatDuration(one.wait_ms, language)})`}
                </Badge>
              </li>
            ))}
          </ol>
        </div>
      )}
      {left_out.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-medium text-soft">{text.leftOut}</h3>
          <ul aria-label={text.leftOut} className="divide-y rounded-lg border text-sm">
            {left_out.map((one) => (
              <li key={one.engine} className="px-3 py-2">
                <span className="font-mono text-xs break-all">{one.engine}</span>
                <span className="block text-xs text-muted">{one.why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function requestOf({ model, user, tags, keyId, kind, after }: Draft): DryRunRequest {
  const named = tags.split(/[\s,;]+/).filter((tag) => tag !== '');
  return {
    kind,
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(user.trim() !== '' && { user: user.trim() }),
    ...(named.length > 0 && { tags: named }),
    ...(keyId !== '' && { key_id: keyId }),
    ...(after !== 'none' && { after }),
  };
}
