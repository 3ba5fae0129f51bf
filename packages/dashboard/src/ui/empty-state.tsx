import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What this place is for and how it fills. */
  children?: ReactNode;
  /** The way on. */
  action?: ReactNode;
}

/** What a place says that has nothing in it yet: it teaches. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      {icon && (
        <div className="mb-1 flex size-10 items-center justify-center rounded-full bg-accent-soft text-accent [&_svg]:size-5">
          {icon}
        </div>
      )}
      <h2 className="font-semibold">{title}</h2>
      {children && <div className="max-w-prose text-sm text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
