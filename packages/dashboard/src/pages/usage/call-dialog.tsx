import type { CallDetail, ExplainedCall } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Link as LinkIcon } from 'lucide-react';
import { modeOfOperation } from '../../lib/call-modes.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { jsonInLines } from '../../lib/read-json.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Duration, Money, Time } from '../../ui/values.tsx';
import { CallRounds } from './call-rounds.tsx';
import { StatusBadge } from './call-table.tsx';
import { endpointName } from './endpoint-name.ts';
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
              <CallFailure call={call} />
              <CallFacts call={call} />
              <CallRounds call={call} />
            </div>
          ))}
          <div className="flex flex-wrap gap-2">
            <PlaygroundLink detail={data} />
            <LinkButton />
          </div>
          <Contents detail={data} />
        </div>
      )}
    </Dialog>
  );
}

/** What the caller was told and what the vendor had said. */
function CallFailure({
  call: { error_code: code, error_message: message, vendor_message: vendor },
}: {
  call: ExplainedCall;
}) {
  const text = useUsageText();
  if (code === null && message === null) return null;
  return (
    <section aria-label={text.errorCode} className="rounded-lg border border-bad/40 bg-bad-soft px-3 py-2.5 text-sm">
      {code !== null && <ErrorCode code={code} />}
      {message !== null && <p className="break-words text-soft">{message}</p>}
      {vendor !== null && (
        <>
          <h3 className="mt-2 text-xs font-medium text-muted">{text.vendorSaid}</h3>
          <p className="font-mono text-xs break-words whitespace-pre-wrap text-soft">{vendor}</p>
        </>
      )}
    </section>
  );
}

/** The address of this page opens the call for every member of the workspace. */
function LinkButton() {
  const text = useUsageText();
  const toaster = useToaster();
  const { workspace_id: workspaceId } = useSession();
  const copy = async () => {
    const url = new URL(location.href);
    for (const name of [...url.searchParams.keys()]) if (name !== 'call') url.searchParams.delete(name);
    if (workspaceId !== null) url.searchParams.set('workspace', workspaceId);
    await navigator.clipboard.writeText(url.href);
    toaster.done(text.linkCopied);
  };
  return (
    <Button icon={<LinkIcon aria-hidden />} onClick={copy}>
      {text.copyLink}
    </Button>
  );
}

function CallFacts({ call }: { call: ExplainedCall }) {
  const text = useUsageText();
  const language = useLanguage();
  const count = (value: number) => formatNumber(value, language);
  const cached = call.cached_tokens > 0 ? ` (${text.cached(count(call.cached_tokens))})` : '';
  return (
    <Facts
      facts={[
        [text.status, <StatusBadge key="status" status={call.status} />],
        [text.time, <Time key="time" value={call.created_at} isFull />],
        [text.endpoint, endpointName(call.endpoint, text)],
        [text.model, call.model],
        [text.engine, call.engine],
        [text.key, call.key_name ?? text.gone],
        [text.source, text.sources[call.source]],
        [text.user, call.user_id],
        [text.tags, call.tags.join(', ')],
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
    <Link to="/playground" search={{ mode, call: request_id }} className={buttonClass('plain')}>
      {text.openInPlayground}
    </Link>
  );
}

function Contents({ detail: { contents, contents_kept } }: { detail: CallDetail }) {
  const text = useUsageText();
  const isOperator = useHasRole('admin', 'instance');
  if (!contents) {
    return (
      <p className="rounded-md bg-sunken px-3 py-2 text-sm text-muted">
        {contents_kept ? text.contentsNone : text.contentsOff}{' '}
        {!contents_kept && isOperator && (
          <Link to="/settings" search={{ tab: 'retention' }} className="text-accent underline underline-offset-2">
            {text.contentsSwitch}
          </Link>
        )}
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
      <CodeBlock code={jsonInLines(body)} label={name} isWrapped />
    </div>
  );
}
