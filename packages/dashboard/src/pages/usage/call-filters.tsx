import type { CallsQuery } from '@parley/sdk';
import { operationAt } from '@parley/sdk/management';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useKeyOptions } from '../../lib/use-key-options.ts';
import { Input, Select } from '../../ui/field.tsx';
import { callGroupings } from './call-groupings.ts';
import { SourceSelect, sources } from './source-select.tsx';
import { useUsageText } from './usage-text.ts';

const statuses = ['ok', 'error', 'refused', 'failed', 'left'] as const;

/** Which calls are asked for, from the address. */
export function useCallFilter(): { filter: CallsQuery; clear: () => void } {
  const navigate = useNavigate();
  const [status] = useUrlState('status');
  const [source] = useUrlState('source');
  const [endpoint] = useUrlState('endpoint');
  const [model] = useUrlState('model');
  const [slower] = useUrlState('slower');
  const [requestId] = useUrlState('id');
  const [key] = useUrlState('key');
  const [user] = useUrlState('user');
  const [tag] = useUrlState('tag');
  const [from] = useUrlState('from');
  const [to] = useUrlState('to');
  const known = statuses.find((one) => one === status);
  const knownSource = sources.find((one) => one === source);
  const filter: CallsQuery = {
    ...(known && { status: known }),
    ...(knownSource && { source: knownSource }),
    ...(endpoint.trim() !== '' && { endpoint: operationAt(endpoint.trim()) ?? endpoint.trim() }),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...timeOf('from', from),
    ...timeOf('to', to),
    ...(/^\d+$/.test(slower) && { slower_than_ms: Number(slower) }),
    ...(requestId.trim() !== '' && { request_id: requestId.trim() }),
    ...(key !== '' && { key_id: key }),
    ...(user.trim() !== '' && { user_id: user.trim() }),
    ...(tag.trim() !== '' && { tag: tag.trim() }),
  };
  return { filter, clear: () => void navigate({ to: '/calls' }) };
}

/** Fields for every filter. */
export function CallFilters() {
  const text = useUsageText();
  const [status, setStatus] = useUrlState('status');
  return (
    <div className="mb-3 grid grid-cols-2 gap-2 lg:grid-cols-4">
      <Select
        aria-label={text.status}
        value={status}
        onValue={setStatus}
        options={[
          { value: '', label: text.allStatuses },
          ...statuses.map((value) => ({ value, label: text.statuses[value] })),
        ]}
      />
      <SourceSelect />
      <GroupSelect />
      <Filter name="endpoint" label={text.anyEndpoint} />
      <Filter name="model" label={text.anyModel} />
      <KeySelect />
      <Filter name="user" label={text.anyUser} />
      <Filter name="tag" label={text.anyTag} />
      <Filter name="slower" label={text.slowerThan} type="number" />
      <Filter name="id" label={text.requestId} />
      <Labelled label={text.from}>
        <Filter name="from" label={text.from} type="datetime-local" />
      </Labelled>
      <Labelled label={text.to}>
        <Filter name="to" label={text.to} type="datetime-local" />
      </Labelled>
    </div>
  );
}

/** Single calls, or their sums. */
function GroupSelect() {
  const text = useUsageText();
  const [by, setBy] = useUrlState('by');
  return (
    <Select
      aria-label={text.groupBy}
      value={by}
      onValue={setBy}
      options={[
        { value: '', label: text.ungrouped },
        ...callGroupings.map((value) => ({ value, label: text.groups[value] })),
      ]}
    />
  );
}

/** Keys by their names. */
function KeySelect() {
  const text = useUsageText();
  const { workspace_id } = useSession();
  const [key, setKey] = useUrlState('key');
  const names = useKeyOptions(workspace_id);
  const isKnown = key === '' || names.some(({ value }) => value === key);
  return (
    <Select
      aria-label={text.key}
      value={key}
      onValue={setKey}
      options={[{ value: '', label: text.anyKey }, ...names, ...(isKnown ? [] : [{ value: key, label: key }])]}
    />
  );
}

/** Fields of a time have no words of their own in them. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5 max-sm:col-span-2">
      <span aria-hidden className="shrink-0 text-xs text-muted max-sm:w-8">
        {label}
      </span>
      {children}
    </div>
  );
}

/** A moment in the reader's zone, as the field writes it; nothing while it is none. */
function timeOf(name: 'from' | 'to', text: string): { [Name in 'from' | 'to']?: string } {
  const time = Date.parse(text);
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}

function Filter({ name, label, type = 'search' }: { name: string; label: string; type?: string }) {
  const [value, setValue] = useUrlState(name);
  return (
    <Input
      type={type}
      aria-label={label}
      placeholder={label}
      {...(type === 'datetime-local' && { title: label })}
      value={value}
      min={0}
      onChange={({ target }) => setValue(target.value)}
    />
  );
}
