import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { readKept, writeKept } from './kept-draft.ts';

const draft = { ...emptyDraft, mode: 'conversation' as const, input: 'Half a question', turns: [], temperature: '0.2' };
const place = { who: 'usr_1 ws_1', run: '', call: '' };
const kept = writeKept(draft, { ...place, run: 'run_1' });

describe('the draft that a window keeps', () => {
  it('comes back to who wrote it, where it was written and on the page without a run', () => {
    expect(readKept(kept, { ...place, run: 'run_1' })).toEqual(draft);
    expect(readKept(kept, place)).toEqual(draft);
  });

  it('gives way to another run or a call that is opened, and to another person or workspace', () => {
    expect(readKept(kept, { ...place, run: 'run_2' })).toBeNull();
    expect(readKept(kept, { ...place, call: 'req_1' })).toBeNull();
    expect(readKept(kept, { ...place, who: 'usr_2 ws_1' })).toBeNull();
  });

  it('is nothing where nothing, or nothing of its kind, was kept', () => {
    for (const text of [null, '', 'no JSON', '3', '{}', JSON.stringify({ ...place, draft: { mode: 'answer' } })]) {
      expect(readKept(text, place)).toBeNull();
    }
  });
});
