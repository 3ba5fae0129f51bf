import type { Prompt } from '../../ports/language-model.ts';

interface SamplingFields {
  stream?: boolean | undefined;
  max_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  stop_sequences?: string[] | undefined;
}

/** The sampling fields that were given, as the port calls them. A `stream` of false says that the reply is read whole. */
export function samplingOf(request: SamplingFields): Partial<Prompt> {
  const { max_tokens, temperature, top_p, stop_sequences } = request;
  return {
    ...(request.stream === false && { isStreamed: false }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(stop_sequences !== undefined && stop_sequences.length > 0 && { stopSequences: stop_sequences }),
  };
}
