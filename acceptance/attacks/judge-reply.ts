import type { Reply } from './attack.ts';

/** Where browsers come back from a third party: what is wrong is told on a page, as the OpenAPI document says. */
const pages = /^\/v1\/integrations\/auth-(callback|begin)\b/;

/** What is wrong with an answer to an attack: anything but a success or an error that says by a code what it is. */
export function faultOf({ status, type, text }: Reply, path = ''): string | undefined {
  if (status === 0) return `no answer (${text})`;
  if (status === 500) return `answered 500: ${text.slice(0, 200)}`;
  if (status < 400) return type.startsWith('text/event-stream') ? faultOfStream(text) : undefined;
  if (status === 400 && pages.test(path) && type.startsWith('text/html') && text.includes('</html>')) return undefined;
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
