import type { ModelEvent } from '../../ports/language-model.ts';

const maxJoinedLength = 4096;

/** Neighbouring pieces of text that nobody has read yet, as one: what comes at once costs one event on its way out. */
export function joinModelEvents(earlier: ModelEvent, later: ModelEvent): ModelEvent | null {
  if (earlier.type === 'text-delta' && later.type === 'text-delta' && earlier.text.length < maxJoinedLength) {
    return { type: 'text-delta', text: earlier.text + later.text };
  }
  if (earlier.type === 'reasoning-delta' && later.type === 'reasoning-delta' && earlier.text.length < maxJoinedLength) {
    return { type: 'reasoning-delta', text: earlier.text + later.text };
  }
  if (earlier.type === 'tool-call-delta' && later.type === 'tool-call-delta' && earlier.text.length < maxJoinedLength) {
    return { type: 'tool-call-delta', text: earlier.text + later.text };
  }
  return null;
}
