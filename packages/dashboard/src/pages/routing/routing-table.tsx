import { Ellipsis, FlaskConical, Pencil, Trash2, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { type Language, useLanguage } from '../../lib/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { Time } from '../../ui/values.tsx';
import { useRoutingText } from './routing-text.ts';
import { type Kind, type Row, useRemove } from './use-routing.ts';

export interface RoutingTableProps {
  kind: Kind;
  rows: readonly Row[];
  onOpen: (id: string) => void;
  onTry: (id: string) => void;
  /** Which engine a call of the route would get. */
  onAsk: (id: string) => void;
}

type Text = ReturnType<typeof useRoutingText>;

/** Routes with their engines, or providers with their addresses. */
export function RoutingTable({ kind, rows, onOpen, onTry, onAsk }: RoutingTableProps) {
  const text = useRoutingText();
  const language = useLanguage();
  const [removed, setRemoved] = useState('');
  const remove = useRemove(kind, () => setRemoved(''));
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'id',
        header: text.id,
        cell: (row) => (
          <>
            <button
              type="button"
              className="block max-w-full truncate text-left font-medium hover:underline"
              title={row.id}
              onClick={() => onOpen(row.id)}
            >
              {row.id}
            </button>
            <Below>{[...keyTroubles(row, text), aboutRow(row, text, language)].join(' · ')}</Below>
          </>
        ),
      },
      {
        key: 'about',
        header: kind === 'routes' ? text.engines : text.address,
        from: 'sm',
        cell: (row) => {
          const about = aboutRow(row, text, language);
          return (
            <span className="line-clamp-2 text-xs leading-4 whitespace-normal text-soft" title={about}>
              {about}
            </span>
          );
        },
      },
      ...(kind === 'providers' ? [keysColumn(text)] : []),
      {
        key: 'source',
        header: text.source,
        width: '8rem',
        from: 'md',
        cell: ({ source }) => text.sources[source],
      },
      {
        key: 'changed',
        header: text.changed,
        width: '9rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ changed_at }) => (changed_at === null ? text.atStart : <Time value={changed_at} />),
      },
      {
        key: 'actions',
        header: '',
        width: '3.5rem',
        isNumeric: true,
        cell: (row) => <RowMenu row={row} onOpen={onOpen} onTry={onTry} onAsk={onAsk} onRemove={setRemoved} />,
      },
    ],
    [kind, text, language, onOpen, onTry, onAsk],
  );
  return (
    <>
      <DataTable label={text.tabs[kind]} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <ConfirmDialog
        isOpen={removed !== ''}
        onClose={() => setRemoved('')}
        onConfirm={() => remove.mutate(removed)}
        title={text.removeTitle(removed)}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint[kind]}
      </ConfirmDialog>
    </>
  );
}

interface RowMenuProps extends Pick<RoutingTableProps, 'onOpen' | 'onTry' | 'onAsk'> {
  row: Row;
  onRemove: (id: string) => void;
}

function RowMenu({ row, onOpen, onTry, onAsk, onRemove }: RowMenuProps) {
  const { id, source } = row;
  const text = useRoutingText();
  const ui = useUiText();
  const isOurs = source === 'api';
  return (
    <Menu
      trigger={
        <IconButton label={`${ui.actions}: ${id}`} className="size-7">
          <Ellipsis aria-hidden />
        </IconButton>
      }
      groups={[
        [
          { key: 'try', label: text.test, icon: <FlaskConical aria-hidden />, onSelect: () => onTry(id) },
          ...('engines' in row
            ? [{ key: 'ask', label: text.dryRun, icon: <Waypoints aria-hidden />, onSelect: () => onAsk(id) }]
            : []),
          {
            key: 'open',
            label: isOurs ? text.edit : text.settings,
            icon: <Pencil aria-hidden />,
            onSelect: () => onOpen(id),
          },
        ],
        ...(isOurs
          ? [
              [
                {
                  key: 'remove',
                  label: text.remove,
                  icon: <Trash2 aria-hidden />,
                  isDanger: true,
                  onSelect: () => onRemove(id),
                },
              ],
            ]
          : []),
      ]}
    />
  );
}

const keyTones = { ready: 'good', unauthorized: 'bad', rate_limited: 'warn' } as const;

const worstKey = (row: Row) =>
  'keys' in row ? (row.keys.find(({ state }) => state !== 'ready') ?? row.keys[0]) : undefined;

function keyTroubles(row: Row, text: Text): string[] {
  const worst = worstKey(row);
  return worst === undefined || worst.state === 'ready' ? [] : [text.keyStates[worst.state]];
}

const keysColumn = (text: Text): Column<Row> => ({
  key: 'keys',
  header: text.keys,
  width: '9rem',
  from: 'sm',
  cell: (row) => {
    if (!('keys' in row)) return null;
    const worst = worstKey(row);
    return worst ? (
      <Badge tone={keyTones[worst.state]}>{text.keyStates[worst.state]}</Badge>
    ) : (
      <Badge>{text.noKeys}</Badge>
    );
  },
});

/** Engines with their shares and what comes after them, or where a provider is. */
function aboutRow(row: Row, text: Text, language: Language): string {
  if (!('engines' in row)) return row.base_url;
  const { engines, fallbacks, canary, shadow } = row;
  const percent = (share: number) => `${formatNumber(share * 100, language, 1)} %`;
  const whole = engines.reduce((sum, { weight }) => sum + weight, 0);
  const parts = engines.map(({ engine, weight }) =>
    engines.length === 1 ? engine : text.weight(engine, percent(whole === 0 ? 0 : weight / whole)),
  );
  return [
    parts.join(' · '),
    ...(fallbacks && fallbacks.length > 0 ? [text.fallbacks(fallbacks.join(', '))] : []),
    ...(canary ? [text.canary(canary.engine, percent(canary.share ?? 0))] : []),
    ...(shadow ? [text.shadow(shadow.engine)] : []),
  ].join(' · ');
}
