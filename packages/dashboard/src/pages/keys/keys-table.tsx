import type { Key } from '@parley/sdk';
import { Ellipsis } from 'lucide-react';
import { formatMoney } from '../../lib/format.ts';
import { type Language, useLanguage } from '../../lib/language.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Time } from '../../ui/values.tsx';
import { type KeyState, scopeNames, stateOf } from './key-draft.ts';
import { useKeysText } from './keys-text.ts';

export type KeyAction = 'edit' | 'roll' | 'pause' | 'resume' | 'revoke';

const tones: Record<KeyState, Tone> = {
  active: 'good',
  paused: 'neutral',
  ending: 'warn',
  expired: 'neutral',
  revoked: 'neutral',
};

export interface KeysTableProps {
  label: string;
  keys: Key[];
  canChange: boolean;
  onAction: (action: KeyAction, key: Key) => void;
  onEnd: () => void;
}

export function KeysTable({ label, keys, canChange, onAction, onEnd }: KeysTableProps) {
  const text = useKeysText();
  const language = useLanguage();
  const now = new Date();
  const columns: Column<Key>[] = [
    {
      key: 'name',
      header: text.name,
      cell: (key) => (
        <>
          <Name shown={key} canChange={canChange} onAction={onAction} />
          <Below>
            {text.used}: <Time value={key.last_used_at} />
            {key.budget_usd !== null && ` · ${budgetOf(key, text, language)}`}
          </Below>
        </>
      ),
    },
    {
      key: 'status',
      header: text.status,
      width: '6.5rem',
      cell: (key) => {
        const state = stateOf(key, now);
        return <Badge tone={tones[state]}>{text.statuses[state]}</Badge>;
      },
    },
    { key: 'scopes', header: text.scopes, width: '10rem', from: 'xl', cell: (key) => <Scopes shown={key} /> },
    {
      key: 'budget',
      header: text.budgetColumn,
      width: '12rem',
      from: 'md',
      isNumeric: true,
      cell: (key) => (key.budget_usd === null ? <span className="text-muted">–</span> : budgetOf(key, text, language)),
    },
    {
      key: 'used',
      header: text.used,
      width: '8.5rem',
      from: 'sm',
      cell: ({ last_used_at }) => <Time value={last_used_at} />,
    },
    {
      key: 'expires',
      header: text.expiry,
      width: '7.5rem',
      from: 'xl',
      cell: ({ expires_at }) => <Time value={expires_at} mayBeAhead />,
    },
    {
      key: 'actions',
      header: '',
      width: '3.5rem',
      cell: (key) => canChange && <Actions shown={key} now={now} onAction={onAction} />,
    },
  ];
  return <DataTable label={label} columns={columns} rows={keys} rowKey={({ id }) => id} onEnd={onEnd} />;
}

function budgetOf(
  { budget_usd, budget_period }: Key,
  text: ReturnType<typeof useKeysText>,
  language: Language,
): string {
  return `${formatMoney(budget_usd ?? 0, language)} ${text.perPeriod[budget_period ?? 'month']}`;
}

interface CellProps {
  shown: Key;
  onAction: (action: KeyAction, key: Key) => void;
}

function Name({ shown, canChange, onAction }: CellProps & { canChange: boolean }) {
  const text = useKeysText();
  const { name, prefix, source } = shown;
  const title = name || text.unnamed;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {canChange && source === 'made' && shown.revoked_at === null ? (
        <button
          type="button"
          title={title}
          onClick={() => onAction('edit', shown)}
          className="min-w-0 truncate font-medium hover:underline"
        >
          {title}
        </button>
      ) : (
        <span title={title} className="min-w-0 truncate font-medium">
          {title}
        </span>
      )}
      {source === 'made' ? (
        <code className="hidden shrink-0 font-mono text-xs text-muted min-[90rem]:inline">{prefix}…</code>
      ) : (
        <Badge title={source === 'environment' ? text.fromEnvironment : text.fromDashboard}>
          {source === 'environment' ? text.environment : text.dashboard}
        </Badge>
      )}
    </span>
  );
}

function Scopes({ shown: { scopes } }: { shown: Key }) {
  const text = useKeysText();
  const words =
    scopes.length === scopeNames.length ? text.allScopes : scopes.map((name) => text.scope[name][0]).join(', ');
  return (
    <span title={words} className="text-muted">
      {words || '–'}
    </span>
  );
}

function Actions({ shown, now, onAction }: CellProps & { now: Date }) {
  const text = useKeysText();
  const state = stateOf(shown, now);
  if (shown.source !== 'made' || state === 'revoked') return null;
  const item = (action: KeyAction) => ({ key: action, label: text[action], onSelect: () => onAction(action, shown) });
  const usable = state === 'active' || state === 'ending';
  return (
    <Menu
      trigger={
        <IconButton label={text.actions(shown.name || text.unnamed)} className="size-7">
          <Ellipsis aria-hidden />
        </IconButton>
      }
      groups={[
        [
          item('edit'),
          ...(usable ? [item('roll'), item('pause')] : []),
          ...(state === 'paused' ? [item('resume')] : []),
        ],
        [{ ...item('revoke'), isDanger: true }],
      ]}
    />
  );
}
