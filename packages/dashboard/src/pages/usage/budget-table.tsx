import type { Budget } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useChange } from '../../ui/use-change.ts';
import { Money, Time } from '../../ui/values.tsx';
import { budgetPeriodOf } from './budget-period.ts';
import { useBudgetsText } from './budgets-text.ts';

export interface BudgetTableProps {
  budgets: readonly Budget[];
  mayChange: boolean;
  onOpen: (budget: Budget) => void;
  onEnd: () => void;
}

type Text = ReturnType<typeof useBudgetsText>;

/** Budgets with what is spent of each. */
export function BudgetTable({ budgets, mayChange, onOpen, onEnd }: BudgetTableProps) {
  const text = useBudgetsText();
  const language = useLanguage();
  const parley = useParley();
  const [removed, setRemoved] = useState<Budget | null>(null);
  const queryKey = queryKeys.budgets.all;
  const { mutate: toggle } = useChange({
    change: ({ id, active }: Budget) => parley.api.updateBudget({ params: { id }, body: { active: !active } }),
    queryKey,
    said: text.changed,
  });
  const remove = useChange({
    change: ({ id }: Budget) => parley.api.deleteBudget({ params: { id } }),
    queryKey,
    said: text.removed,
    onDone: () => setRemoved(null),
  });
  const columns = useMemo((): Column<Budget>[] => {
    const money = (usd: number) => formatMoney(usd, language);
    return [
      {
        key: 'of',
        header: text.of,
        cell: (budget) => (
          <>
            <span className="block truncate font-medium" title={nameOf(budget, text)}>
              {nameOf(budget, text)}
            </span>
            <Below>
              {budget.spent_usd === null
                ? `${money(budget.amount_usd)} ${text.ownEach}`
                : text.spentOf(money(budget.spent_usd), money(budget.amount_usd))}
            </Below>
          </>
        ),
      },
      { key: 'state', header: text.state, width: '7.5rem', cell: (budget) => <State budget={budget} /> },
      {
        key: 'spent',
        header: text.spent,
        width: '8rem',
        from: 'sm',
        isNumeric: true,
        cell: (budget) => <Spent budget={budget} />,
      },
      {
        key: 'amount',
        header: text.amount,
        width: '8rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ amount_usd }) => money(amount_usd),
      },
      { key: 'period', header: text.period, width: '6rem', from: 'md', cell: ({ period }) => text.periods[period] },
      {
        key: 'resets',
        header: text.resets,
        width: '9rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ resets_at }) => (resets_at === null ? '–' : <Time value={resets_at} mayBeAhead />),
      },
      ...(mayChange
        ? [
            {
              key: 'actions',
              header: '',
              width: '3.5rem',
              isNumeric: true,
              cell: (budget: Budget) => (
                <RowMenu budget={budget} onOpen={onOpen} onToggle={toggle} onRemove={setRemoved} />
              ),
            },
          ]
        : []),
    ];
  }, [text, language, mayChange, onOpen, toggle]);
  return (
    <>
      <DataTable label={text.title} columns={columns} rows={budgets} rowKey={({ id }) => id} onEnd={onEnd} />
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && remove.mutate(removed)}
        title={text.removeTitle(removed ? nameOf(removed, text) : '')}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint}
      </ConfirmDialog>
    </>
  );
}

interface RowMenuProps {
  budget: Budget;
  onOpen: (budget: Budget) => void;
  onToggle: (budget: Budget) => void;
  onRemove: (budget: Budget) => void;
}

function RowMenu({ budget, onOpen, onToggle, onRemove }: RowMenuProps) {
  const text = useBudgetsText();
  const ui = useUiText();
  return (
    <Menu
      trigger={
        <IconButton label={`${ui.actions}: ${nameOf(budget, text)}`} className="size-7">
          <Ellipsis aria-hidden />
        </IconButton>
      }
      groups={[
        [
          { key: 'edit', label: text.edit, icon: <Pencil aria-hidden />, onSelect: () => onOpen(budget) },
          {
            key: 'toggle',
            label: budget.active ? text.pause : text.resume,
            icon: budget.active ? <Pause aria-hidden /> : <Play aria-hidden />,
            onSelect: () => onToggle(budget),
          },
        ],
        [
          {
            key: 'delete',
            label: text.remove,
            icon: <Trash2 aria-hidden />,
            isDanger: true,
            onSelect: () => onRemove(budget),
          },
        ],
      ]}
    />
  );
}

function State({ budget: { active, remaining_usd, action } }: { budget: Budget }) {
  const text = useBudgetsText();
  if (!active) return <Badge>{text.paused}</Badge>;
  if (remaining_usd === 0) return <Badge tone="bad">{text.used}</Badge>;
  return <Badge tone={action === 'stop' ? 'accent' : 'neutral'}>{text.actions[action]}</Badge>;
}

/** At least so much, where calls of engines whose price is not known are among those that count. */
function Spent({ budget }: { budget: Budget }) {
  const text = useBudgetsText();
  const parley = useParley();
  const { workspace_id, spent_usd } = budget;
  const query = { workspace_id, interval: 'day' as const, ...budgetPeriodOf(budget, new Date()) };
  const { data } = useQuery({
    queryKey: queryKeys.budgets.unpriced(query),
    enabled: spent_usd !== null,
    queryFn: ({ signal }) => parley.api.getUsageSeries({ query }, { signal }),
  });
  if (spent_usd === null) return <span className="text-muted">{text.ownEach}</span>;
  return <Money usd={spent_usd} isKnown={data === undefined || data.total.unpriced_requests === 0} />;
}

function nameOf({ name, scope, target }: Budget, text: Text): string {
  if (name !== '') return name;
  return target === null || scope === 'workspace' ? text.each[scope] : `${text.target[scope]} ${target}`;
}
