import type { Answer, AnswerRequest, Source } from '@parley/sdk';
import { MessageCircleQuestion, Square } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatNumber } from '../lib/format.ts';
import { useLanguage } from '../lib/language.ts';
import { useHasRole } from '../lib/session.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { Problem } from '../ui/problem.tsx';
import { SourceItem } from '../ui/source-item.tsx';
import { useFileViewsText } from './file-views-text.ts';
import { useAsk } from './use-ask.ts';

export interface AskBoxProps {
  /** What is asked. */
  where: Pick<AnswerRequest, 'file_ids' | 'collection_ids'>;
  /** Shows a passage where it stands. */
  onSource: (source: Source) => void;
  /** With the names of files, where there are several. */
  hasNames?: boolean;
}

/** A question to files, its answer as it is written, and the passages it comes from. */
export function AskBox({ where, onSource, hasNames = false }: AskBoxProps) {
  const text = useFileViewsText();
  const mayAsk = useHasRole('member');
  const { asked, ask, stop } = useAsk(where);
  const [query, setQuery] = useState('');
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (query.trim() !== '') void ask(query.trim());
  };
  if (!mayAsk) return <p className="text-sm text-muted">{text.notAllowed}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <form onSubmit={submit} className="flex flex-col gap-2">
        <TextArea
          aria-label={text.askLabel}
          placeholder={text.askPlaceholder}
          rows={2}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <div className="flex items-start justify-between gap-3">
          <p className="text-xs text-muted">{text.askHint}</p>
          {asked?.isRunning ? (
            <Button size="small" icon={<Square aria-hidden />} onClick={stop}>
              {text.stop}
            </Button>
          ) : (
            <Button
              size="small"
              type="submit"
              look="primary"
              icon={<MessageCircleQuestion aria-hidden />}
              disabled={query.trim() === ''}
            >
              {text.ask}
            </Button>
          )}
        </div>
      </form>
      {asked && (
        <div className="flex min-w-0 flex-col gap-3 border-t pt-3">
          <p className="text-sm font-medium break-words">{asked.query}</p>
          {asked.error !== null && <Problem error={asked.error} onRetry={() => ask(asked.query)} />}
          <div aria-live="polite" aria-busy={asked.isRunning} className="text-sm">
            {asked.text === '' && asked.isRunning ? (
              <span className="animate-pulse text-muted">{text.answering}</span>
            ) : (
              <Markdown text={asked.text} />
            )}
          </div>
          {asked.result && <Sources result={asked.result} onSource={onSource} hasNames={hasNames} />}
        </div>
      )}
    </div>
  );
}

function Sources({ result, onSource, hasNames }: { result: Answer } & Pick<AskBoxProps, 'onSource' | 'hasNames'>) {
  const text = useFileViewsText();
  const language = useLanguage();
  const { sources = [], usage, engine } = result;
  const count = (value: number) => formatNumber(value, language);
  return (
    <section aria-label={text.sources} className="flex flex-col gap-2">
      {sources.length > 0 && <h2 className="text-xs font-medium text-muted">{text.sources}</h2>}
      <ol className="flex flex-col gap-1.5">
        {sources.map((source, index) => (
          <SourceItem
            key={`${source.file_id}-${source.start}-${source.end}`}
            number={index + 1}
            quote={source.quote}
            action={text.openSource(String(index + 1))}
            onOpen={() => onSource(source)}
            place={
              <span className="truncate">
                {[hasNames && source.filename, source.page !== undefined && text.page(String(source.page))]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            }
          />
        ))}
      </ol>
      <p className="text-xs text-muted tabular-nums">
        {text.tokens(count(usage.input_tokens), count(usage.output_tokens))}
        {engine && ` · ${engine}`}
      </p>
    </section>
  );
}
