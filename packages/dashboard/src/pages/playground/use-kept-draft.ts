import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { abilities, type Draft, emptyDraft, type Mode } from './draft.ts';
import { type Place, readKept, writeKept } from './kept-draft.ts';

const storageKey = 'parley.draft';

/** What was written last in this window, also after a reload and on the way back; `isKept` says so until another run or call is opened. */
export function useKeptDraft(mode: Mode | undefined, { run, call }: Omit<Place, 'who'>) {
  const { user, workspace_id } = useSession();
  const who = `${user.id} ${workspace_id ?? ''}`;
  const [kept] = useState(() => ({ draft: readKept(read(), { who, run, call }), run, call }));
  const hasLeft = useRef(false);
  const [draft, setDraft] = useState<Draft>(() => startOf(kept.draft, mode));
  useEffect(() => {
    if (kept.run !== run || kept.call !== call) hasLeft.current = true;
    write(writeKept(draft, { who, run, call }));
  }, [kept, draft, who, run, call]);
  const isKept = useCallback(() => kept.draft !== null && !hasLeft.current, [kept]);
  return { draft, setDraft, isKept };
}

/** `mode`: that the address names, which goes before that of the draft. */
function startOf(kept: Draft | null, mode: Mode | undefined): Draft {
  const draft = kept ?? emptyDraft;
  if (mode === undefined) return draft;
  return { ...draft, mode, ...(!abilities[mode].has('turns') && { turns: [] }) };
}

function read(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function write(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // Shut off, or too long for it: then it lasts for the page.
  }
}
