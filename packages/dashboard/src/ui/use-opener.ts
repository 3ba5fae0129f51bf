import { useRef } from 'react';

/** Gives the focus back to what had it before a window opened. `giveBack` is for `onCloseAutoFocus`. */
export function useOpener(): { remember: () => void; giveBack: (event: Event) => void } {
  const opener = useRef<HTMLElement | null>(null);
  return {
    remember: () => {
      opener.current = openerOf(document.activeElement);
    },
    giveBack: (event) => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

/** What had the focus; of an item of a menu, which is gone when the dialog closes, what opened the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return found instanceof HTMLElement ? found : null;
}
