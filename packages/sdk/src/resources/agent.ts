import type { AgentReply, AgentRequest } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { type AgentRun, type RunOptions, type RunRequest, runAgent } from '../run-agent.ts';
import type { EventStream } from '../streams/event-stream.ts';
import { type TextStreamEvent, textFold } from '../streams/text-fold.ts';
import { withDefaults } from './answer.ts';

/** Decides which of your tools to call. */
export class AgentResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** One reply: text, or calls of tools that are yours to run. */
  create(request: Omit<AgentRequest, 'stream'>, options?: RequestOptions): Promise<AgentReply> {
    return this.#client.request('createAgentReply', { body: request }, options);
  }

  /** One reply as it is written. */
  stream(
    request: Omit<AgentRequest, 'stream'>,
    options?: RequestOptions,
  ): EventStream<TextStreamEvent<AgentReply>, AgentReply> {
    const fold = textFold<AgentReply>(({ text, toolCalls, executedCalls, end }) => ({
      success: true,
      response: text,
      tool_calls: toolCalls.length > 0 ? toolCalls : null,
      ...(executedCalls.length > 0 && { executed_calls: executedCalls }),
      ...withDefaults(end),
    }));
    return this.#client.stream('createAgentReply', { body: { ...request, stream: true } }, fold, options);
  }

  /**
   * Runs tools until the agent answers.
   *
   * ```ts
   * const weather = tool({ input: z.object({ city: z.string() }), run: ({ city }) => lookUp(city) });
   * const { response } = await parley.agent.run({ prompt: 'Weather in Paris?', tools: { get_weather: weather } });
   * ```
   */
  run(request: RunRequest, options: RunOptions = {}): Promise<AgentRun> {
    const { onEvent } = options;
    const send = async (body: AgentRequest): Promise<AgentReply> => {
      if (!onEvent) return this.create(body, options);
      const stream = this.stream(body, options);
      for await (const event of stream) onEvent(event);
      return stream.result();
    };
    return runAgent(request, send, options);
  }
}
