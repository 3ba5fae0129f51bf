import { startTestService, type TestService } from '../../test-service.ts';
import { jsonHeaders, type ScriptedAnswer, streamHeaders, toEventText, UpstreamServer } from '../../upstream-server.ts';

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const usage = { prompt_tokens: 100, completion_tokens: 10 };

/** A vendor's answer in OpenAI's shape: one JSON body, or a stream where that was asked for. */
export function says(text: string, { stream = false }: { stream?: unknown } = {}): ScriptedAnswer {
  if (stream !== true) {
    const body = { choices: [{ message: { content: text }, finish_reason: 'stop' }], usage };
    return { headers: jsonHeaders, pieces: [JSON.stringify(body)] };
  }
  const said = [chunk({ content: text }), chunk({}, 'stop'), { choices: [], usage }];
  return { headers: streamHeaders, pieces: [...toEventText(said), 'data: [DONE]\n\n'] };
}

export const refuses = (status: number, headers: Record<string, string> = {}): ScriptedAnswer => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  pieces: [JSON.stringify({ error: { message: 'no' } })],
});

/** A service that may reach the servers of a test, as an operator allows private addresses. */
export async function startRoutingService(
  servers: UpstreamServer[],
  env: Record<string, string> = {},
): Promise<TestService> {
  return startTestService({
    env: { ALLOW_PRIVATE_ADDRESSES: servers.map(({ url }) => new URL(url).host).join(','), ...env },
  });
}

/** Servers that answer with their own names. */
export function startServers<const Names extends string>(...names: Names[]): Promise<UpstreamServer[]> {
  return Promise.all(
    names.map(async (name) => {
      const server = await UpstreamServer.start();
      server.answer = ({ body }) => says(name, body);
      return server;
    }),
  );
}
