import type { FileInfo } from '@parley/sdk';
import { Paperclip } from 'lucide-react';
import { asList, asRecord, asText } from '../../lib/read-json.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useFilesText } from './files-text.ts';
import { useFileText } from './use-files.ts';
import { usePlace } from './use-place.ts';

/** A mail as one reads it: who wrote it to whom and when, then its words. */
export function MailPreview({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const { data, error, refetch } = useFileText(file.file_id);
  const { place } = usePlace();
  const { subject, from, date, attachments } = asRecord(file.metadata);
  const names = asList(attachments).filter((name) => typeof name === 'string');
  const head = data?.slice(0, bodyStart(data)) ?? '';
  const recipient = /^\*\*To:\*\* (.*)$/m.exec(head)?.[1];
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  const start = data === undefined ? 0 : bodyStart(data);
  const body = data === undefined ? undefined : withoutAttachments(data.slice(start));
  const mark = place && place.start >= start ? { start: place.start - start, end: place.end - start } : undefined;
  return (
    <article className="rounded-lg border bg-surface">
      <header className="flex flex-col gap-1 border-b px-5 py-4 text-sm">
        <h2 className="text-lg font-semibold break-words">{asText(subject) ?? file.filename}</h2>
        <Line name={text.mailFrom} value={asText(from)} />
        <Line name={text.mailTo} value={recipient} />
        <p className="flex gap-2">
          <span className="w-20 shrink-0 text-muted">{text.mailDate}</span>
          <Time value={asText(date)} isFull />
        </p>
      </header>
      <div className="px-5 py-4 text-sm leading-6">
        {body === undefined ? <SkeletonRows count={5} className="h-5" /> : <Markdown text={body} mark={mark} />}
      </div>
      {names.length > 0 && (
        <ul aria-label={text.mailAttachments} className="flex flex-wrap gap-2 border-t px-5 py-3">
          {names.map((name) => (
            <li key={name} className="flex items-center gap-1.5 rounded-md border bg-sunken px-2 py-1 text-xs">
              <Paperclip aria-hidden className="size-3.5 text-muted" />
              {name}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Line({ name, value }: { name: string; value: string | undefined }) {
  return value === undefined ? null : (
    <p className="flex gap-2">
      <span className="w-20 shrink-0 text-muted">{name}</span>
      <span className="min-w-0 break-words">{value}</span>
    </p>
  );
}

/** Where the lines of the head end. */
function bodyStart(text: string): number {
  const head = /^(?:# .*\n+)?(?:\*\*[^*\n]+:\*\*.*\n)+\n*/.exec(text);
  return head?.[0].length ?? 0;
}

/** Without the line that names them, which ends a mail's text. */
function withoutAttachments(body: string): string {
  const at = body.lastIndexOf('\n**Attachments:**');
  return at < 0 || body.slice(at).trim().includes('\n') ? body : body.slice(0, at);
}
