import type { PromptVersion } from '@parley/sdk';
import { useMemo } from 'react';
import { Below } from '../../ui/below.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Duration, Money, NumberValue, Time } from '../../ui/values.tsx';
import { usePromptsText } from './prompts-text.ts';

export interface VersionTableProps {
  versions: readonly PromptVersion[];
  shown: number | undefined;
  onShow: (version: number) => void;
}

/** Versions, newest first, with what came of each. */
export function VersionTable({ versions, shown, onShow }: VersionTableProps) {
  const text = usePromptsText();
  const columns = useMemo(
    (): Column<PromptVersion>[] => [
      {
        key: 'version',
        header: text.version,
        cell: ({ version, note, score, mean_cost_usd, mean_duration_ms }) => (
          <>
            <button
              type="button"
              aria-current={version === shown || undefined}
              className="block max-w-full truncate text-left hover:underline"
              title={note ?? text.show(version)}
              onClick={() => onShow(version)}
            >
              <span className={version === shown ? 'font-semibold text-accent' : 'font-medium'}>{version}</span>{' '}
              {note !== null && <span className="text-muted">{note}</span>}
            </button>
            {mean_cost_usd !== null && mean_duration_ms !== null && (
              <Below>
                {score !== null && (
                  <>
                    {text.feedback} <NumberValue value={score} digits={2} /> ·{' '}
                  </>
                )}
                <Money usd={mean_cost_usd} /> · <Duration ms={mean_duration_ms} />
              </Below>
            )}
          </>
        ),
      },
      {
        key: 'calls',
        header: text.calls,
        width: '5rem',
        isNumeric: true,
        cell: ({ calls }) => <NumberValue value={calls} />,
      },
      {
        key: 'feedback',
        header: text.feedback,
        width: '7rem',
        from: 'md',
        isNumeric: true,
        cell: ({ score }) => (score === null ? '–' : <NumberValue value={score} digits={2} />),
      },
      {
        key: 'cost',
        header: text.cost,
        width: '7.5rem',
        from: 'md',
        isNumeric: true,
        cell: ({ mean_cost_usd }) => (mean_cost_usd === null ? '–' : <Money usd={mean_cost_usd} />),
      },
      {
        key: 'duration',
        header: text.duration,
        width: '7rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ mean_duration_ms }) => (mean_duration_ms === null ? '–' : <Duration ms={mean_duration_ms} />),
      },
      {
        key: 'made',
        header: text.made,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ created_at }) => <Time value={created_at} />,
      },
    ],
    [text, shown, onShow],
  );
  return (
    <DataTable label={text.versions} columns={columns} rows={versions} rowKey={({ version }) => String(version)} />
  );
}
