import { type Field, posted } from './field.ts';

const question = 'When was the bridge opened, and by whom?';
const fact = 'The bridge was opened on 4 May 1932 by the mayor, Anna Smith. It is 503 metres long.';
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const asked = user(question);
const person = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name of the person' },
    opened: { type: 'string', format: 'date' },
    total: { type: 'number' },
    items: { type: 'array', items: { type: 'string' } },
    kind: { enum: ['bridge', 'tunnel'] },
  },
  required: ['name'],
};
const chat = { model: 'small-2' };
const claude = { model: 'small-2', max_tokens: 64 };

/** Questions, contexts, instructions and messages of every endpoint that answers with text. */
export const textFields: readonly Field[] = [
  posted('query', '/v1/answer', (query) => ({ query })),
  posted('query, streamed', '/v1/answer', (query) => ({ query, stream: true })),
  posted('query beside a context', '/v1/answer', (query) => ({ query, context: fact })),
  posted('query with response_format', '/v1/answer', (query) => ({ query, response_format: person })),
  posted('context', '/v1/answer', (context) => ({ query: question, context })),
  posted('context, streamed', '/v1/answer', (context) => ({ query: question, context, stream: true })),
  posted('context of a fact and a text', '/v1/answer', (text) => ({
    query: question,
    context: `${text}\n${fact}`,
    citations: 'inline',
  })),
  posted('context with response_format', '/v1/answer', (context) => ({
    query: 'Extract the person.',
    context,
    response_format: person,
  })),
  posted('context to be summed up', '/v1/answer', (context) => ({ query: 'Summarise this text.', context })),
  posted('context of a table', '/v1/answer', (context) => ({ query: 'What is the total of all prices?', context })),
  posted('stop', '/v1/answer', (stop) => ({ query: question, context: fact, stop: [stop] })),

  posted('last message', '/v1/conversation', (text) => ({ messages: [user(text)] })),
  posted('last message, streamed', '/v1/conversation', (text) => ({ messages: [user(text)], stream: true })),
  posted('earlier message', '/v1/conversation', (text) => ({ messages: [user(text), assistant('Yes.'), asked] })),
  posted('message of the assistant', '/v1/conversation', (text) => ({
    messages: [user('Hello'), assistant(text), asked],
  })),
  posted('message of the system', '/v1/conversation', (text) => ({
    messages: [{ role: 'system', content: text }, asked],
  })),
  posted('system_prompt', '/v1/conversation', (text) => ({ messages: [asked], system_prompt: text })),
  posted('message with response_format', '/v1/conversation', (text) => ({
    messages: [user(text)],
    response_format: person,
  })),

  posted('message', '/v1/chat-completion', (text) => ({ ...chat, messages: [user(text)] })),
  posted('parts of a message', '/v1/chat-completion', (text) => ({
    ...chat,
    messages: [user([{ type: 'text', text }]), asked],
  })),
  posted('message of the assistant', '/v1/chat-completion', (text) => ({
    ...chat,
    messages: [user('Hello'), assistant(text), asked],
  })),
  posted('system', '/v1/chat-completion', (system) => ({ ...chat, system, messages: [asked] })),
  posted('stop_sequences', '/v1/chat-completion', (stop) => ({
    ...chat,
    messages: [asked],
    stop_sequences: [stop],
  })),
  posted('message', '/v1/chat-completion/stream', (text) => ({ ...chat, messages: [user(text)] })),

  posted('message', '/v1/messages', (text) => ({ ...claude, messages: [user(text)] })),
  posted('message, streamed', '/v1/messages', (text) => ({ ...claude, messages: [user(text)], stream: true })),
  posted('blocks of a message', '/v1/messages', (text) => ({
    ...claude,
    messages: [
      user([
        { type: 'text', text },
        { type: 'text', text: question },
      ]),
    ],
  })),
  posted('document of a message', '/v1/messages', (data) => ({
    ...claude,
    messages: [
      user([
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, title: 'Text' },
        { type: 'text', text: question },
      ]),
    ],
  })),
  posted('message of the assistant', '/v1/messages', (text) => ({
    ...claude,
    messages: [user('Hello'), assistant(text), asked],
  })),
  posted('system', '/v1/messages', (system) => ({ ...claude, system, messages: [asked] })),
  posted('blocks of the system', '/v1/messages', (text) => ({
    ...claude,
    system: [{ type: 'text', text }],
    messages: [asked],
  })),
  posted('message', '/v1/messages/stream', (text) => ({ ...claude, messages: [user(text)] })),
  posted('message', '/v1/messages/count_tokens', (text) => ({ model: 'small-2', messages: [user(text)] })),
  posted('system', '/v1/messages/count_tokens', (system) => ({ model: 'small-2', system, messages: [asked] })),

  posted('message', '/v1/chat/completions', (text) => ({ ...chat, messages: [user(text)] })),
  posted('message, streamed', '/v1/chat/completions', (text) => ({ ...chat, messages: [user(text)], stream: true })),
  posted('parts of a message', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [user([{ type: 'text', text }]), asked],
  })),
  posted('message of the system', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [{ role: 'system', content: text }, asked],
  })),
  posted('message of the developer', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [{ role: 'developer', content: text }, asked],
  })),
  posted('message of the assistant', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [user('Hello'), assistant(text), asked],
  })),
  posted('message with response_format', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [user(text)],
    response_format: { type: 'json_schema', json_schema: { name: 'person', schema: person } },
  })),
  posted('prompt', '/v1/completions', (prompt) => ({ ...chat, prompt })),
  posted('list of prompts', '/v1/completions', (prompt) => ({ ...chat, prompt: [prompt, 'Three colours are'] })),
  posted('input', '/v1/responses', (input) => ({ ...chat, input })),
  posted('input, streamed', '/v1/responses', (input) => ({ ...chat, input, stream: true })),
  posted('message of the input', '/v1/responses', (text) => ({ ...chat, input: [user(text), asked] })),
  posted('parts of the input', '/v1/responses', (text) => ({
    ...chat,
    input: [user([{ type: 'input_text', text }]), asked],
  })),
  posted('instructions', '/v1/responses', (instructions) => ({ ...chat, input: question, instructions })),
];
