import type { SettingVersion } from '@parley/sdk';
import { useState } from 'react';
import { readJsonObject } from '../../lib/read-json.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { Time } from '../../ui/values.tsx';
import { useRoutingText } from './routing-text.ts';
import { type Kind, type Row, settingsOf, useKeep, useRevert, useVersions } from './use-routing.ts';

export interface SettingsDialogProps {
  kind: Kind;
  /** Null for a new one. */
  row: Row | null;
  onClose: () => void;
}

const begins: Record<Kind, object> = {
  routes: { engines: [{ engine: 'openai/gpt-4.1-mini', weight: 1 }], fallbacks: ['reader'] },
  providers: { type: 'openai', base_url: 'https://', keys: [{ name: 'main', value: '' }] },
};

/** A route or provider as JSON, whose fields are many and rarely changed, with its earlier versions. */
export function SettingsDialog({ kind, row, onClose }: SettingsDialogProps) {
  if (row !== null && row.source !== 'api') return <FixedSettings row={row} onClose={onClose} />;
  return <SettingsForm kind={kind} row={row} onClose={onClose} />;
}

/** What a file or a variable set: it is changed there. */
function FixedSettings({ row, onClose }: { row: Row; onClose: () => void }) {
  const text = useRoutingText();
  const ui = useUiText();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={row.id}
      description={text.fixed}
      size="wide"
      actions={<Button onClick={onClose}>{ui.close}</Button>}
    >
      <CodeBlock label={text.settings} code={JSON.stringify(settingsOf(row), null, 2)} />
    </Dialog>
  );
}

function SettingsForm({ kind, row, onClose }: SettingsDialogProps) {
  const text = useRoutingText();
  const ui = useUiText();
  const [id, setId] = useState(row?.id ?? '');
  const [code, setCode] = useState(() => JSON.stringify(row ? settingsOf(row) : begins[kind], null, 2));
  const settings = readJsonObject(code);
  const keep = useKeep(kind, row, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title={row?.id ?? text.add[kind]}
      description={text.settingsHint[kind]}
      size="wide"
      action={row ? ui.save : text.add[kind]}
      onSubmit={() => settings && keep.mutate({ id: id.trim(), settings })}
      isBusy={keep.isPending}
      below={row !== null && <History kind={kind} row={row} onClose={onClose} />}
    >
      {row === null && (
        <Field label={text.id} hint={text.idHints[kind]}>
          {(ids) => (
            <Input {...ids} required maxLength={200} value={id} onChange={({ target }) => setId(target.value)} />
          )}
        </Field>
      )}
      <div className="flex flex-col gap-1">
        <p className="flex justify-between gap-3 text-sm font-medium text-soft">
          {text.settings}
          <a href="/docs/models" className="font-normal text-accent hover:underline">
            {text.reference}
          </a>
        </p>
        <CodeEditor
          label={text.settings}
          value={code}
          onValue={setCode}
          minHeight={220}
          {...(!settings && { problemId: 'routing-problem' })}
        />
        {!settings && (
          <p id="routing-problem" className="text-xs text-bad">
            {text.notJson}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

function History({ kind, row, onClose }: SettingsDialogProps & { row: Row }) {
  const text = useRoutingText();
  const { data } = useVersions(kind, row.id);
  const revert = useRevert(kind, row.id, onClose);
  const earlier = (data?.data ?? []).filter(({ version }) => version !== row.version);
  if (earlier.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="mb-1 text-sm font-medium text-soft">{text.history}</h3>
      <ul aria-label={text.historyOf(row.id)} className="divide-y rounded-lg border text-sm">
        {earlier.map((one) => (
          <li key={one.version} className="flex items-start gap-3 px-3 py-2">
            <Version one={one} isBusy={revert.isPending} onRevert={() => revert.mutate(one.version)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VersionProps {
  one: SettingVersion;
  isBusy: boolean;
  onRevert: () => void;
}

function Version({ one: { version, action, changed_at, settings }, isBusy, onRevert }: VersionProps) {
  const text = useRoutingText();
  return (
    <>
      <details className="min-w-0 flex-1">
        <summary className="cursor-pointer">
          <span className="font-medium">{text.version(version)}</span>{' '}
          <span className="text-muted">
            {text.actions[action]} <Time value={changed_at} />
          </span>
        </summary>
        <CodeBlock label={text.version(version)} code={JSON.stringify(settings, null, 2)} className="mt-2 max-h-60" />
      </details>
      {action !== 'delete' && (
        <Button size="small" title={text.revertTo(version)} isBusy={isBusy} onClick={onRevert}>
          {text.revert}
        </Button>
      )}
    </>
  );
}
