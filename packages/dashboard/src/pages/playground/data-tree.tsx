import type { FieldOrigin, Source } from '@parley/sdk';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { usePlaygroundText } from './playground-text.ts';

export interface DataTreeProps {
  data: unknown;
  /** Where each value was found, by JSON Pointer. */
  fields: Record<string, FieldOrigin>;
  onSource: (source: Source) => void;
}

const tones: Record<FieldOrigin['found'], Tone> = {
  quoted: 'good',
  normalised: 'good',
  computed: 'accent',
  none: 'warn',
};

/** An object with where each of its values was found. */
export function DataTree({ data, fields, onSource }: DataTreeProps) {
  const text = usePlaygroundText();
  return (
    <div className="relative min-w-0 rounded-md border bg-sunken">
      <CopyButton value={JSON.stringify(data, null, 2)} className="absolute top-1 right-1" />
      <section aria-label={text.data} className="overflow-x-auto p-3 pr-10 text-sm">
        <Value value={data} pointer="" fields={fields} onSource={onSource} />
      </section>
    </div>
  );
}

interface ValueProps extends Omit<DataTreeProps, 'data'> {
  value: unknown;
  pointer: string;
}

function Value({ value, pointer, fields, onSource }: ValueProps) {
  if (typeof value !== 'object' || value === null) {
    return <Leaf value={value} origin={fields[pointer]} onSource={onSource} />;
  }
  const entries = Object.entries(value);
  if (entries.length === 0)
    return <span className="font-mono text-xs text-muted">{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <dl className="flex flex-col gap-1">
      {entries.map(([name, one]) => {
        const isNested = typeof one === 'object' && one !== null;
        return (
          <div key={name} className={isNested ? '' : 'flex flex-wrap items-baseline gap-x-2'}>
            <dt className="font-mono text-xs leading-5 text-muted">{Array.isArray(value) ? `[${name}]` : name}</dt>
            <dd className={isNested ? 'ml-1 border-l pl-3' : 'min-w-0'}>
              <Value value={one} pointer={`${pointer}/${escaped(name)}`} fields={fields} onSource={onSource} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface LeafProps {
  value: unknown;
  origin: FieldOrigin | undefined;
  onSource: (source: Source) => void;
}

function Leaf({ value, origin, onSource }: LeafProps) {
  const text = usePlaygroundText();
  const source = origin?.source ?? origin?.parts?.[0];
  const badge = origin && <Badge tone={tones[origin.found]}>{text.found[origin.found]}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-2">
      <span className={typeof value === 'string' ? 'break-words' : 'font-mono text-xs'}>
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </span>
      {badge && origin && (
        <Tooltip
          content={
            source ? `${text.foundHints[origin.found]} “${source.quote.slice(0, 160)}”` : text.foundHints[origin.found]
          }
        >
          <button
            type="button"
            aria-label={`${text.found[origin.found]}: ${source ? text.openPassage : text.foundHints[origin.found]}`}
            onClick={() => source && onSource(source)}
          >
            {badge}
          </button>
        </Tooltip>
      )}
      {source && (
        <button
          type="button"
          className="max-w-full truncate text-left text-xs text-muted hover:text-accent hover:underline"
          title={source.quote}
          onClick={() => onSource(source)}
        >
          {source.file_id === null ? text.ofContext : source.filename}
          {source.page !== undefined && ` · ${text.page(String(source.page))}`}
        </button>
      )}
    </span>
  );
}

/** As a part of a JSON Pointer. */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
