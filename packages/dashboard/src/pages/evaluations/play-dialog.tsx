import type { EvaluationSet } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useUiText } from '../../ui/ui-text.ts';
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
  const ui = useUiText();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    play.mutate({
      set_id: set.id,
      ...(model.trim() !== '' && { model: model.trim() }),
      ...(prompt.trim() !== '' && { prompt: promptOf(prompt.trim()) }),
      ...(judge.trim() !== '' && { judge_model: judge.trim() }),
    });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.playTitle}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form="play-evaluation" look="primary" isBusy={play.isPending}>
            {text.play}
          </Button>
        </>
      }
    >
      <form id="play-evaluation" onSubmit={submit} className="flex flex-col gap-4">
        <datalist id="evaluation-models">
          {models?.data.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <Field label={text.model}>
          {(ids) => (
            <Input
              {...ids}
              list="evaluation-models"
              placeholder={text.modelDefault}
              value={model}
              onChange={({ target }) => setModel(target.value)}
            />
          )}
        </Field>
        <Field label={text.prompt} hint={text.promptHint}>
          {(ids) => (
            <Input
              {...ids}
              placeholder={text.promptPlaceholder}
              value={prompt}
              onChange={({ target }) => setPrompt(target.value)}
            />
          )}
        </Field>
        <Field label={text.judge} hint={text.judgeHint}>
          {(ids) => (
            <Input {...ids} list="evaluation-models" value={judge} onChange={({ target }) => setJudge(target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function promptOf(text: string): { id: string; version?: number } {
  const at = text.lastIndexOf('@');
  const version = at === -1 ? Number.NaN : Number(text.slice(at + 1));
  return Number.isInteger(version) && version > 0 ? { id: text.slice(0, at), version } : { id: text };
}
