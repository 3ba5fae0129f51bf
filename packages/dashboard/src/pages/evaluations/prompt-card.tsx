import type { PromptVersion, StoredPrompt } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Duration, NumberValue } from '../../ui/values.tsx';
import { useEvaluationsText } from './evaluations-text.ts';
import { useEvaluationChange } from './use-evaluations.ts';

/** Kept prompts that are evaluated with a set: the score stands beside each version. */
export function PromptCards({ setId, onBegun }: { setId: string; onBegun: (runId: string) => void }) {
  const text = useEvaluationsText();
  const parley = useParley();
  const mayPlay = useHasRole('member');
  const { data: prompts } = useQuery({
    queryKey: queryKeys.evaluations.prompts,
    queryFn: ({ signal }) => parley.api.listPrompts({ query: { limit: 100 } }, { signal }),
  });
  const { mutate: name } = useEvaluationChange(
    (id: string) => parley.api.updatePrompt({ params: { id }, body: { evaluation_set_id: setId } }),
    () => text.promptNamed,
  );
  const own = prompts?.data.filter((prompt) => prompt.evaluation_set_id === setId) ?? [];
  const others = prompts?.data.filter((prompt) => prompt.evaluation_set_id !== setId) ?? [];
  return (
    <>
      {own.map((prompt) => (
        <Versions key={prompt.id} prompt={prompt} mayPlay={mayPlay} onBegun={onBegun} />
      ))}
      {mayPlay && others.length > 0 && (
        <Field label={text.namePrompt} className="mt-5 max-w-xs">
          {(ids) => (
            <Select
              {...ids}
              value=""
              onValue={(id) => id !== '' && name(id)}
              options={[
                { value: '', label: '–' },
                ...others.map((prompt) => ({ value: prompt.id, label: prompt.name })),
              ]}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface VersionsProps {
  prompt: StoredPrompt;
  mayPlay: boolean;
  onBegun: (runId: string) => void;
}

function Versions({ prompt, mayPlay, onBegun }: VersionsProps) {
  const text = useEvaluationsText();
  const parley = useParley();
  const { data: versions } = useQuery({
    queryKey: queryKeys.evaluations.versions(prompt.id),
    queryFn: ({ signal }) =>
      parley.api.listPromptVersions({ params: { id: prompt.id }, query: { limit: 50 } }, { signal }),
  });
  const { mutate: play, isPending } = useEvaluationChange(
    (version: number) => parley.evaluations.start({ prompt: { id: prompt.id, version } }),
    () => text.started,
    ({ id }) => onBegun(id),
  );
  const columns = useMemo(
    (): Column<PromptVersion>[] => [
      {
        key: 'version',
        header: text.version,
        cell: ({ version, note }) => (
          <span className="truncate" title={note ?? ''}>
            {version} {note !== null && <span className="text-muted">{note}</span>}
          </span>
        ),
      },
      {
        key: 'score',
        header: text.score,
        width: '5rem',
        isNumeric: true,
        cell: ({ evaluation }) =>
          evaluation === null || evaluation.score === null ? '–' : <NumberValue value={evaluation.score} digits={2} />,
      },
      {
        key: 'passed',
        header: text.passed,
        width: '6rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ evaluation }) => (evaluation === null ? '–' : `${evaluation.passed}/${evaluation.cases}`),
      },
      {
        key: 'median',
        header: text.median,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ evaluation }) =>
          evaluation === null || evaluation.p50_ms === null ? '–' : <Duration ms={evaluation.p50_ms} />,
      },
      {
        key: 'calls',
        header: text.calls,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ calls }) => <NumberValue value={calls} />,
      },
      {
        key: 'play',
        header: '',
        width: '6.5rem',
        cell: ({ version }) =>
          mayPlay && (
            <Button
              size="small"
              icon={<Play aria-hidden />}
              aria-label={text.playVersion(prompt.name, String(version))}
              isBusy={isPending}
              onClick={() => play(version)}
            >
              {text.play}
            </Button>
          ),
      },
    ],
    [text, prompt.name, mayPlay, isPending, play],
  );
  return (
    <Card title={text.versionsOf(prompt.name)} className="mt-5" isFlush>
      <DataTable
        label={text.versionsOf(prompt.name)}
        columns={columns}
        rows={versions?.data ?? []}
        rowKey={({ version }) => String(version)}
      />
    </Card>
  );
}
