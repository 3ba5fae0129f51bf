import type { StorageReport, WorkspaceStorage } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { Sealing } from './sealing.tsx';
import { useSettingsText } from './settings-text.ts';
import { StorageTable } from './storage-table.tsx';

/** From this share on the limit is shown as reached. */
const nearlyFull = 0.9;

/** What the workspace stores, how much more it may, and for those who run the installation what all of them store. */
export function Storage() {
  const parley = useParley();
  const { workspace_id } = useSession();
  const isOperator = useHasRole('admin', 'instance');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.storage.own(workspace_id),
    queryFn: ({ signal }) =>
      parley.api.getStorage({ query: { limit: 1, ...(workspace_id !== null && { workspace_id }) } }, { signal }),
  });
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!data) return <Loading />;
  const [workspace] = data.data;
  return (
    <div className="flex flex-col gap-5">
      <Figures report={data} workspace={workspace} />
      {workspace && (
        <div className="grid gap-5 lg:grid-cols-2">
          <Limit workspace={workspace} isOperator={isOperator} />
          <Parts report={data} workspace={workspace} />
        </div>
      )}
      {isOperator && <Sealing />}
      {isOperator && <StorageTable />}
    </div>
  );
}

function Figures({ report, workspace }: { report: StorageReport; workspace: WorkspaceStorage | undefined }) {
  const text = useSettingsText();
  const language = useLanguage();
  const bytes = (value: number) => formatBytes(value, language);
  const number = (value: number) => formatNumber(value, language);
  const figures = [
    ...(workspace
      ? [
          {
            label: text.files,
            value: bytes(workspace.files.bytes),
            note: text.fileCount(number(workspace.files.count)),
          },
          {
            label: text.collections,
            value: number(workspace.collections.count),
            note: text.passageCount(number(workspace.collections.passages)),
          },
          { label: text.keptInAll, value: bytes(workspace.blobs.bytes), note: text.keptInAllHint },
        ]
      : []),
    ...(report.blobs
      ? [
          {
            label: text.everyWorkspace,
            value: bytes(report.blobs.bytes),
            note: text.blobCount(number(report.blobs.count)),
          },
        ]
      : []),
    ...(report.database_bytes === null
      ? []
      : [{ label: text.database, value: bytes(report.database_bytes), note: text.databaseHint }]),
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card md:grid-flow-col md:auto-cols-fr md:grid-cols-none">
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col gap-0.5 bg-surface px-4 py-3 last:odd:col-span-2 md:last:odd:col-span-1"
        >
          <dt className="truncate text-xs text-muted">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          <dd className="text-xs text-muted tabular-nums">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How much more the workspace may store. */
function Limit({ workspace, isOperator }: { workspace: WorkspaceStorage; isOperator: boolean }) {
  const text = useSettingsText();
  const language = useLanguage();
  const [, setTab] = useUrlState('tab', 'models');
  const { files, limit_bytes: limit } = workspace;
  const used = formatBytes(files.bytes, language);
  const share = limit === null ? 0 : limit === 0 ? 1 : files.bytes / limit;
  return (
    <Card
      title={text.room}
      description={text.roomHint}
      actions={
        isOperator && (
          <Button size="small" onClick={() => setTab('workspace')}>
            {limit === null ? text.setLimit : text.changeLimit}
          </Button>
        )
      }
    >
      {limit === null ? (
        <p className="text-sm text-muted">{text.noStorageLimit(used)}</p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <p className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
            <span>{text.bytesOf(used, formatBytes(limit, language))}</span>
            <span className="text-muted">{`${formatNumber(share * 100, language, 1)} %`}</span>
          </p>
          <ProgressBar label={text.room} value={share} tone={share >= nearlyFull ? 'bad' : 'accent'} />
          {share >= nearlyFull && <p className="text-xs text-bad">{text.nearlyFull}</p>}
        </div>
      )}
    </Card>
  );
}

/** What of it takes how much. */
function Parts({ report, workspace: { blobs } }: { report: StorageReport; workspace: WorkspaceStorage }) {
  const text = useSettingsText();
  const language = useLanguage();
  const parts = [
    { name: text.filesPart, bytes: blobs.files_bytes },
    { name: text.collectionsPart, bytes: blobs.collections_bytes },
    { name: text.otherPart, bytes: blobs.other_bytes },
  ];
  return (
    <Card title={text.parts} description={text.partsHint}>
      <div aria-hidden className="mb-3 flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
        {parts.map(({ name, bytes }, index) => (
          <div
            key={name}
            style={{ width: `${(bytes / Math.max(1, blobs.bytes)) * 100}%`, background: `var(--series-${index + 1})` }}
          />
        ))}
      </div>
      <dl className="flex flex-col gap-1.5 text-sm">
        {parts.map(({ name, bytes }, index) => (
          <div key={name} className="flex items-center gap-2">
            <span
              aria-hidden
              className="size-2 shrink-0 rounded-full"
              style={{ background: `var(--series-${index + 1})` }}
            />
            <dt className="min-w-0 flex-1 text-soft">{name}</dt>
            <dd className="shrink-0 tabular-nums">{formatBytes(bytes, language)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-muted">
        {text.counted} <Time value={report.measured_at} />
        {!report.complete && ` · ${text.countedInPart}`}
      </p>
    </Card>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-21 w-full" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-44 w-full" />
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
