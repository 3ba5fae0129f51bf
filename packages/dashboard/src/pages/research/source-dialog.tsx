import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { TextView } from '../../file-views/text-view.tsx';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useResearchText } from './research-text.ts';

export interface SourceDialogProps {
  researchId: string;
  /** From 1. */
  n: number;
  onClose: () => void;
}

/** The page as it was stored, with the quoted passage marked. */
export function SourceDialog({ researchId, n, onClose }: SourceDialogProps) {
  const text = useResearchText();
  const parley = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.research.source(researchId, n),
    queryFn: ({ signal }) => parley.research.source(researchId, n, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const citation = data?.citation;
  const isWeb = citation !== undefined && /^https?:\/\//.test(citation.url);
  return (
    <Dialog isOpen onClose={onClose} size="wide" title={citation?.title ?? text.storedPage}>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={8} className="h-5" />}
      {data && (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              [
                text.original,
                isWeb ? (
                  <a
                    key="url"
                    href={data.citation.url}
                    target="_blank"
                    rel="noreferrer noopener"
                    className="inline-flex max-w-full items-center gap-1 text-accent underline"
                  >
                    <span className="truncate">{data.citation.url}</span>
                    <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                  </a>
                ) : (
                  data.citation.url
                ),
              ],
              [text.state, text.verified[data.citation.verified]],
              [text.fetched, <Time key="fetched" value={data.citation.fetched_at} isFull />],
              [
                text.hash,
                <code key="hash" className="font-mono text-xs break-all">
                  {data.citation.content_hash}
                </code>,
              ],
            ]}
          />
          <TextView text={data.text} mark={{ start: data.citation.start, end: data.citation.end }} />
        </div>
      )}
    </Dialog>
  );
}
