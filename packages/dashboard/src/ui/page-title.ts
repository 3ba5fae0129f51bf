import { useEffect } from 'react';

/** Names the page in the tab, the history and for those who hear it. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    // The name of the product is no word to translate.
    const own = title === undefined || title === '' ? 'Parley' : `${title} · Parley`;
    const before = document.title;
    document.title = own;
    // A page that stood above another one gives the name back.
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [title]);
}
