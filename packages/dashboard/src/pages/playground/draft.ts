export const modes = ['answer', 'conversation', 'agent', 'chat', 'openai'] as const;
export type Mode = (typeof modes)[number];
export const efforts = ['', 'none', 'minimal', 'low', 'medium', 'high'] as const;

/** Models that are asked side by side at most. */
export const mostModels = 4;

/** A call of a tool, as the reader sees it. */
export interface Call {
  id: string;
  name: string;
  inputs: Record<string, unknown>;
}

/** One turn of a conversation, in the same words for every shape of request. */
export type Turn =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: Call[] }
  | { role: 'tool'; results: Array<{ call: Call; result: unknown; isError: boolean }> };

export interface ToolDraft {
  name: string;
  description: string;
  /** JSON Schema of its inputs. */
  schema: Record<string, unknown>;
}

export interface Attachment {
  id: string;
  name: string;
}

/** What stands in the playground. */
export interface Draft {
  mode: Mode;
  model: string;
  /** Asked beside the first, at most three. */
  others: string[];
  system: string;
  /** The question, or the next message. */
  input: string;
  /** What was said before. */
  turns: Turn[];
  /** Text to answer from; of answers. */
  context: string;
  files: Attachment[];
  collections: Attachment[];
  /** JSON Schema of the reply; null for text. */
  schema: Record<string, unknown> | null;
  tools: ToolDraft[];
  hasCitations: boolean;
  isStreamed: boolean;
  temperature: string;
  maxTokens: string;
  effort: (typeof efforts)[number];
}

export const emptyDraft: Draft = {
  mode: 'answer',
  model: '',
  others: [],
  system: '',
  input: '',
  turns: [],
  context: '',
  files: [],
  collections: [],
  schema: null,
  tools: [],
  hasCitations: true,
  isStreamed: true,
  temperature: '',
  maxTokens: '',
  effort: '',
};

/** What each shape of request can carry. */
export const abilities: Record<
  Mode,
  ReadonlySet<'turns' | 'schema' | 'tools' | 'context' | 'collections' | 'citations'>
> = {
  answer: new Set(['schema', 'context', 'collections', 'citations']),
  conversation: new Set(['turns', 'schema', 'collections', 'citations']),
  agent: new Set(['turns', 'schema', 'tools', 'collections', 'citations']),
  chat: new Set(['turns', 'tools', 'collections', 'citations']),
  openai: new Set(['turns', 'schema', 'tools']),
};

/** A tool to begin with. */
export const exampleTool: ToolDraft = {
  name: 'get_weather',
  description: 'The weather in a city now.',
  schema: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
};
