import type { FileInfo } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem, ProblemBox } from '../../ui/problem.tsx';
import { useFilesText } from './files-text.ts';

/** Why a file could not be read, with a button that has it read once more when that is mended. */
export function Unread({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const parley = useParley();
  const queries = useQueryClient();
  const mayRead = useHasRole('member');
  const reread = useMutation({
    // The page looks by itself until it is ready or failed again.
    mutationFn: () => parley.files.reread(file.file_id, { wait: false }),
    onSuccess: async (fresh) => {
      queries.setQueryData(queryKeys.files.one(file.file_id), fresh);
      await queries.invalidateQueries({ queryKey: queryKeys.files.all });
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <ProblemBox
        title={text.failedTitle}
        sentence={file.error?.message ?? ''}
        action={
          mayRead && (
            <Button
              size="small"
              icon={<RefreshCw aria-hidden />}
              isBusy={reread.isPending}
              onClick={() => reread.mutate()}
            >
              {text.reread}
            </Button>
          )
        }
      >
        {file.error && <p className="mt-0.5 font-mono text-xs text-muted">{file.error.code}</p>}
        {mayRead && !isBroken(file) && (
          <p className="mt-1 text-muted">{isSpoken(file) ? text.rereadSpoken : text.rereadHint}</p>
        )}
      </ProblemBox>
      {reread.error && <Problem error={reread.error} />}
    </div>
  );
}

const isSpoken = ({ media_type: type }: FileInfo): boolean => /^(audio|video)\//.test(type ?? '');

/** Nothing that is mended elsewhere makes it readable. */
const isBroken = ({ error }: FileInfo): boolean => error?.code.startsWith('invalid_') === true;
