import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useParley } from '../lib/parley.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { hasRole, useSession } from '../lib/session.tsx';
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
const shownEach = 6;
const staleMs = 60_000;

/** Files, collections, runs, keys and settings whose name holds what was typed; the service is asked once nothing more is typed. */
export function useFound(query: string): Found[] {
  const text = useShellText();
  const parley = useParley();
  const session = useSession();
  const navigate = useNavigate();
  const part = useSettled(query.trim());
  const enabled = part.length >= shortest;
  const isOperator = hasRole(session, 'admin', 'instance');
  const workspace = session.workspace_id === null ? {} : { workspace_id: session.workspace_id };
  const once = { enabled, staleTime: staleMs };
  const files = useQuery({
    ...once,
    queryKey: queryKeys.palette.files(part),
    queryFn: ({ signal }) => parley.api.listFiles({ query: { name: part, limit: shownEach } }, { signal }),
  });
  const runs = useQuery({
    ...once,
    queryKey: queryKeys.palette.runs,
    queryFn: ({ signal }) => parley.api.listPlaygroundRuns({ query: { limit: 100 } }, { signal }),
  });
  const research = useQuery({
    ...once,
    queryKey: queryKeys.palette.research,
    queryFn: ({ signal }) => parley.api.listDeepResearch({ query: { limit: 100 } }, { signal }),
  });
  const collections = useQuery({
    ...once,
    queryKey: queryKeys.palette.collections,
    queryFn: ({ signal }) => parley.api.listCollections({ query: { limit: 100 } }, { signal }),
  });
  const keys = useQuery({
    ...once,
    queryKey: queryKeys.palette.keys,
    queryFn: ({ signal }) => parley.api.listKeys({ query: { ...workspace, limit: 100 } }, { signal }),
  });
  const settings = useQuery({
    ...once,
    enabled: enabled && isOperator,
    queryKey: queryKeys.palette.settings,
    queryFn: ({ signal }) => parley.api.getSettings({}, { signal }),
  });
  if (!enabled) return [];
  const wanted = part.toLowerCase();
  const holds = (name: string) => name.toLowerCase().includes(wanted);
  return [
    ...(files.data?.data ?? []).map(({ file_id, filename }) => ({
      key: `file-${file_id}`,
      label: filename,
      group: text.areas.files,
      run: () => navigate({ to: '/files/$fileId', params: { fileId: file_id } }),
    })),
    ...(runs.data?.data ?? [])
      .filter(({ title }) => holds(title))
      .slice(0, shownEach)
      .map(({ id, title }) => ({
        key: `run-${id}`,
        label: title,
        group: text.areas.playground,
        run: () => navigate({ to: '/playground', search: { run: id } }),
      })),
    ...(research.data?.data ?? [])
      .filter(({ instructions }) => holds(instructions))
      .slice(0, shownEach)
      .map(({ research_id, instructions }) => ({
        key: `research-${research_id}`,
        label: instructions,
        group: text.areas.research,
        run: () => navigate({ to: '/research/$researchId', params: { researchId: research_id } }),
      })),
    ...(collections.data?.data ?? [])
      .filter(({ name }) => holds(name))
      .slice(0, shownEach)
      .map(({ id, name }) => ({
        key: `collection-${id}`,
        label: name,
        group: text.areas.collections,
        run: () => navigate({ to: '/collections/$collectionId', params: { collectionId: id } }),
      })),
    ...(keys.data?.data ?? [])
      .filter(({ name }) => holds(name))
      .slice(0, shownEach)
      .map(({ id, name }) => ({
        key: `key-${id}`,
        label: name,
        group: text.areas.keys,
        run: () => navigate({ to: '/keys' }),
      })),
    ...(settings.data?.sections ?? [])
      .flatMap((section) => section.settings)
      .filter(({ name }) => holds(name))
      .slice(0, shownEach)
      .map(({ name }) => ({
        key: `setting-${name}`,
        label: name,
        group: text.areas.settings,
        run: () => navigate({ to: '/settings', search: { tab: 'effective', q: name } }),
      })),
  ];
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
