import { APIError, ConnectionError } from '@parley/sdk';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorWords } from '../lib/error-words.ts';
import { Button } from './button.tsx';
import { useUiText } from './ui-text.ts';

export interface ProblemProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** What went wrong and what to do about it: in the words of the service, or in those of the reader's language with the service's below. */
export function Problem({ error, onRetry }: ProblemProps) {
  const text = useUiText();
  const sentence = useProblemSentence()(error);
  const words = useErrorWords()(error);
  return (
    <ProblemBox
      title={words?.title ?? text.errorTitle}
      sentence={words?.remedy ?? sentence}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            {text.tryAgain}
          </Button>
        )
      }
    >
      {words && error instanceof APIError && (
        <p lang="en" className="break-words text-muted">
          {error.message}
        </p>
      )}
      {error instanceof APIError && error.details && <p className="break-words text-muted">{error.details}</p>}
      {error instanceof APIError && error.requestId && (
        <p className="mt-0.5 font-mono text-xs text-muted">{text.errorRequest(error.requestId)}</p>
      )}
    </ProblemBox>
  );
}

export interface ProblemBoxProps {
  title: string;
  sentence: string;
  /** More about it, below the sentence. */
  children?: ReactNode;
  /** A button beside it. */
  action?: ReactNode;
}

/** Says at once, also to those who hear the page, that something went wrong. */
export function ProblemBox({ title, sentence, children, action }: ProblemBoxProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-2.5 rounded-lg border border-bad/40 bg-bad-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium text-bad">{title}</p>
        <p className="break-words text-soft">{sentence}</p>
        {children}
      </div>
      {action}
    </div>
  );
}

/** Puts an error in a sentence, for notices. */
export function useProblemSentence(): (error: unknown) => string {
  const text = useUiText();
  const wordsOf = useErrorWords();
  return (error) => {
    if (error instanceof ConnectionError) return text.errorOffline;
    const words = wordsOf(error);
    if (words && error instanceof APIError) return `${words.title}. ${words.remedy} (${error.message})`;
    if (error instanceof APIError && error.status === 403) return `${error.message} ${text.errorAllowed}`;
    return error instanceof Error ? error.message : String(error);
  };
}
