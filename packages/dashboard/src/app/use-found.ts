import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useParley } from '../lib/parley.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { hasRole, useSession } from '../lib/session.tsx';
import { matchThings, type Thing, type ThingKind, thingKinds } from './found-things.ts';
import { useShellText } from './shell-text.ts';

/** One thing of the workspace that the palette leads to. */
export interface Found {
  key: string;
  label: string;
  group: string;
  run: () => unknown;
}

/** A single letter is part of nearly everything. */
const shortest = 2;
const typingMs = 150;
const staleMs = 60_000;

/** What has a name or an id that holds what was typed; the service is asked once nothing more is typed. */
export function useFound(query: string): Found[] {
  const text = useShellText();
  const parley = useParley();
  const session = useSession();
  const navigate = useNavigate();
  const part = useSettled(query.trim());
  const enabled = part.length >= shortest;
  const workspace = session.workspace_id === null ? {} : { workspace_id: session.workspace_id };
  const kinds = thingKinds.filter(({ role, where }) => hasRole(session, role, where));
  const lists = useQueries({
    queries: kinds.map(({ name, isSearched, read }) => ({
      enabled,
      staleTime: staleMs,
      queryKey: queryKeys.palette(name, isSearched ? part : ''),
      queryFn: ({ signal }: { signal: AbortSignal }) => read({ parley, workspace, part, signal }),
    })),
  });
  if (!enabled) return [];
  const show = (kind: ThingKind, things: readonly Thing[]) =>
    (kind.isSearched ? things : matchThings(things, part)).map(({ id, label, to, search = {} }) => ({
      key: `${kind.name}-${id}`,
      label,
      group: text.areas[kind.area],
      run: () => navigate({ to, search }),
    }));
  return kinds.flatMap((kind, at) => show(kind, lists[at]?.data ?? []));
}

/** What was typed, once nothing more is. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
