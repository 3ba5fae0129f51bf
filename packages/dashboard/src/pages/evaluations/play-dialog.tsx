import type { EvaluationSet } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEvaluationsText } from './evaluations-text.ts';
import { useEvaluationChange } from './use-evaluations.ts';

/** What a set is played against. */
export function PlayDialog({
  set,
  onClose,
  onBegun,
}: {
  set: EvaluationSet;
  onClose: () => void;
  onBegun: (runId: string) => void;
}) {
  const text = useEvaluationsText();
  const parley = useParley();
  const [model, setModel] = useState('');
  const [prompt, setPrompt] = useState('');
  const [judge, setJudge] = useState('');
  const { data: models } = useQuery({
    queryKey: queryKeys.models.list,
    queryFn: ({ signal }) => parley.api.listModels({}, { signal }),
  });
  const play = useEvaluationChange(
    (request: Parameters<typeof parley.evaluations.start>[0]) => parley.evaluations.start(request),
    () => text.started,
    ({ id }) => onBegun(id),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={text.playTitle}
      action={text.play}
      onSubmit={() =>
        play.mutate({
          set_id: set.id,
          ...(model.trim() !== '' && { model: model.trim() }),
          ...(prompt.trim() !== '' && { prompt: promptOf(prompt.trim()) }),
          ...(judge.trim() !== '' && { judge_model: judge.trim() }),
        })
      }
      isBusy={play.isPending}
    >
      <datalist id="evaluation-models">
        {models?.data.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <TextField
        label={text.model}
        list="evaluation-models"
        placeholder={text.modelDefault}
        value={model}
        onChange={setModel}
      />
      <TextField
        label={text.prompt}
        hint={text.promptHint}
        placeholder={text.promptPlaceholder}
        value={prompt}
        onChange={setPrompt}
      />
      <TextField label={text.judge} hint={text.judgeHint} list="evaluation-models" value={judge} onChange={setJudge} />
    </FormDialog>
  );
}

function promptOf(text: string): { id: string; version?: number } {
  const at = text.lastIndexOf('@');
  const version = at === -1 ? Number.NaN : Number(text.slice(at + 1));
  return Number.isInteger(version) && version > 0 ? { id: text.slice(0, at), version } : { id: text };
}
