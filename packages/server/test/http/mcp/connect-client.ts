import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** `legacy`: the handshake and session of 2025; `auto`: the revision of 2026, without either. */
export type Era = 'legacy' | 'auto';
export const eras: Era[] = ['legacy', 'auto'];

/** The protocol's own client, connected to a running service. */
export async function connectClient(
  url: string,
  {
    key,
    era,
    headers = {},
    options = {},
  }: { key: string; era: Era; headers?: Record<string, string>; options?: ClientOptions },
) {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era }, ...options });
  await client.connect(transport);
  return { client, transport };
}

/** The text of a tool's result. */
export const textOf = ({ content }: { content: { type: string; text?: string }[] }): string =>
  content.map(({ text }) => text ?? '').join('');
