import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { Problem } from './problem.tsx';
import { useUiText } from './ui-text.ts';

export interface FormDialogProps extends Omit<DialogProps, 'isOpen' | 'actions'> {
  onSubmit: () => void;
  /** The verb: "Create key". */
  action: string;
  isBusy: boolean;
  /** What it does cannot be undone. */
  isDanger?: boolean;
  /** Something that the browser cannot check is missing. */
  isUnready?: boolean;
  /** Fields stand beside each other where there is room. */
  hasColumns?: boolean;
  /** Before the verb. */
  icon?: ReactNode;
  /** Another button, at the other end. */
  aside?: ReactNode;
  /** Instead of "Cancel", where there is nothing left to call off. */
  leave?: string;
  /** What stands below the form and is no part of it. */
  below?: ReactNode;
  /** Why it was refused, where the notice of the page is not enough. */
  error?: unknown;
}

/** A form in a window over the page: Enter and the button send it, Escape and Cancel leave it. */
export function FormDialog({
  onSubmit,
  action,
  isBusy,
  isDanger,
  isUnready,
  hasColumns,
  icon,
  aside,
  leave,
  below,
  error,
  children,
  ...dialog
}: FormDialogProps) {
  const ui = useUiText();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      {...dialog}
      isOpen
      actions={
        <>
          {aside}
          <Button onClick={dialog.onClose}>{leave ?? ui.cancel}</Button>
          <Button
            type="submit"
            form={id}
            look={isDanger ? 'danger' : 'primary'}
            isBusy={isBusy}
            icon={icon}
            {...(isUnready && { disabled: true })}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className={hasColumns ? 'grid gap-4 sm:grid-cols-2' : 'flex flex-col gap-4'}>
        {children}
        {error != null && <Problem error={error} />}
      </form>
      {below}
    </Dialog>
  );
}
