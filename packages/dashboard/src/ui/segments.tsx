import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

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
