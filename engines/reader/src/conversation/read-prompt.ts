import type { Prompt, PromptDocument, PromptMessage } from '../prompt.ts';
import { withoutNear } from '../text/phrases.ts';
import { splitMessage } from './split-message.ts';

export interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

/** The conversation as the reader sees it. */
export interface Conversation {
  /** All instructions that stand above the conversation, in order. */
  system: string;
  /** Turns that hold text, oldest first, the question left out. */
  history: Turn[];
  /** What the user said last. */
  message: string;
  /** What is asked: the message, or of a long one the part that is no pasted text. */
  question: string;
  /** The text that a long message brings with it. */
  pasted?: string;
  documents: PromptDocument[];
}

export function readPrompt(prompt: Prompt): Conversation {
  const turns: Turn[] = [];
  const system = [prompt.system];
  for (const message of prompt.messages) {
    if (message.role === 'system') system.push(message.text);
    const text = messageText(message);
    if (text === '' || message.role === 'system' || message.role === 'tool') continue;
    turns.push({ role: message.role, text: message.role === 'assistant' ? withoutNear(text) : text });
  }
  const last = turns.findLastIndex((turn) => turn.role === 'user');
  const message = turns[last]?.text ?? '';
  return {
    system: system.filter((text) => text.trim() !== '').join('\n'),
    history: last < 0 ? turns : turns.slice(0, last),
    message,
    ...splitMessage(message),
    documents: prompt.documents ?? [],
  };
}

function messageText(message: PromptMessage): string {
  if (message.role === 'system' || message.role === 'tool') return '';
  const texts: string[] = [];
  for (const part of message.parts) if (part.type === 'text') texts.push(part.text);
  return texts.join('\n').trim();
}
