import type { Alert } from '@parley/sdk';
import { Bell, BellOff, Ellipsis, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { Badge } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Time } from '../../ui/values.tsx';
import { useUsageText } from './usage-text.ts';
import { hasPeriod, isShare, useAlertChange } from './use-alerts.ts';

export interface AlertTableProps {
  alerts: readonly Alert[];
  mayChange: boolean;
  onEnd: () => void;
}

/** Alerts with what they measure now. */
export function AlertTable({ alerts, mayChange, onEnd }: AlertTableProps) {
  const text = useUsageText();
  const language = useLanguage();
  const parley = useParley();
  const [deleted, setDeleted] = useState<Alert | null>(null);
  const toggle = useAlertChange(
    ({ id, active }: Alert) => parley.api.updateAlert({ params: { id }, body: { active: !active } }),
    text.changed,
  );
  const remove = useAlertChange(
    ({ id }: Alert) => parley.api.deleteAlert({ params: { id } }),
    text.deleted,
    () => setDeleted(null),
  );
  const { mutate } = toggle;
  const columns = useMemo((): Column<Alert>[] => {
    const show = (measure: Alert['measure'], value: number | null) => {
      if (value === null) return '–';
      if (isShare(measure)) return `${formatNumber(value * 100, language, 1)} %`;
      return measure === 'cost_usd' ? formatMoney(value, language) : formatNumber(value, language);
    };
    return [
      {
        key: 'name',
        header: text.alertName,
        cell: ({ name, measure, value, threshold }) => (
          <>
            <span className="block truncate font-medium" title={name}>
              {name}
            </span>
            <Below>{text.valueOf(show(measure, value), show(measure, threshold))}</Below>
          </>
        ),
      },
      {
        key: 'state',
        header: text.state,
        width: '7.5rem',
        cell: ({ state, active }) =>
          active ? (
            <Badge tone={state === 'firing' ? 'bad' : 'good'}>{text.states[state]}</Badge>
          ) : (
            <Badge>{text.states.paused}</Badge>
          ),
      },
      {
        key: 'measure',
        header: text.measure,
        width: '16rem',
        from: 'lg',
        cell: ({ measure, period }) => (
          <span className="text-muted">
            {text.alertMeasures[measure]}
            {hasPeriod(measure) && ` · ${text.periods[period]}`}
          </span>
        ),
      },
      {
        key: 'value',
        header: text.value,
        width: '6.5rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ measure, value }) => show(measure, value),
      },
      {
        key: 'threshold',
        header: text.threshold,
        width: '7rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ measure, threshold }) => show(measure, threshold),
      },
      {
        key: 'fired',
        header: text.fired,
        width: '9.5rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ fired_at }) => <Time value={fired_at} />,
      },
      ...(mayChange
        ? [
            {
              key: 'actions',
              header: <span className="sr-only">{text.actions}</span>,
              width: '3.5rem',
              isNumeric: true,
              cell: (alert: Alert) => (
                <Menu
                  trigger={
                    <IconButton label={`${text.actions}: ${alert.name}`} className="size-7">
                      <Ellipsis aria-hidden />
                    </IconButton>
                  }
                  groups={[
                    [
                      {
                        key: 'toggle',
                        label: alert.active ? text.pause : text.resume,
                        icon: alert.active ? <BellOff aria-hidden /> : <Bell aria-hidden />,
                        onSelect: () => mutate(alert),
                      },
                    ],
                    [
                      {
                        key: 'delete',
                        label: text.delete,
                        icon: <Trash2 aria-hidden />,
                        isDanger: true,
                        onSelect: () => setDeleted(alert),
                      },
                    ],
                  ]}
                />
              ),
            },
          ]
        : []),
    ];
  }, [text, language, mayChange, mutate]);
  return (
    <>
      <DataTable label={text.alerts} columns={columns} rows={alerts} rowKey={({ id }) => id} onEnd={onEnd} />
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={() => deleted && remove.mutate(deleted)}
        title={text.deleteTitle(deleted?.name ?? '')}
        action={text.delete}
        isBusy={remove.isPending}
      >
        {text.deleteHint}
      </ConfirmDialog>
    </>
  );
}
