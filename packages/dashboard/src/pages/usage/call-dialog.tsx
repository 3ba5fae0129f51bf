import type { CallDetail, CallSummary } from '@parley/sdk';
import { routeOf } from '@parley/sdk/management';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { modeOfOperation } from '../../lib/call-modes.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Duration, Money, Time } from '../../ui/values.tsx';
import { CallRounds } from './call-rounds.tsx';
import { StatusBadge } from './call-table.tsx';
import { ErrorCode } from './error-code.tsx';
import { useUsageText } from './usage-text.ts';

/** One call whole: what is known of it, and what was asked and answered where that is kept. */
export function CallDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const text = useUsageText();
  const parley = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.usage.call(requestId),
    queryFn: ({ signal }) => parley.api.getCall({ params: { request_id: requestId } }, { signal }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="wide"
      title={text.call}
      description={
        <span className="flex items-center gap-1 font-mono text-xs break-all">
          {requestId}
          <CopyButton value={requestId} className="size-6" />
        </span>
      }
    >
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={8} className="h-6" />}
      {data && (
        <div className="flex flex-col gap-5">
          {data.calls.map((call) => (
            <div key={call.id} className="flex flex-col gap-5">
              <CallFacts call={call} />
              <CallRounds call={call} />
            </div>
          ))}
          <PlaygroundLink detail={data} />
          <Contents detail={data} />
        </div>
      )}
    </Dialog>
  );
}

function CallFacts({ call }: { call: CallSummary }) {
  const text = useUsageText();
  const language = useLanguage();
  const count = (value: number) => formatNumber(value, language);
  const cached = call.cached_tokens > 0 ? ` (${text.cached(count(call.cached_tokens))})` : '';
  return (
    <Facts
      facts={[
        [text.status, <StatusBadge key="status" status={call.status} />],
        [text.errorCode, call.error_code !== null && <ErrorCode key="error" code={call.error_code} />],
        [text.time, <Time key="time" value={call.created_at} isFull />],
        [text.endpoint, routeOf(call.endpoint) ?? call.endpoint],
        [text.model, call.model],
        [text.engine, call.engine],
        [text.key, call.key_name ?? text.gone],
        [text.source, text.sources[call.source]],
        [text.duration, <Duration key="duration" ms={call.duration_ms} />],
        [text.firstToken, call.first_token_ms !== null && <Duration ms={call.first_token_ms} />],
        [text.attempts, count(call.attempts)],
        [text.streamed, call.streamed ? text.yes : text.no],
        [text.inputTokens, `${count(call.input_tokens)}${cached}`],
        [text.outputTokens, count(call.output_tokens)],
        [text.cost, <Money key="cost" usd={call.cost_usd} isKnown={call.price_known} />],
        [text.upstreamCost, <Money key="upstream" usd={call.upstream_cost_usd} isKnown={call.price_known} />],
      ]}
    />
  );
}

/** Where the request was kept whole and the playground has its shape. */
function PlaygroundLink({ detail: { request_id, calls, contents } }: { detail: CallDetail }) {
  const text = useUsageText();
  const mode = modeOfOperation[calls[0]?.endpoint ?? ''];
  if (mode === undefined || contents === null || contents.request === null || contents.truncated) return null;
  return (
    <Link to="/playground" search={{ mode, call: request_id }} className={`${buttonClass('plain')} self-start`}>
      {text.openInPlayground}
    </Link>
  );
}

function Contents({ detail: { contents, contents_kept } }: { detail: CallDetail }) {
  const text = useUsageText();
  if (!contents) {
    return (
      <p className="rounded-md bg-sunken px-3 py-2 text-sm text-muted">
        {contents_kept ? text.contentsNone : text.contentsOff}
      </p>
    );
  }
  return (
    <section aria-label={text.contents} className="flex flex-col gap-3">
      {contents.truncated && <p className="text-xs text-warn">{text.truncated}</p>}
      {contents.request !== null && <Side name={text.request} body={contents.request} />}
      {contents.reply !== null && <Side name={text.reply} body={contents.reply} />}
      <p className="text-xs text-muted">
        {text.contentsUntil} <Time value={contents.expires_at} mayBeAhead />
      </p>
    </section>
  );
}

function Side({ name, body }: { name: string; body: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{name}</h3>
      <CodeBlock code={pretty(body)} label={name} isWrapped />
    </div>
  );
}

/** JSON with its lines; what is no JSON stays as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
