import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useUiText } from './ui-text.ts';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb: "Revoke key". */
  action: string;
  isBusy?: boolean;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ isOpen, onClose, onConfirm, title, children, action, isBusy }: ConfirmDialogProps) {
  const text = useUiText();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="danger" onClick={onConfirm} isBusy={isBusy ?? false}>
            {action}
          </Button>
        </>
      }
    >
      <div className="text-sm text-soft">{children}</div>
    </Dialog>
  );
}
