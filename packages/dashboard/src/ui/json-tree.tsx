import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { useUiText } from './ui-text.ts';

export interface JsonTreeProps {
  value: unknown;
  /** What it is, for screen readers. */
  label: string;
  /** Levels that are open at first. Default: all of what fits on a screen, else 2. */
  openDepth?: number;
}

const step = 100;
/** Values that stand on one screen: nobody should have to open them one by one. */
const screenful = 40;

/** A value of JSON that opens level by level. Long lists come a hundred at a time. */
export function JsonTree({ value, label, openDepth = isShort(value) ? Number.POSITIVE_INFINITY : 2 }: JsonTreeProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
      tabIndex={0}
      className="max-h-[70vh] overflow-auto rounded-lg border bg-sunken p-3 font-mono text-xs leading-5"
    >
      <Node value={value} depth={0} openDepth={openDepth} />
    </section>
  );
}

/** Whether all values in it, however deep, are few. */
function isShort(value: unknown): boolean {
  const waiting = [value];
  for (let seen = 0; seen < waiting.length; seen++) {
    if (seen >= screenful) return false;
    const one = waiting[seen];
    if (typeof one === 'object' && one !== null) waiting.push(...Object.values(one).slice(0, screenful));
  }
  return true;
}

interface NodeProps {
  name?: string;
  value: unknown;
  depth: number;
  openDepth: number;
}

function Node({ name, value, depth, openDepth }: NodeProps) {
  const [isOpen, setIsOpen] = useState(depth < openDepth);
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="pl-5">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div className="pl-5">
        <Name name={name} />
        <span className="text-muted">
          {open}
          {close}
        </span>
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex max-w-full items-center gap-1 rounded text-left hover:bg-line/60"
      >
        <ChevronRight aria-hidden className={classNames('size-4 shrink-0 text-muted', isOpen && 'rotate-90')} />
        <span className="truncate">
          <Name name={name} />
          <span className="text-muted">
            {open}
            {isOpen ? '' : ` ${entries.length} `}
            {isOpen ? '' : close}
          </span>
        </span>
      </button>
      {isOpen && <Children entries={entries} isList={isList} depth={depth} openDepth={openDepth} />}
      {isOpen && <div className="pl-5 text-muted">{close}</div>}
    </div>
  );
}

interface ChildrenProps extends Pick<NodeProps, 'depth' | 'openDepth'> {
  entries: Array<[string, unknown]>;
  isList: boolean;
}

function Children({ entries, isList, depth, openDepth }: ChildrenProps) {
  const text = useUiText();
  const [shown, setShown] = useState(step);
  return (
    <div className="ml-2 border-l pl-2">
      {entries.slice(0, shown).map(([key, child]) => (
        <Node
          key={key}
          {...(!isList && { name: key })}
          value={child}
          depth={depth + 1}
          openDepth={isList && Number.isFinite(openDepth) ? Math.min(openDepth, depth + 2) : openDepth}
        />
      ))}
      {entries.length > shown && (
        <button type="button" className="pl-5 text-accent underline" onClick={() => setShown(shown + step)}>
          {text.showMore(String(entries.length - shown))}
        </button>
      )}
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span className="text-soft">{name}: </span>;
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className="break-words text-good">{JSON.stringify(value)}</span>;
  return <span className={typeof value === 'number' ? 'text-warn' : 'text-accent'}>{String(value)}</span>;
}
