import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

interface Tab {
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
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the open one may stand beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the open tab
  useEffect(() => {
    const open = list.current?.querySelector('[data-state="active"]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onValue} className={classNames('flex min-w-0 flex-col', className)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="no-scrollbar more-beyond flex gap-4 overflow-x-auto border-b"
      >
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
