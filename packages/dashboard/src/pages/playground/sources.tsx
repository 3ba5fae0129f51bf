import type { Source } from '@parley/sdk';
import { FileText } from 'lucide-react';
import { SourceItem } from '../../ui/source-item.tsx';
import { usePlaygroundText } from './playground-text.ts';

/** The passages that a reply rests on; each opens in its text. */
export function Sources({ sources, onSource }: { sources: Source[]; onSource: (source: Source) => void }) {
  const text = usePlaygroundText();
  return (
    <div>
      <h3 className="mb-1.5 text-xs font-medium text-muted">{text.sources}</h3>
      <ol className="flex flex-col gap-1.5">
        {sources.map((source, index) => (
          <SourceItem
            key={`${source.file_id}-${source.start}-${source.end}`}
            number={index + 1}
            quote={source.quote}
            action={`${text.openPassage} ${index + 1}`}
            onOpen={() => onSource(source)}
            place={
              <>
                <FileText aria-hidden />
                <span className="truncate">{source.file_id === null ? text.ofContext : source.filename}</span>
                {source.page !== undefined && <span className="shrink-0">· {text.page(String(source.page))}</span>}
              </>
            }
          />
        ))}
      </ol>
    </div>
  );
}
