import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

const inputClass =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink shadow-card transition-colors hover:border-muted focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent-soft disabled:bg-sunken disabled:text-muted aria-invalid:border-bad';

export interface FieldProps {
  label: ReactNode;
  /** What belongs in it, below it. */
  hint?: ReactNode;
  /** What is wrong with it; in the place of the hint. */
  error?: ReactNode;
  className?: string;
  /** The control gets the ids that tie it to its label and hint. */
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** A control with its label, hint and error. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium text-soft">
        {label}
      </label>
      {children({ id, ...(note && { 'aria-describedby': `${id}-note` }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p id={`${id}-note`} className={classNames('text-xs', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(inputClass, 'h-8', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={classNames(inputClass, 'resize-y py-1.5 leading-5', className)} />;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  options: ReadonlyArray<{ value: string; label: string; isDisabled?: boolean }>;
  onValue: (value: string) => void;
}

/** The browser's own list: fast, familiar on a telephone, and read aloud rightly. `className` sizes it. */
export function Select({ options, onValue, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative block min-w-0', className ?? 'w-full')}>
      <select
        {...rest}
        onChange={(event) => onValue(event.target.value)}
        className={classNames(inputClass, 'h-8 appearance-none truncate pr-8')}
      >
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />
    </span>
  );
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: ReactNode;
  hint?: ReactNode;
  onValue: (isChecked: boolean) => void;
}

export function Checkbox({ label, hint, onValue, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames('flex cursor-pointer items-start gap-2 text-sm text-soft', className)}>
      <input
        type="checkbox"
        {...rest}
        onChange={(event) => onValue(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
