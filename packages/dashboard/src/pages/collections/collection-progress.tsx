import type { Collection } from '@parley/sdk';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useCollectionsText } from './collections-text.ts';

/** How many of the files of a collection can be found. */
export function CollectionProgress({ collection: { files } }: { collection: Pick<Collection, 'files'> }) {
  const text = useCollectionsText();
  const language = useLanguage();
  const count = (value: number) => formatNumber(value, language);
  const all = files.pending + files.processing + files.ready + files.failed;
  if (all === 0) return <span className="text-xs text-muted">{text.noFiles}</span>;
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="truncate text-xs text-muted tabular-nums">
        {text.ready(count(files.ready), count(all))}
        {files.failed > 0 && <span className="text-bad"> · {text.failedCount(count(files.failed))}</span>}
      </span>
      {files.ready < all && <ProgressBar label={text.progress} value={(files.ready + files.failed) / all} />}
    </span>
  );
}
