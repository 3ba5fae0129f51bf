import type { FileInfo } from '@parley/sdk';
import { TextView } from '../../file-views/text-view.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFileText } from './use-files.ts';
import { usePlace } from './use-place.ts';

/** The extracted text with the passage that the address points at. */
export function FileTextTab({ file }: { file: FileInfo }) {
  const { data, error, refetch } = useFileText(file.file_id);
  const { place, clear } = usePlace();
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  return data === undefined ? (
    <SkeletonRows count={8} className="h-5" />
  ) : (
    <TextView text={data} mark={place} onClearMark={clear} />
  );
}
