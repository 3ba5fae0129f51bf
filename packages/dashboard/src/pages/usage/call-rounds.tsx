import type { ExplainedCall } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Braces, Cpu, FileSearch, ListChecks, Wrench } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { placeInUrl } from '../../lib/place.ts';
import { Duration, Money } from '../../ui/values.tsx';
import { ErrorCode } from './error-code.tsx';
import { useUsageText } from './usage-text.ts';
import { type Bar, type Line, waterfallOf } from './waterfall.ts';

type Round = ExplainedCall['rounds'][number];
type Step = ExplainedCall['steps'][number];

/** All that was done within a call: each call to an engine and each other step, when it began, how long it took and how it ended. */
export function CallRounds({ call }: { call: ExplainedCall }) {
  const text = useUsageText();
  const { rounds, steps } = call;
  const [only] = rounds;
  // One that succeeded is the call itself.
  const isPlain = steps.length === 0 && rounds.length === 1 && only?.error === null && !only.from_cache;
  if (isPlain || rounds.length + steps.length === 0) return null;
  return (
    <section aria-label={text.rounds} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{text.rounds}</h3>
      <ol className="divide-y divide-line rounded-md border border-line">
        {waterfallOf(call).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are in their order, and an engine may be asked twice.
          <li key={index} className="flex flex-col gap-1.5 px-3 py-2 text-sm">
            {'round' in line ? (
              <RoundLine round={line.round} isPriceKnown={call.price_known} />
            ) : (
              <StepLine step={line.step} />
            )}
            <Track bar={line.bar} line={line} />
            {'step' in line && line.step.passages && <Passages step={line.step} />}
          </li>
        ))}
      </ol>
      {rounds.length < call.attempts && <p className="text-xs text-muted">{text.roundsFirst}</p>}
    </section>
  );
}

function RoundLine({ round, isPriceKnown }: { round: Round; isPriceKnown: boolean }) {
  const text = useUsageText();
  const language = useLanguage();
  const tokens = round.input_tokens + round.output_tokens;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
        <Name icon={<Cpu aria-hidden />}>{round.engine}</Name>
        <RoundEnd round={round} />
        {tokens > 0 && <span className="text-muted tabular-nums">{text.tokensOf(formatNumber(tokens, language))}</span>}
        {round.duration_ms !== undefined && <Duration ms={round.duration_ms} />}
        <Money usd={round.upstream_cost_usd} isKnown={isPriceKnown} />
      </div>
      {round.error_message !== undefined && (
        <p className="font-mono text-xs break-words whitespace-pre-wrap text-muted">{round.error_message}</p>
      )}
    </>
  );
}

const icons = {
  retrieval: <FileSearch aria-hidden />,
  tool: <Wrench aria-hidden />,
  schema: <Braces aria-hidden />,
  run: <ListChecks aria-hidden />,
};

function StepLine({ step }: { step: Step }) {
  const text = useUsageText();
  const ways: Record<string, string> = text.schemaWays;
  const name =
    step.kind === 'retrieval'
      ? text.steps.retrieval
      : `${text.steps[step.kind]} · ${step.kind === 'schema' ? (ways[step.name] ?? step.name) : step.name}`;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
      <Name icon={icons[step.kind]}>{name}</Name>
      {step.error === null ? null : step.kind === 'tool' ? (
        <span className="text-bad">{text.toolFailed}</span>
      ) : (
        <ErrorCode code={step.error} />
      )}
      <Duration ms={step.duration_ms} />
    </div>
  );
}

function Name({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 basis-40 items-baseline gap-2 break-all [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:translate-y-0.5 [&_svg]:text-muted">
      {icon}
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** Where what was found stands; each leads to the file at that place. */
function Passages({ step: { passages = [] } }: { step: Step }) {
  const text = useUsageText();
  if (passages.length === 0) return <p className="text-xs text-muted">{text.noPassages}</p>;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-muted">{text.passages(String(passages.length))}</summary>
      <ol className="mt-1 flex flex-col gap-0.5 pl-4">
        {passages.map(({ file_id: id, filename, page, start, end }) => {
          const place = page === undefined ? `${start}–${end}` : text.onPage(String(page));
          return (
            <li key={`${id}-${start}-${end}`} className="min-w-0 break-words">
              {id === null ? (
                text.ofRequest
              ) : (
                <Link
                  to="/files/$fileId"
                  params={{ fileId: id }}
                  search={placeInUrl({ start, end, page })}
                  className="text-accent underline underline-offset-2"
                >
                  {filename}
                </Link>
              )}
              <span className="text-muted tabular-nums"> · {place}</span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

function RoundEnd({ round: { error, from_cache } }: { round: Round }) {
  const text = useUsageText();
  if (from_cache) return <span className="text-muted">{text.roundKept}</span>;
  if (error === null) return <span className="text-muted">{text.roundAnswered}</span>;
  // Given up by this service or its caller: no error that anybody was told.
  if (error === 'abandoned') return <span className="text-muted">{text.roundAbandoned}</span>;
  return <ErrorCode code={error} />;
}

/** Says nothing that the line above does not, but for when. */
function Track({ bar, line }: { bar: Bar | null; line: Line }) {
  if (bar === null) return null;
  const hasFailed = ('round' in line ? line.round : line.step).error !== null;
  const colour = hasFailed ? 'bg-bad' : 'round' in line ? 'bg-accent' : 'bg-(--series-2)';
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className={`h-full rounded-full ${colour}`} style={{ marginLeft: `${bar.left}%`, width: `${bar.width}%` }} />
    </div>
  );
}
