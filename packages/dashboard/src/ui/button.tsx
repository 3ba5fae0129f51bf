import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent shadow-card',
  plain: 'bg-surface text-ink hover:bg-sunken border-line-strong shadow-card',
  quiet: 'bg-transparent text-soft hover:bg-sunken hover:text-ink border-transparent',
  danger: 'bg-surface text-bad hover:bg-bad-soft border-line-strong shadow-card',
};

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: 'small' | 'normal';
  /** Shown before the words. */
  icon?: ReactNode;
  /** What it does is under way: it cannot be pressed again. */
  isBusy?: boolean;
}

export const buttonClass = (look: ButtonLook = 'plain', size: 'small' | 'normal' = 'normal'): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors',
    'disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
    size === 'small' ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
    looks[look],
  );

export function Button({ look, size, icon, isBusy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass(look, size), className)}
    >
      {isBusy ? <LoaderCircle className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for readers who cannot see the icon, and as its title. */
  label: string;
}

/** An icon that can be pressed. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-60 [&_svg]:size-4',
        className,
      )}
    >
      {children}
    </button>
  );
}
