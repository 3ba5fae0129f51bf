import type { Source } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { excerptOf } from './marks.ts';
import { usePlaygroundText } from './playground-text.ts';

export interface PassageDialogProps {
  source: Source;
  /** The text that was sent along, for sources without a file. */
  context: string;
  onClose: () => void;
}

/** A passage highlighted where it stands. */
export function PassageDialog({ source, context, onClose }: PassageDialogProps) {
  const text = usePlaygroundText();
  const parley = useParley();
  const { file_id } = source;
  const { data, error } = useQuery({
    queryKey: [...queryKeys.files.one(file_id ?? ''), 'text'],
    enabled: file_id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => parley.api.getFileText({ params: { file_id: file_id ?? '' } }, { signal }),
  });
  const whole = file_id === null ? context : data;
  const name = file_id === null ? text.ofContext : source.filename;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="wide"
      title={text.passageTitle(name)}
      {...(source.page !== undefined && { description: text.page(String(source.page)) })}
    >
      {whole !== undefined && whole.slice(source.start, source.end) === source.quote ? (
        <Highlighted text={whole} source={source} />
      ) : error || whole !== undefined ? (
        <>
          <p className="mb-3 text-sm text-muted">{text.passageGone}</p>
          <blockquote className="border-l-2 pl-3 text-sm whitespace-pre-wrap">{source.quote}</blockquote>
        </>
      ) : (
        <SkeletonRows count={8} className="h-4" />
      )}
    </Dialog>
  );
}

function Highlighted({ text, source }: { text: string; source: Source }) {
  const { before, passage, after } = excerptOf(text, source);
  return (
    <div className="font-mono text-xs leading-5 break-words whitespace-pre-wrap text-soft">
      {before}
      <mark
        className="px-0.5 text-ink"
        // Once, when the window opens.
        ref={(element) => element?.scrollIntoView({ block: 'center' })}
      >
        {passage}
      </mark>
      {after}
    </div>
  );
}
