import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { highlight } from './highlight.ts';

export interface CodeBlockProps {
  code: string;
  /** What it is, for screen readers: "curl". */
  label: string;
  /** Scrolls beyond this height. */
  className?: string;
  isWrapped?: boolean;
  /** Words of people: no colours. */
  isProse?: boolean;
}

const colours = {
  plain: '',
  string: 'text-(--code-string)',
  number: 'text-(--code-number)',
  word: 'text-accent',
  comment: 'text-muted italic',
};

/** Code with colours and a button that copies it. */
export function CodeBlock({ code, label, className, isWrapped = false, isProse = false }: CodeBlockProps) {
  return (
    <div className="flex min-w-0 items-start rounded-lg border bg-sunken">
      <section
        aria-label={label}
        // What scrolls must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
        tabIndex={0}
        className={classNames('overflow-auto min-w-0 flex-1 rounded-lg p-3', className ?? 'max-h-96')}
      >
        <pre className={classNames('font-mono text-xs leading-5', isWrapped && 'break-words whitespace-pre-wrap')}>
          <code>{isProse ? code : <CodePieces code={code} />}</code>
        </pre>
      </section>
      {/* Beside the code, so that it covers none of it. */}
      <CopyButton value={code} className="m-1.5 shrink-0" />
    </div>
  );
}

/** Code in colours, without anything around it. */
export function CodePieces({ code }: { code: string }) {
  return highlight(code).map(({ kind, text, at }) => (
    <span key={at} className={colours[kind]}>
      {text}
    </span>
  ));
}
