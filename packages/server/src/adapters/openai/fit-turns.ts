import type { OpenAIQuirk } from './openai-quirks.ts';

/** A message as it goes to the server. */
export interface OpenAITurn {
  role: string;
  content?: string | object[] | null;
  tool_calls?: object[];
  [field: string]: unknown;
}

/**
 * The messages as the chat template of a model takes them: some raise an error at a system message, or at two turns of one role
 * in a row (documents are a turn of their own before the user's). What is said stays the same and in its order.
 */
export function fitTurns(turns: OpenAITurn[], quirks: ReadonlySet<OpenAIQuirk>): OpenAITurn[] {
  if (!quirks.has('alternating-roles') && !quirks.has('no-system-role')) return turns;
  const fitted: OpenAITurn[] = [];
  for (const [index, turn] of turns.entries()) {
    const isSystem = turn.role === 'system' && (index > 0 || quirks.has('no-system-role'));
    const own = isSystem ? { ...turn, role: 'user' } : turn;
    const last = fitted.at(-1);
    if (last && canJoin(last, own)) fitted[fitted.length - 1] = { ...last, content: joined(last, own) };
    else fitted.push(own);
  }
  return fitted;
}

/** Calls of tools and their results stand in turns of their own. */
function canJoin(last: OpenAITurn, next: OpenAITurn): boolean {
  return last.role === next.role && last.role !== 'tool' && !last.tool_calls && !next.tool_calls;
}

function joined({ content: before }: OpenAITurn, { content: after }: OpenAITurn): string | object[] {
  if (typeof before === 'string' && typeof after === 'string') return `${before}\n\n${after}`;
  return [...partsOf(before), ...partsOf(after)];
}

function partsOf(content: OpenAITurn['content']): object[] {
  if (content === null || content === undefined || content === '') return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
