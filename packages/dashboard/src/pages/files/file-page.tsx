import type { FileInfo, Source } from '@parley/sdk';
import { useParams } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { AskBox } from '../../file-views/ask-box.tsx';
import { FileState } from '../../file-views/file-state.tsx';
import { useServedWords } from '../../lib/served-words.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FileActions } from './file-actions.tsx';
import { FileDetails } from './file-details.tsx';
import { FilePreview } from './file-preview.tsx';
import { FileTextTab } from './file-text-tab.tsx';
import { useFilesText } from './files-text.ts';
import { KindIcon } from './kind-icon.tsx';
import { Unread } from './unread.tsx';
import { useFile } from './use-files.ts';

/** One file: what it looks like, what was found in it, and questions to it. */
export function FilePage() {
  const text = useFilesText();
  const { fileId = '' }: { fileId?: string } = useParams({ strict: false });
  const { summaryOf } = useServedWords();
  const { data: file, error, refetch } = useFile(fileId);
  return (
    <>
      <BackLink to="/files">{text.back}</BackLink>
      {error &&
        (file ? (
          <Problem error={error} onRetry={() => refetch()} />
        ) : (
          <PageProblem error={error} onRetry={() => refetch()} />
        ))}
      {!error && !file && (
        <>
          <Skeleton className="mb-5 h-7 w-72" />
          <SkeletonRows count={6} className="h-16" />
        </>
      )}
      {file && (
        <>
          <PageHeader
            name={file.filename}
            title={
              <span title={file.filename}>
                <span className="mr-2 inline-block align-[-0.1em]">
                  <KindIcon file={file} />
                </span>
                {file.filename}
              </span>
            }
            description={
              <span className="flex flex-wrap items-center gap-2">
                <FileState status={file.status} />
                {file.processing_summary !== null && summaryOf(file.processing_summary)}
              </span>
            }
            actions={<FileActions file={file} />}
          />
          <Body file={file} />
        </>
      )}
    </>
  );
}

function Body({ file }: { file: FileInfo }) {
  const text = useFilesText();
  if (file.status === 'failed') {
    return (
      <div className="flex flex-col gap-4">
        <Unread file={file} />
        <FileDetails file={file} />
      </div>
    );
  }
  if (file.status !== 'ready') {
    const isPending = file.status === 'pending';
    return (
      <EmptyState
        icon={<LoaderCircle aria-hidden className={isPending ? '' : 'animate-spin'} />}
        title={isPending ? text.pendingTitle : text.processingTitle}
      >
        {isPending ? text.pendingHint : text.processingHint}
      </EmptyState>
    );
  }
  return <Ready file={file} />;
}

function Ready({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const mayAsk = useHasRole('member');
  const [at, setPlace] = useUrlState('at');
  // A link to a place opens where that can be marked.
  const isMarkedIn = at === '' || file.kind === 'image' || (file.kind === 'pdf' && at.split('-').length === 3);
  const [tab, setTab] = useUrlState('tab', isMarkedIn ? 'preview' : 'text');
  // A PDF shows the passage on its page, a picture where it was read; everything else in its text.
  const showSource = ({ start, end, page }: Source) => {
    const isOnPage = file.kind === 'pdf' && page !== undefined;
    setPlace(isOnPage ? `${start}-${end}-${page}` : `${start}-${end}`);
    if (tab !== 'text') setTab(isOnPage || file.kind === 'image' ? 'preview' : 'text');
  };
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        {file.warnings.length > 0 && (
          <ul className="mb-4 rounded-lg border bg-warn-soft px-4 py-2.5 text-sm text-warn" aria-label={text.warnings}>
            {file.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        <Tabs
          label={text.title}
          value={tab}
          onValue={setTab}
          tabs={[
            { key: 'preview', label: text.preview, content: <FilePreview file={file} /> },
            { key: 'text', label: text.text, content: <FileTextTab file={file} /> },
            { key: 'details', label: text.details, content: <FileDetails file={file} /> },
          ]}
        />
      </div>
      <Card
        title={text.askThis}
        className="self-start xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto"
      >
        <AskBox where={{ file_ids: [file.file_id] }} onSource={showSource} key={String(mayAsk)} />
      </Card>
    </div>
  );
}
