import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Duration, Money, NumberValue } from '../../ui/values.tsx';
import { usePlaygroundText } from './playground-text.ts';
import type { Run } from './run.ts';

/** What a reply took: time, tokens, money; and the headers of its answer. `number`: which of several replies. */
export function Figures({ run, number }: { run: Run; number: number | undefined }) {
  const text = usePlaygroundText();
  const language = useLanguage();
  const { reply, durationMs, firstTokenMs, requestId, headers, status } = run;
  const cost = useCost(run);
  const cached = reply.usage?.cached_tokens ?? 0;
  const none = <span className="text-muted">–</span>;
  const figures: Array<[name: string, value: ReactNode]> = [
    [text.latency, durationMs === null ? none : <Duration key="d" ms={durationMs} />],
    [text.firstToken, firstTokenMs === null ? none : <Duration key="f" ms={firstTokenMs} />],
    [text.tokensIn, reply.usage ? <NumberValue key="i" value={reply.usage.input_tokens} /> : none],
    [text.tokensOut, reply.usage ? <NumberValue key="o" value={reply.usage.output_tokens} /> : none],
    [text.cost, cost === undefined ? none : cost === null ? text.noCost : <Money key="c" {...cost} />],
    [text.engine, reply.engine || none],
  ];
  return (
    <section aria-label={number === undefined ? text.figures : `${text.figures} ${number}`} className="border-t pt-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-4 gap-y-2">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="truncate text-xs text-muted">{name}</dt>
            <dd className="text-sm font-medium break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {cached > 0 && <p className="mt-1 text-xs text-muted">{text.cached(formatNumber(cached, language))}</p>}
      {requestId !== '' && (
        <div className="mt-2 flex min-w-0 items-center gap-1 text-xs text-muted">
          {text.request} {status !== null && <span className="tabular-nums">{status}</span>}
          <code className="truncate font-mono">{requestId}</code>
          <CopyButton value={requestId} className="size-6!" />
        </div>
      )}
      {headers.length > 0 && (
        <details className="mt-1 text-xs">
          <summary className="cursor-pointer text-muted">{text.headers}</summary>
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono">
            {headers.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-all">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** The record is written when the stream has ended. */
const recordDelayMs = 300;

/** US dollars of a call; null when it has no record, undefined until that is known. The record comes a moment after the reply. */
export function useCost({ requestId, state }: Run): { usd: number; isKnown: boolean } | null | undefined {
  const parley = useParley();
  const { data, isError } = useQuery({
    queryKey: ['cost', requestId],
    enabled: requestId !== '' && state !== 'running',
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
    retryDelay: 1_500,
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, recordDelayMs));
      const { calls } = await parley.api.getCall({ params: { request_id: requestId } }, { signal });
      return {
        usd: calls.reduce((sum, { cost_usd }) => sum + cost_usd, 0),
        isKnown: calls.every(({ price_known }) => price_known),
      };
    },
  });
  return isError ? null : data;
}
