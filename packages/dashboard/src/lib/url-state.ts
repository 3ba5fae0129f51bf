import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * A value that lives in the address, so that a link shows the same page: `?status=failed`. What equals the default is left out.
 * The second part of the answer sets it, in the place of the entry in the history.
 */
export function useUrlState(name: string, initial = ''): [value: string, set: (value: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = search[name] === undefined ? initial : String(search[name]);
  const set = useCallback(
    (next: string) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, [name]: next === initial ? undefined : next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, name, initial],
  );
  return [value, set];
}
