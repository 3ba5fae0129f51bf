import type { Prompt } from '../../../ports/language-model.ts';
import { readPrompt } from '../conversation/read-prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage } from '../text/function-words.ts';
import { tokenize } from '../text/tokens.ts';

/** Chooses the tool whose name and description share most with the request; null when a plain answer is wanted. */
export async function chooseToolCalls(prompt: Prompt): Promise<ReaderReply | null> {
  const { question } = readPrompt(prompt);
  if (prompt.messages.at(-1)?.role === 'tool') return null;
  const stems = (text: string): Set<string> =>
    new Set(
      tokenize(text.replaceAll('_', ' '), guessLanguage(text))
        .filter((token) => token.isContent)
        .map((token) => token.stem),
    );
  const asked = stems(question);
  let best: { name: string; shared: number } | undefined;
  for (const tool of prompt.tools ?? []) {
    const required = tool.inputSchema.required;
    if (Array.isArray(required) && required.length > 0) continue;
    const shared = [...stems(`${tool.name} ${tool.description}`)].filter((stem) => asked.has(stem)).length;
    if (shared > (best?.shared ?? 1)) best = { name: tool.name, shared };
  }
  if (!best) return null;
  return {
    text: '',
    reasoning: `The request names what ${best.name} does.`,
    toolCalls: [{ name: best.name, input: {} }],
  };
}
