import { setTimeout as wait } from 'node:timers/promises';
import type { CallToolResult, ContentBlock, GetPromptResult, Resource, Tool } from '@modelcontextprotocol/server';
import type { JsonObject } from '@parley/contract';
import type { ExtendMcpServer } from '../../src/features/compatible/mcp/mcp-server.ts';
import type { AskClient, LogToClient } from '../../src/features/compatible/mcp/to-client.ts';

/**
 * What the conformance suite of the Model Context Protocol asks of a server besides its own tools (test_image_content,
 * test://static-text and the like, as its scenarios describe them). Log messages and questions go the way of the product's own.
 */

interface TestTool extends Omit<Tool, 'name'> {
  run(parts: ToolParts): Promise<CallToolResult | ContentBlock[]>;
}

interface ToolParts {
  input: JsonObject;
  ask: AskClient;
  log: LogToClient;
  progress(progress: number, total: number): Promise<void>;
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A header and no sound. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, said: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});
const noInput: Tool['inputSchema'] = { type: 'object', properties: {} };
const oneText = (name: string): Tool['inputSchema'] => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});
const named = (values: string[], label: string) =>
  values.map((value, index) => ({ const: value, title: `${['First', 'Second', 'Third'][index]} ${label}` }));

/** Asks for what the schema wants, and says what came. */
const elicit =
  (message: string, properties: JsonObject, said = 'Elicitation completed'): TestTool['run'] =>
  async ({ ask, input }) => {
    const requestedSchema = { type: 'object', properties, required: [] };
    const asked = typeof input.message === 'string' ? input.message : message;
    const { action, content } = await ask('elicitation/create', { message: asked, requestedSchema });
    return [text(`${said}: action=${String(action)}, content=${JSON.stringify(content ?? null)}`)];
  };

const options = ['option1', 'option2', 'option3'];
const values = ['value1', 'value2', 'value3'];
const tools: Record<string, TestTool> = {
  test_simple_text: {
    inputSchema: noInput,
    run: async () => [text('This is a simple text response for testing.')],
  },
  test_image_content: { inputSchema: noInput, run: async () => [image] },
  test_audio_content: {
    inputSchema: noInput,
    run: async () => [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  },
  test_embedded_resource: {
    inputSchema: noInput,
    run: async () => [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    inputSchema: noInput,
    run: async () => [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_tool_with_logging: {
    inputSchema: noInput,
    run: async ({ log }) => {
      for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await log('info', { message });
        await wait(50);
      }
      return [text('Tool with logging executed successfully')];
    },
  },
  test_error_handling: {
    inputSchema: noInput,
    run: async () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  test_tool_with_progress: {
    inputSchema: noInput,
    run: async ({ progress }) => {
      for (const done of [0, 50, 100]) {
        await progress(done, 100);
        await wait(50);
      }
      return [text('Tool with progress executed successfully')];
    },
  },
  test_sampling: {
    inputSchema: oneText('prompt'),
    run: async ({ ask, input }) => {
      const messages = [{ role: 'user', content: { type: 'text', text: String(input.prompt) } }];
      const { content } = await ask('sampling/createMessage', { messages, maxTokens: 100 });
      return [text(`LLM response: ${String(Reflect.get(Object(content), 'text'))}`)];
    },
  },
  test_elicitation: {
    inputSchema: oneText('message'),
    run: elicit(
      '',
      {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      'User response',
    ),
  },
  test_elicitation_sep1034_defaults: {
    inputSchema: noInput,
    run: elicit('Please review and update the form fields with defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  },
  test_elicitation_sep1330_enums: {
    inputSchema: noInput,
    run: elicit('Please select options from the enum fields', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: named(values, 'Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: named(values, 'Choice') } },
    }),
  },
  json_schema_2020_12_tool: {
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    run: async ({ input }) => [text(JSON.stringify(input))],
  },
};

const resources: Resource[] = [
  { uri: 'test://static-text', name: 'Static text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Static picture', description: 'A picture.', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', description: 'Never changes.', mimeType: 'text/plain' },
];

function read(uri: string) {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  }
  return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
}

const says = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((block) => ({ role: 'user', content: block })),
});
const argument = (name: string) => ({ name, description: `The value of ${name}.`, required: true });
const prompts = {
  test_simple_prompt: { arguments: [], write: () => says(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    arguments: [argument('arg1'), argument('arg2')],
    write: ({ arg1, arg2 }: Record<string, string>) =>
      says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: [argument('resourceUri')],
    write: ({ resourceUri = '' }: Record<string, string>) =>
      says(
        embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  },
  test_prompt_with_image: {
    arguments: [],
    write: () => says(image, text('Please analyze the image above.')),
  },
};

export const extendMcp: ExtendMcpServer = (server, own) => {
  server.registerCapabilities({ resources: { subscribe: true } });
  server.setRequestHandler('tools/list', async () => {
    const ofTests = Object.entries(tools).map(([name, { run: _, ...tool }]) => ({
      name,
      description: `For the conformance suite: ${name}.`,
      ...tool,
    }));
    return { tools: [...(await own.tools()), ...ofTests] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools[params.name];
    if (!tool) throw new Error(`there is no test tool ${params.name}`);
    const progressToken = context.mcpReq._meta?.progressToken;
    const progress = async (done: number, total: number) => {
      if (progressToken === undefined) return;
      const told = { progressToken, progress: done, total };
      await context.mcpReq.notify({ method: 'notifications/progress', params: told });
    };
    // Arguments of a call come as JSON.
    const input = (params.arguments ?? {}) as JsonObject;
    const done = await tool.run({ input, progress, ask: own.ask(context), log: own.log(context, params.name) });
    return Array.isArray(done) ? { content: done } : done;
  });
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: `For the conformance suite: ${name}.`,
      arguments: prompt.arguments,
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = Object.entries(prompts).find(([name]) => name === params.name)?.[1];
    if (!prompt) throw new Error(`there is no test prompt ${params.name}`);
    return prompt.write(params.arguments ?? {});
  });
};
