import { lazy, type ReactNode, Suspense } from 'react';

// Most pages are left without one, and what keeps the focus within is no small thing.
const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }));

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What it is about, below the title. */
  description?: ReactNode;
  children: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
  size?: 'small' | 'normal' | 'wide';
}

/** A window over the page. Escape and the cross close it; the focus stays within and goes back where it came from. */
export function Dialog({ isOpen, ...window }: DialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...window} />
    </Suspense>
  );
}
