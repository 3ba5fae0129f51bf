import type { Source } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useParley } from '../../lib/parley.ts';
import { placeInUrl } from '../../lib/place.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
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
      {file_id !== null && (
        <p className="mb-3 text-sm">
          <Link
            to="/files/$fileId"
            params={{ fileId: file_id }}
            search={placeInUrl(source)}
            className="text-accent underline underline-offset-2"
          >
            {text.openInFile}
          </Link>
        </p>
      )}
      {whole !== undefined && whole.slice(source.start, source.end) === source.quote ? (
        <Highlighted text={whole} source={source} />
      ) : error || whole !== undefined ? (
        <>
          <p className="mb-3 text-sm text-muted">{text.passageGone}</p>
          <blockquote className="border-l-2 pl-3 text-sm">
            <Markdown text={source.quote} />
          </blockquote>
        </>
      ) : (
        <SkeletonRows count={8} className="h-4" />
      )}
    </Dialog>
  );
}

function Highlighted({ text, source }: { text: string; source: Source }) {
  const { before, passage, after } = excerptOf(text, source);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: browsers give a promise back, which React would call as a function when the dialog closes.
    host.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={host} className="text-sm leading-6 text-soft">
      <Markdown
        text={`${before}${passage}${after}`}
        mark={{ start: before.length, end: before.length + passage.length }}
      />
    </div>
  );
}
