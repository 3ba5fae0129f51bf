import type { SeriesGroup, SeriesTotal, UsageSeries } from '@parley/sdk';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Duration, Money, NumberValue } from '../../ui/values.tsx';
import { useUsageText } from './usage-text.ts';

export interface GroupTableProps {
  label: string;
  groups: readonly SeriesGroup[];
  total: SeriesTotal;
  by: UsageSeries['group_by'];
  /** Shows the calls of a group. */
  onOpen?: (group: SeriesGroup) => void;
}

/** Sums of each group, with its share of all. */
export function GroupTable({ label, groups, total, by, onOpen }: GroupTableProps) {
  const text = useUsageText();
  const columns = useMemo((): Column<SeriesGroup>[] => {
    const number = (
      key: string,
      header: string,
      of: (sums: SeriesTotal) => number,
      from?: 'sm' | 'md' | 'lg',
    ): Column<SeriesGroup> => ({
      key,
      header,
      width: from === 'md' ? '8rem' : '6rem',
      isNumeric: true,
      ...(from && { from }),
      cell: (group) => <NumberValue value={of(group.total)} />,
    });
    return [
      {
        key: 'group',
        header: text.group,
        cell: (one) => {
          const {
            group,
            label: name,
            total: { requests },
          } = one;
          const opens = onOpen && group !== '…' && group !== null ? () => onOpen(one) : undefined;
          return (
            <span className="flex min-w-0 items-center gap-3">
              <GroupName group={group} name={name} by={by} {...(opens && { onOpen: opens })} />
              <span aria-hidden className="hidden h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-line lg:block">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(requests / Math.max(1, total.requests)) * 100}%` }}
                />
              </span>
            </span>
          );
        },
      },
      number('requests', text.requests, (sums) => sums.requests),
      number('errors', text.errors, (sums) => sums.errors, 'sm'),
      number('input', text.inputTokens, (sums) => sums.input_tokens, 'md'),
      number('output', text.outputTokens, (sums) => sums.output_tokens, 'md'),
      {
        key: 'cost',
        header: text.cost,
        width: '6.5rem',
        isNumeric: true,
        cell: ({ total: { cost_usd, unpriced_requests } }) => (
          <Money usd={cost_usd} isKnown={unpriced_requests === 0} />
        ),
      },
      {
        key: 'p95',
        header: text.most,
        width: '8.5rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ total: { p95_ms } }) => (p95_ms === null ? '–' : <Duration ms={p95_ms} />),
      },
    ];
  }, [text, total, by, onOpen]);
  return (
    <DataTable label={label} columns={columns} rows={groups} rowKey={({ group, label: name }) => `${group}-${name}`} />
  );
}

interface GroupNameProps {
  group: string | null;
  name: string;
  by: UsageSeries['group_by'];
  onOpen?: () => void;
}

function GroupName({ group, name, by, onOpen }: GroupNameProps) {
  const text = useUsageText();
  const words = group === null ? nameOfNone(text, by) : group === '…' ? text.others : name;
  const look = 'min-w-0 flex-1 truncate text-left';
  if (!onOpen) {
    return (
      <span className={look} title={words}>
        {words}
      </span>
    );
  }
  return (
    <button type="button" className={`${look} font-medium hover:underline`} title={words} onClick={onOpen}>
      {words}
    </button>
  );
}

/** What calls are called that belong to no group. */
export function nameOfNone(
  text: { noModel: string; noUser: string; noTag: string },
  by: UsageSeries['group_by'],
): string {
  return by === 'user' ? text.noUser : by === 'tag' ? text.noTag : text.noModel;
}
