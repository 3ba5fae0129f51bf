import type { AssistantPart, ModelEvent } from '../../../ports/language-model.ts';

type ReasoningEvent = Extract<ModelEvent, { type: 'reasoning-delta' | 'reasoning-signature' }>;

/** Adds to the thoughts of a turn as they go back to the model: each block with the seal that its vendor set under it, in order. */
export function keepReasoning(thoughts: AssistantPart[], event: ReasoningEvent): void {
  const last = thoughts.at(-1);
  const isOpen = last?.type === 'reasoning' && last.signature === undefined && last.redacted === undefined;
  if (event.type === 'reasoning-delta') {
    if (isOpen) last.text += event.text;
    else thoughts.push({ type: 'reasoning', text: event.text });
    return;
  }
  const { signature, redacted } = event;
  const seal = { ...(signature !== undefined && { signature }), ...(redacted !== undefined && { redacted }) };
  if (isOpen && redacted === undefined) Object.assign(last, seal);
  else thoughts.push({ type: 'reasoning', text: '', ...seal });
}
