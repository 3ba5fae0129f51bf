import { type Draft, emptyDraft, modes } from './draft.ts';

/** Where a draft was written. */
export interface Place {
  /** Person and workspace, for the next one who signs in at this window. */
  who: string;
  /** Ids that the address names; empty for none. */
  run: string;
  call: string;
}

/** The draft of a place; null where there is none. A page that names no run goes on with whatever was written. */
export function readKept(text: string | null, { who, run, call }: Place): Draft | null {
  let kept: Partial<Place> & { draft?: Partial<Draft> };
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return null;
  }
  const draft = kept.draft;
  const isHere = (run === '' && call === '') || (kept.run === run && kept.call === call);
  if (kept.who !== who || !isHere || typeof draft !== 'object' || draft === null) return null;
  // An older release may have had other fields.
  const isWhole = Object.keys(emptyDraft).every((name) => name in draft) && modes.some((one) => one === draft.mode);
  return isWhole ? (draft as Draft) : null;
}

export const writeKept = (draft: Draft, place: Place): string => JSON.stringify({ ...place, draft });
