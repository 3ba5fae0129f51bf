import type { StoredPrompt } from '@parley/sdk';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type LabelPart, mostParts, partsOf, sharesOf } from './label-shares.ts';
import { usePromptsText } from './prompts-text.ts';

export interface LabelDialogProps {
  prompt: StoredPrompt;
  /** The one that is shown: it gets all calls of a label that is moved. */
  version: number;
  /** The label whose shares are changed; empty for one that is moved to the version. */
  label: string;
  onClose: () => void;
}

/** Which version calls get by a label; or several, each for a share of the calls. */
export function LabelDialog({ prompt, version, label: changed, onClose }: LabelDialogProps) {
  const text = usePromptsText();
  const parley = useParley();
  const [label, setLabel] = useState(changed || 'production');
  const [parts, setParts] = useState<LabelPart[]>(() => {
    const shares = prompt.labels[changed];
    return shares ? partsOf(shares) : [{ version, percent: '100' }];
  });
  const shares = sharesOf(parts);
  const move = useChange({
    change: (versions: NonNullable<typeof shares>) =>
      parley.api.setPromptLabel({ params: { id: prompt.id, label }, body: { versions } }),
    queryKey: queryKeys.prompts.all,
    said: text.labelSet,
    onDone: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={changed === '' ? text.setLabel : text.changeLabel(changed)}
      description={text.labelHint}
      size="small"
      action={changed === '' ? text.setLabel : text.saveShares}
      onSubmit={() => shares && move.mutate(shares)}
      isBusy={move.isPending}
      isUnready={shares === null}
    >
      {changed === '' && (
        <TextField
          label={text.label}
          required
          pattern="[a-z0-9][a-z0-9_.\-]{0,63}"
          placeholder={text.labelPlaceholder}
          value={label}
          onChange={setLabel}
        />
      )}
      <Parts parts={parts} latest={prompt.latest_version} isWrong={shares === null} onParts={setParts} />
    </FormDialog>
  );
}

interface PartsProps {
  parts: readonly LabelPart[];
  /** The highest version there is. */
  latest: number;
  isWrong: boolean;
  onParts: (parts: LabelPart[]) => void;
}

function Parts({ parts, latest, isWrong, onParts }: PartsProps) {
  const text = usePromptsText();
  const versions = Array.from({ length: latest }, (_, at) => latest - at);
  const put = (at: number, part: Partial<LabelPart>) =>
    onParts(parts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const unused = versions.find((one) => !parts.some(({ version }) => version === one));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-soft">{text.shares}</legend>
      <ul className="flex flex-col gap-2">
        {parts.map(({ version, percent }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <li key={at} className="flex items-center gap-2">
            <Select
              aria-label={text.versionOf(at + 1)}
              value={String(version)}
              onValue={(value) => put(at, { version: Number(value) })}
              options={versions.map((one) => ({ value: String(one), label: text.show(one) }))}
            />
            <Input
              aria-label={text.shareOf(at + 1)}
              inputMode="decimal"
              className="w-24! shrink-0 text-right tabular-nums"
              value={percent}
              onChange={({ target }) => put(at, { percent: target.value })}
            />
            <span className="text-sm text-muted">%</span>
            {parts.length > 1 && (
              <IconButton
                label={text.removeShare(at + 1)}
                onClick={() => onParts(parts.filter((_, index) => index !== at))}
              >
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="mt-1 text-xs text-bad empty:hidden">
        {isWrong && text.sharesWrong}
      </p>
      {unused !== undefined && parts.length < mostParts && (
        <Button
          size="small"
          className="mt-2"
          icon={<Plus aria-hidden />}
          onClick={() => onParts([...parts, { version: unused, percent: '0' }])}
        >
          {text.addShare}
        </Button>
      )}
    </fieldset>
  );
}
