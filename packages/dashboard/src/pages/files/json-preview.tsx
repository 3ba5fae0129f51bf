import type { FileInfo } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFilesText } from './files-text.ts';
import { useContent } from './use-files.ts';

const maxBytes = 5_000_000;

/** JSON that opens level by level. */
export function JsonPreview({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const isSmall = (file.file_size ?? 0) <= maxBytes;
  const content = useContent(file.file_id, isSmall);
  const tree = useQuery({
    queryKey: [...queryKeys.files.content(file.file_id), 'tree'],
    queryFn: async () => readValues((await content.data?.text()) ?? ''),
    enabled: content.data !== undefined,
    retry: false,
  });
  const error = content.error ?? tree.error;
  if (!isSmall) return <p className="text-sm text-muted">{text.tooLarge}</p>;
  if (error) return <Problem error={error} />;
  return tree.isSuccess ? (
    <JsonTree value={tree.data} label={text.jsonTree} />
  ) : (
    <SkeletonRows count={6} className="h-5" />
  );
}

/** One value or, in JSON Lines, several. */
function readValues(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) throw error;
    return lines.map((line): unknown => JSON.parse(line));
  }
}
