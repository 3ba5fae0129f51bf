import type { Guard } from '@parley/sdk';
import { Ellipsis, FlaskConical, Pencil, Power, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
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
import { useGuardsText } from './guards-text.ts';

export interface GuardTableProps {
  guards: readonly Guard[];
  onOpen: (guard: Guard) => void;
  onTry: (guard: Guard) => void;
  onEnd: () => void;
}

const tones = { block: 'bad', mask: 'accent', warn: 'warn', shadow: 'neutral' } as const;

/** Guards with what they look for and what they do. */
export function GuardTable({ guards, onOpen, onTry, onEnd }: GuardTableProps) {
  const text = useGuardsText();
  const ui = useUiText();
  const parley = useParley();
  const [removed, setRemoved] = useState<Guard | null>(null);
  const queryKey = queryKeys.guards.all;
  const { mutate: toggle } = useChange({
    change: ({ id, enabled }: Guard) => parley.api.updateGuard({ params: { id }, body: { enabled: !enabled } }),
    queryKey,
    said: text.saved,
  });
  const remove = useChange({
    change: ({ id }: Guard) => parley.api.deleteGuard({ params: { id } }),
    queryKey,
    said: text.removed,
    onDone: () => setRemoved(null),
  });
  const columns = useMemo(
    (): Column<Guard>[] => [
      {
        key: 'name',
        header: text.name,
        cell: (guard) => (
          <>
            <button
              type="button"
              className="block max-w-full truncate text-left font-medium hover:underline"
              title={guard.name}
              onClick={() => onOpen(guard)}
            >
              {guard.name}
            </button>
            <Below>{`${guard.enabled ? '' : `${text.off} · `}${text.checks[guard.check.type]}`}</Below>
          </>
        ),
      },
      {
        key: 'check',
        header: text.check,
        from: 'sm',
        cell: ({ check }) => <span className="text-soft">{text.checks[check.type]}</span>,
      },
      { key: 'stage', header: text.stage, width: '11rem', from: 'lg', cell: ({ stage }) => text.stages[stage] },
      { key: 'reach', header: text.reach, width: '11rem', from: 'lg', cell: (guard) => reachOf(guard, text) },
      {
        key: 'action',
        header: text.action,
        width: '7.5rem',
        cell: ({ action }) => <Badge tone={tones[action]}>{text.actions[action]}</Badge>,
      },
      {
        key: 'state',
        header: text.state,
        width: '5rem',
        from: 'sm',
        cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? text.on : text.off}</Badge>,
      },
      {
        key: 'actions',
        header: <span className="sr-only">{ui.actions}</span>,
        width: '3.5rem',
        isNumeric: true,
        cell: (guard) => (
          <Menu
            trigger={
              <IconButton label={`${ui.actions}: ${guard.name}`} className="size-7">
                <Ellipsis aria-hidden />
              </IconButton>
            }
            groups={[
              [
                { key: 'try', label: text.tryIt, icon: <FlaskConical aria-hidden />, onSelect: () => onTry(guard) },
                { key: 'edit', label: text.edit, icon: <Pencil aria-hidden />, onSelect: () => onOpen(guard) },
                {
                  key: 'toggle',
                  label: guard.enabled ? text.disable : text.enable,
                  icon: <Power aria-hidden />,
                  onSelect: () => toggle(guard),
                },
              ],
              [
                {
                  key: 'delete',
                  label: text.remove,
                  icon: <Trash2 aria-hidden />,
                  isDanger: true,
                  onSelect: () => setRemoved(guard),
                },
              ],
            ]}
          />
        ),
      },
    ],
    [text, ui, onOpen, onTry, toggle],
  );
  return (
    <>
      <DataTable label={text.title} columns={columns} rows={guards} rowKey={({ id }) => id} onEnd={onEnd} />
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && remove.mutate(removed)}
        title={text.removeTitle(removed?.name ?? '')}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint}
      </ConfirmDialog>
    </>
  );
}

function reachOf({ keys, on_request }: Guard, text: ReturnType<typeof useGuardsText>): string {
  if (on_request) return text.reachNamed;
  return keys === null ? text.reachAll : text.reachKeys(keys.length);
}
