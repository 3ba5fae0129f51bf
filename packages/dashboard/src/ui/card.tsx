import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { usePageTitle } from './page-title.ts';

export interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
  /** Its content reaches the edges, as tables do. */
  isFlush?: boolean;
}

/** A part of a page with its heading. */
export function Card({ title, description, actions, children, className, isFlush = false }: CardProps) {
  return (
    <section
      className={classNames(
        'min-w-0 rounded-lg border bg-surface shadow-card',
        isFlush && 'overflow-hidden',
        className,
      )}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
          <div className="min-w-0 flex-1 basis-44">
            {title && <h2 className="font-semibold">{title}</h2>}
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={classNames('min-w-0', !isFlush && 'px-4 pb-4', !isFlush && !title && !actions && 'pt-4')}>
        {children}
      </div>
    </section>
  );
}

interface PageHeaderProps extends Pick<CardProps, 'title' | 'description' | 'actions'> {
  /** Of the tab, where the heading is another one, or is no plain text. */
  name?: string;
}

/** The heading of a page, with what can be done on it. */
export function PageHeader({ title, name, description, actions }: PageHeaderProps) {
  usePageTitle(name ?? (typeof title === 'string' ? title : undefined));
  return (
    <header className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-xl font-semibold tracking-tight break-words line-clamp-3">{title}</h1>
        {description && <p className="mt-0.5 max-w-2xl text-sm text-pretty text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
