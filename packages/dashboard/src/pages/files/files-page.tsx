import { FileStack, Upload } from 'lucide-react';
import { useHasRole } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DropZone, useFilePicker } from './drop-zone.tsx';
import { FileFilters, useFileFilters } from './file-filters.tsx';
import { FileTable } from './file-table.tsx';
import { useFilesText } from './files-text.ts';
import { UploadList } from './upload-list.tsx';
import { useAddFiles, useFileList } from './use-files.ts';

/** All files of the workspace, and the way to bring in more. */
export function FilesPage() {
  const text = useFilesText();
  const mayUpload = useHasRole('member');
  const addFiles = useAddFiles();
  const { pick, input } = useFilePicker(addFiles);
  const upload = (
    <Button look="primary" icon={<Upload aria-hidden />} onClick={pick}>
      {text.upload}
    </Button>
  );
  const page = (
    <>
      <PageHeader title={text.title} description={text.hint} actions={mayUpload && upload} />
      {input}
      <UploadList />
      <FileList
        empty={
          <EmptyState icon={<FileStack aria-hidden />} title={text.emptyTitle} action={mayUpload && upload}>
            {text.emptyHint}
            <span className="mt-1 block">{mayUpload ? text.dropHint : text.viewerHint}</span>
          </EmptyState>
        }
      />
    </>
  );
  return mayUpload ? <DropZone onFiles={addFiles}>{page}</DropZone> : page;
}

function FileList({ empty }: { empty: React.ReactNode }) {
  const text = useFilesText();
  const { rows, error, refetch, onEnd, hasMore } = useFileList();
  const filters = useFileFilters();
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!rows) return <SkeletonRows count={8} />;
  if (rows.length === 0) return empty;
  const shown = rows.filter(filters.matches);
  return (
    <>
      <FileFilters filters={filters} shown={shown.length} hasMore={hasMore} />
      {shown.length === 0 && !hasMore ? (
        <EmptyState title={text.noMatch} action={<Button onClick={filters.clear}>{text.clearFilters}</Button>}>
          {text.noMatchHint}
        </EmptyState>
      ) : (
        <Card isFlush>
          <FileTable files={shown} onEnd={onEnd} />
        </Card>
      )}
    </>
  );
}
