import { type ComponentType, cloneElement, useState } from 'react';
import type { MenuProps } from './menu-props.ts';

/** A list of things to do, opened by a button. What shows the list comes when the button is first pointed at or has the focus. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<{ Menu: ComponentType<MenuProps> } | null>(null);
  if (opened) return <opened.Menu {...props} />;
  const open = () => {
    // The page's error boundary tells of code that could not be fetched.
    const fail = (error: unknown) =>
      setOpened(() => {
        throw error;
      });
    fetchMenu().then(setOpened, fail);
  };
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
}

const fetchMenu = async () => ({ Menu: (await import('./opened-menu.tsx')).OpenedMenu });
/** What fails here is told when the menu is opened. */
const fetchAhead = () => void fetchMenu().catch(() => {});
