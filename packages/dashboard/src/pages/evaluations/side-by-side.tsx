import type { EvaluationComparison } from '@parley/sdk';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Duration, Money } from '../../ui/values.tsx';
import { useEvaluationsText } from './evaluations-text.ts';
import { firstCases, useSaid } from './use-evaluations.ts';

type Case = EvaluationComparison['cases'][number];
type Result = NonNullable<Case['results'][number]>;

const mostCases = 100;

/** What each of the chosen runs said, one row for each case. */
export function SideBySide({ ids }: { ids: readonly string[] }) {
  const text = useEvaluationsText();
  const [shown, setShown] = useState(firstCases);
  const { data, error, refetch } = useSaid(ids, shown);
  if (ids.length === 0) return <p className="mt-4 text-sm text-muted">{text.chooseHint}</p>;
  return (
    <Card title={text.sideBySide} className="mt-5" isFlush>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && (
        <section
          aria-label={text.sideBySide}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="w-full min-w-[40rem] border-collapse text-left text-sm">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="w-48 px-4 py-2 font-medium text-muted">
                  {text.case}
                </th>
                {data.runs.map(({ id, name }) => (
                  <th key={id} scope="col" className="px-4 py-2 font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.cases.map((one) => (
                <CaseRow key={one.case_id} one={one} runIds={data.runs.map(({ id }) => id)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data?.has_more && shown < mostCases && (
        <div className="p-3">
          <Button onClick={() => setShown(mostCases)}>{text.more}</Button>
        </div>
      )}
    </Card>
  );
}

function CaseRow({ one, runIds }: { one: Case; runIds: readonly string[] }) {
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="w-48 px-4 py-3 font-normal break-words text-soft">
        {one.name}
      </th>
      {runIds.map((id, index) => (
        <td key={id} className="min-w-56 px-4 py-3">
          <Said result={one.results[index] ?? null} />
        </td>
      ))}
    </tr>
  );
}

function Said({ result }: { result: Result | null }) {
  const text = useEvaluationsText();
  if (result === null) return <span className="text-muted">{text.none}</span>;
  const { passed, output, checks, cost_usd: cost, judge_cost_usd: judge, duration_ms: ms } = result;
  const outcome = passed === null ? 'undecided' : passed ? 'passed' : 'failed';
  const tone = ({ passed: 'good', failed: 'bad', undecided: 'neutral' } as const)[outcome];
  const reasons = checks.flatMap(({ type, reason }) => (reason === null ? [] : [`${type}: ${reason}`]));
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <Badge tone={tone}>{text.outcomes[outcome]}</Badge>
        <Money usd={cost + judge} />
        <Duration ms={ms} />
      </span>
      <div className="min-w-0 break-words">
        <Markdown text={output} />
      </div>
      {reasons.map((reason) => (
        <p key={reason} className="text-xs break-words text-muted">
          {reason}
        </p>
      ))}
    </div>
  );
}
