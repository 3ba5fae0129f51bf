import type { EvaluationCase, EvaluationSet } from '@parley/sdk';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { asText } from '../../lib/read-json.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useEvaluationsText } from './evaluations-text.ts';
import { useEvaluationChange } from './use-evaluations.ts';

const CaseDialog = lazy(async () => ({ default: (await import('./case-dialog.tsx')).CaseDialog }));
const pageSize = 50;

/** What a set asks and what it expects, case by case. */
export function CaseList({ set, mayChange }: { set: EvaluationSet; mayChange: boolean }) {
  const text = useEvaluationsText();
  const parley = useParley();
  /** The case that is changed, or `new`. */
  const [open, setOpen] = useState<EvaluationCase | 'new' | null>(null);
  const { rows, error, refetch, onEnd, hasMore } = usePages<EvaluationCase>({
    queryKey: queryKeys.evaluations.cases(set.id),
    fetchPage: async ({ after }, signal) => {
      const query = { limit: pageSize, ...(after !== undefined && { after: Number(after) }) };
      const page = await parley.api.listEvaluationCases({ params: { set_id: set.id }, query }, { signal });
      return { data: page.data, next: page.next === null ? null : String(page.next) };
    },
  });
  const remove = useEvaluationChange(
    (id: string) => parley.api.deleteEvaluationCase({ params: { set_id: set.id, case_id: id } }),
    () => text.caseRemoved,
  );
  return (
    <Card
      title={text.cases}
      isFlush
      actions={
        mayChange && (
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
            {text.addCase}
          </Button>
        )
      }
    >
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={3} />}
      <ol aria-label={text.cases} className="divide-y border-t text-sm empty:hidden">
        {rows?.map((one) => (
          <li key={one.id} className="flex items-start gap-3 px-4 py-2">
            <span className="w-8 shrink-0 text-muted tabular-nums">{one.position}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate" title={one.name}>
                {one.name}
              </span>
              <span className="block truncate font-mono text-xs text-muted">
                {one.endpoint} → {summaryOf(one.expected)}
              </span>
            </span>
            {mayChange && (
              <>
                <IconButton label={text.changeCase(one.name)} className="size-7" onClick={() => setOpen(one)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={text.removeCase(one.name)}
                  className="size-7"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(one.id)}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button look="quiet" className="m-2" onClick={onEnd}>
          {text.more}
        </Button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <CaseDialog set={set} changed={open === 'new' ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}

/** What is expected, in a line. */
const summaryOf = (expected: unknown): string =>
  expected === null || expected === undefined ? '–' : (asText(expected) ?? JSON.stringify(expected));
