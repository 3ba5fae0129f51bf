import { isJsonObject } from '@parley/contract';
import { field } from '../../lib/loose-json.ts';

const longestOutput = 100_000;

/** What a reply says, whichever endpoint answered: its text, its tool calls where there is no text, its error where there is none. */
export function replyText(body: unknown): string {
  const found =
    textOf(field(body, 'answer')) ??
    textOf(field(body, 'response')) ??
    textOf(field(body, 'choices', '0', 'message', 'content')) ??
    textOf(field(body, 'choices', '0', 'text')) ??
    blocksOf(field(body, 'content')) ??
    outputOf(field(body, 'output'));
  const calls = found === null || found === '' ? callsOf(body) : null;
  const problem =
    textOf(field(body, 'error', 'message')) ?? textOf(field(body, 'details')) ?? textOf(field(body, 'error'));
  return (calls ?? found ?? problem ?? '').slice(0, longestOutput);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Anthropic's blocks and the parts of a message of OpenAI's. */
function blocksOf(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const texts = value.flatMap((block) => textOf(field(block, 'text')) ?? []);
  return texts.join('');
}

function outputOf(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  return value.map((item) => blocksOf(field(item, 'content')) ?? '').join('');
}

function callsOf(body: unknown): string | null {
  const places = [field(body, 'tool_calls'), field(body, 'choices', '0', 'message', 'tool_calls')];
  const listed = places.find((one) => Array.isArray(one) && one.length > 0);
  const blocks = [field(body, 'content'), field(body, 'output')].find(Array.isArray) ?? [];
  const inside = blocks.filter((one) => ['tool_use', 'function_call'].includes(String(field(one, 'type'))));
  if (listed !== undefined) return JSON.stringify(listed);
  return inside.length > 0 ? JSON.stringify(inside) : null;
}

const mostLooked = 50_000;

/** Whether a file stands among the sources of a reply, in any of its shapes. What only comes near an answer is no source. */
export function citesFile(body: unknown, { file: fileId, page }: { file: string; page?: number }): boolean {
  const waiting: object[] = typeof body === 'object' && body !== null ? [body] : [];
  for (let looked = 0; looked < mostLooked; looked += 1) {
    const one = waiting.pop();
    if (one === undefined) return false;
    if (isJsonObject(one)) {
      const isPage = page === undefined || one.page === page;
      if (typeof one.file_id === 'string' && one.file_id.toLowerCase() === fileId.toLowerCase() && isPage) return true;
    }
    for (const [name, item] of Object.entries(one))
      if (typeof item === 'object' && item !== null && name !== 'near') waiting.push(item);
  }
  return false;
}
