import type { ReactNode } from 'react';
import { Markdown } from './markdown.tsx';

export interface SourceItemProps {
  number: number;
  quote: string;
  /** What opening it does, for screen readers. */
  action: string;
  /** Where it stands: file and page. */
  place: ReactNode;
  onOpen: () => void;
}

/** A passage that a reply rests on, as its Markdown says. All of it opens where it stands. */
export function SourceItem({ number, quote, action, place, onOpen }: SourceItemProps) {
  return (
    <li className="relative flex items-start gap-2.5 rounded-md border px-3 py-2 text-sm hover:border-line-strong hover:bg-sunken has-[:focus-visible]:border-accent">
      <button
        type="button"
        aria-label={action}
        title={action}
        onClick={onOpen}
        className="absolute inset-0 rounded-md"
      />
      <span
        aria-hidden
        className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded bg-accent-soft text-[0.6875rem] font-semibold text-accent"
      >
        {number}
      </span>
      <div className="pointer-events-none min-w-0 flex-1">
        <div className="max-h-24 overflow-hidden text-soft">
          <Markdown text={quote} />
        </div>
        <div className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-muted [&_svg]:size-3.5 [&_svg]:shrink-0">
          {place}
        </div>
      </div>
    </li>
  );
}
