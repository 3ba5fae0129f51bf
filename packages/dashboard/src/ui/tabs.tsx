import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Tab {
  key: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  tabs: Tab[];
  value: string;
  onValue: (key: string) => void;
  /** What the tabs choose between. */
  label: string;
  className?: string;
}

/** Tabs with a line below. Keep the open one in the address with `useUrlState`. */
export function Tabs({ tabs, value, onValue, label, className }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValue} className={classNames('flex min-w-0 flex-col', className)}>
      <Radix.List aria-label={label} className="no-scrollbar flex gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px shrink-0 border-b-2 border-transparent py-2 text-sm font-medium text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className="min-w-0 pt-4 outline-none" tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

export interface SegmentsProps<Key extends string> {
  options: ReadonlyArray<{ key: Key; label: ReactNode }>;
  value: Key;
  onValue: (key: Key) => void;
  label: string;
}

/** A few choices side by side, one of them taken. */
export function Segments<Key extends string>({ options, value, onValue, label }: SegmentsProps<Key>) {
  return (
    <fieldset aria-label={label} className="inline-flex w-fit self-start rounded-md border bg-sunken p-0.5">
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={option.key === value}
          onClick={() => onValue(option.key)}
          className={classNames(
            'h-6.5 rounded-[5px] px-2.5 text-xs font-medium whitespace-nowrap',
            option.key === value ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
