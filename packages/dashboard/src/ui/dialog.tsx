import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-props.ts';

// Most pages are left without one, and what keeps the focus within is no small thing.
const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }));

/** A window over the page. Escape and the cross close it; the focus stays within and goes back where it came from. */
export function Dialog({ isOpen, ...window }: DialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...window} />
    </Suspense>
  );
}
