import type { SealingReport } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Time } from '../../ui/values.tsx';
import { useSettingsText } from './settings-text.ts';

const workingMs = 2_000;
const isAtWork = (report: SealingReport | undefined) =>
  report?.run?.status === 'queued' || report?.run?.status === 'running';

/** Whether what is stored is sealed, with which key, and how far sealing it anew is. */
export function Sealing() {
  const text = useSettingsText();
  const parley = useParley();
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, refetch } = useQuery<SealingReport>({
    queryKey: queryKeys.sealing,
    refetchInterval: ({ state }) => (isAtWork(state.data) ? workingMs : false),
    queryFn: ({ signal }) => parley.api.getSealing({}, { signal }),
  });
  const turnOver = useChange({
    change: () => parley.api.turnOverKeys(),
    queryKey: queryKeys.sealing,
    said: text.sealingBegun,
    onDone: () => setIsAsked(false),
  });
  const begin = data?.on && (
    <Button icon={<LockKeyhole aria-hidden />} disabled={isAtWork(data)} onClick={() => setIsAsked(true)}>
      {text.sealAnew}
    </Button>
  );
  return (
    <Card title={text.sealing} description={text.sealingHint} actions={begin}>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={1} />}
      {data && !data.on && <p className="text-sm text-muted">{text.notSealed}</p>}
      {data?.on && <Sealed report={data} />}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => turnOver.mutate()}
        title={text.sealAnewTitle}
        action={text.sealAnew}
        isBusy={turnOver.isPending}
      >
        {text.sealAnewHint}
      </ConfirmDialog>
    </Card>
  );
}

const tones = { queued: 'accent', running: 'accent', completed: 'good', failed: 'bad', cancelled: 'warn' } as const;

function Sealed({ report: { key_id, run } }: { report: SealingReport }) {
  const text = useSettingsText();
  const language = useLanguage();
  const count = (value: number) => formatNumber(value, language);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        {text.sealedWith} <code className="font-mono text-xs break-all">{key_id}</code>
      </p>
      {run && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[run.status]}>{text.sealingStates[run.status]}</Badge>
            <span className="text-muted tabular-nums">
              {text.sealingFigures(count(run.looked), count(run.total), count(run.sealed))}
            </span>
            <span className="text-muted">
              <Time value={run.created_at} />
            </span>
          </p>
          {(run.status === 'queued' || run.status === 'running') && (
            <ProgressBar label={text.sealing} value={run.total === 0 ? 0 : run.looked / run.total} />
          )}
          {run.failed > 0 && <p className="text-bad">{text.sealingFailed(count(run.failed))}</p>}
          {run.error !== null && <p className="text-bad">{run.error}</p>}
        </>
      )}
    </div>
  );
}
