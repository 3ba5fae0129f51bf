import type { CollectionSearchResult, Operations } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { useCollectionsText } from './collections-text.ts';
import { explainRanks, type StageScore } from './explain-rank.ts';
import { placeOf } from './place-of.ts';

/** Passages, best first, each beside what every stage of the search said of it. */
export function SearchResults({ found }: { found: Operations['searchCollection']['reply'] }) {
  const text = useCollectionsText();
  const language = useLanguage();
  const { results, mode, rerank } = found;
  const ranks = useMemo(() => explainRanks(results), [results]);
  if (results.length === 0) return <EmptyState title={text.noResults}>{text.noResultsHint}</EmptyState>;
  return (
    <>
      <p className="text-sm text-muted" aria-live="polite">
        {text.results(formatNumber(results.length, language), text.modes[mode])}
        {rerank && !rerank.error && text.reranked(rerank.model)}
        {rerank?.error && <span className="block text-warn">{text.rerankFailed(rerank.error)}</span>}
      </p>
      <ol className="flex flex-col gap-3">
        {results.map((result, index) => (
          <li
            key={`${result.file_id}-${result.start}`}
            className="grid min-w-0 gap-x-5 gap-y-3 rounded-lg border bg-surface p-4 shadow-card md:grid-cols-[minmax(0,1fr)_16rem]"
          >
            <Passage result={result} rank={index + 1} />
            <Why result={result} stages={ranks[index] ?? []} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Passage({ result, rank }: { result: CollectionSearchResult; rank: number }) {
  const text = useCollectionsText();
  return (
    <div className="min-w-0">
      <p className="mb-1 flex min-w-0 items-baseline gap-2 text-xs text-muted">
        <span className="font-semibold text-accent tabular-nums">{rank}</span>
        <span className="truncate" title={result.filename}>
          {result.filename}
          {result.page !== undefined && ` · ${text.page(String(result.page))}`}
        </span>
      </p>
      <div className="line-clamp-6 text-sm">
        <Markdown text={result.quote} />
      </div>
      <Link to={placeOf(result)} className="mt-2 inline-block text-xs font-medium text-accent underline">
        {text.openFile}
      </Link>
    </div>
  );
}

function Why({ result, stages }: { result: CollectionSearchResult; stages: StageScore[] }) {
  const text = useCollectionsText();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language, 3);
  return (
    <ul aria-label={text.whyHere} className="flex flex-col gap-2 text-xs">
      <Bar name={text.stages.score} value={number(result.score)} share={result.score} isTotal />
      {stages.map(({ stage, value, share, rank }) => (
        <Bar
          key={stage}
          name={text.stages[stage]}
          value={`${number(value)} · ${text.rankOf(String(rank))}`}
          share={share}
        />
      ))}
    </ul>
  );
}

interface BarProps {
  name: string;
  value: string;
  share: number;
  isTotal?: boolean;
}

function Bar({ name, value, share, isTotal = false }: BarProps) {
  return (
    <li>
      <div className="flex justify-between gap-2">
        <span className={isTotal ? 'font-medium' : 'text-muted'}>{name}</span>
        <span className="tabular-nums">{value}</span>
      </div>
      <div aria-hidden className="mt-0.5 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${isTotal ? 'bg-accent' : 'bg-(--series-5)'}`}
          style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
        />
      </div>
    </li>
  );
}
