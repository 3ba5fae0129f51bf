import type { CallSummary } from '@parley/sdk';
import { Duration, Money } from '../../ui/values.tsx';
import { ErrorCode } from './error-code.tsx';
import { useUsageText } from './usage-text.ts';
import { type Bar, waterfallOf } from './waterfall.ts';

/** Each call to an engine, when it was made, how long it took, what it cost and how it ended. */
export function CallRounds({ call }: { call: CallSummary }) {
  const text = useUsageText();
  const { rounds } = call;
  // One that succeeded is the call itself.
  if (rounds.length === 0 || (rounds.length === 1 && rounds[0]?.error === null && !rounds[0].from_cache)) return null;
  const bars = waterfallOf(call);
  return (
    <section aria-label={text.rounds} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{text.rounds}</h3>
      <ol className="divide-y divide-line rounded-md border border-line">
        {rounds.map((round, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rounds are in their order, and an engine may be asked twice.
          <li key={index} className="flex flex-col gap-1.5 px-3 py-2 text-sm">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
              <span className="min-w-0 flex-1 basis-40 break-all">{round.engine}</span>
              <RoundEnd round={round} />
              {round.duration_ms !== undefined && <Duration ms={round.duration_ms} />}
              <Money usd={round.upstream_cost_usd} isKnown={call.price_known} />
            </div>
            <Track bar={bars[index] ?? null} hasFailed={round.error !== null} />
          </li>
        ))}
      </ol>
      {rounds.length < call.attempts && <p className="text-xs text-muted">{text.roundsFirst}</p>}
    </section>
  );
}

function RoundEnd({ round: { error, from_cache } }: { round: CallSummary['rounds'][number] }) {
  const text = useUsageText();
  if (from_cache) return <span className="text-muted">{text.roundKept}</span>;
  if (error === null) return <span className="text-muted">{text.roundAnswered}</span>;
  // Given up by this service or its caller: no error that anybody was told.
  if (error === 'abandoned') return <span className="text-muted">{text.roundAbandoned}</span>;
  return <ErrorCode code={error} />;
}

/** Says nothing that the line above does not, but for when. */
function Track({ bar, hasFailed }: { bar: Bar | null; hasFailed: boolean }) {
  if (bar === null) return null;
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <div
        className={`h-full rounded-full ${hasFailed ? 'bg-bad' : 'bg-accent'}`}
        style={{ marginLeft: `${bar.left}%`, width: `${bar.width}%` }}
      />
    </div>
  );
}
