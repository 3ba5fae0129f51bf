import type { ComponentProps, ReactElement, ReactNode } from 'react';

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** What cannot be undone. */
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Shows a tick. */
  isChecked?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** A button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Groups with a line between them. */
  groups: MenuItem[][];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  /** Above the first group. */
  heading?: string;
}
