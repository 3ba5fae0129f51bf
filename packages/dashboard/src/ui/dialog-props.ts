import type { ReactNode } from 'react';

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
