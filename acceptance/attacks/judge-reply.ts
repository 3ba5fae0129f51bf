import type { Reply } from './attack.ts';

/**
 * Where people look: what browsers bring back from a third party, and the documentation. What is wrong is told on a page, as the OpenAPI
 * document says.
 */
const pages: readonly { status: number; path: RegExp }[] = [
  { status: 400, path: /^\/v1\/integrations\/auth-(callback|begin)\b/ },
  { status: 404, path: /^\/docs\b/ },
];

/** What is wrong with an answer to an attack: anything but a success or an error that says by a code what it is. */
export function faultOf({ status, type, text }: Reply, path = ''): string | undefined {
  if (status === 0) return `no answer (${text})`;
  if (status === 500) return `answered 500: ${text.slice(0, 200)}`;
  if (status < 400) return type.startsWith('text/event-stream') ? faultOfStream(text) : undefined;
  const isPage = pages.some((page) => page.status === status && page.path.test(path));
  if (isPage && type.startsWith('text/html') && text.includes('</html>')) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `answered ${status} without JSON: ${text.slice(0, 100)}`;
  }
  return isTyped(body) ? undefined : `answered ${status} without a code: ${text.slice(0, 200)}`;
}

/** Our own errors, OpenAI's, Anthropic's and those of JSON-RPC. */
function isTyped(body: unknown): boolean {
  const { code, error } = Object(body);
  return (
    typeof code === 'string' ||
    typeof error?.code === 'string' ||
    typeof error?.type === 'string' ||
    typeof error?.code === 'number'
  );
}

/** A stream ends with one event that says that it has. */
function faultOfStream(text: string): string | undefined {
  const last = text.trimEnd().split('\n\n').at(-1) ?? '';
  const isEnd =
    /\[DONE\]|"done":true|message_stop|response\.(completed|failed|incomplete)|"code":|"error":|"jsonrpc"/.test(last);
  return isEnd ? undefined : `a stream without an end: ${last.slice(-200)}`;
}
