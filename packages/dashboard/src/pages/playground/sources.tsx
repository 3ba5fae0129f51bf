import type { Source } from '@parley/sdk';
import { FileText } from 'lucide-react';
import { usePlaygroundText } from './playground-text.ts';

/** The passages that a reply rests on; each opens in its text. */
export function Sources({ sources, onSource }: { sources: Source[]; onSource: (source: Source) => void }) {
  const text = usePlaygroundText();
  return (
    <div>
      <h3 className="mb-1.5 text-xs font-medium text-muted">{text.sources}</h3>
      <ol className="flex flex-col gap-1.5">
        {sources.map((source, index) => (
          <li key={`${source.file_id}-${source.start}-${source.end}`}>
            <button
              type="button"
              title={text.openPassage}
              onClick={() => onSource(source)}
              className="flex w-full items-start gap-2.5 rounded-md border px-3 py-2 text-left text-sm hover:border-line-strong hover:bg-sunken"
            >
              <span className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded bg-accent-soft text-[0.6875rem] font-semibold text-accent">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 break-words">{source.quote}</span>
                <span className="mt-0.5 flex items-center gap-1.5 text-xs text-muted [&_svg]:size-3.5">
                  <FileText aria-hidden />
                  <span className="truncate">{source.file_id === null ? text.ofContext : source.filename}</span>
                  {source.page !== undefined && <span className="shrink-0">· {text.page(String(source.page))}</span>}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
