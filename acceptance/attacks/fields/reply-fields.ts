import type { Request, VendorReply } from '../attack.ts';
import type { Field } from './field.ts';

const question = 'When was the bridge opened?';
const context = 'The bridge was opened on 4 May 1932 by the mayor. '.repeat(50);
const messages = [{ role: 'user', content: question }];
const schema = { type: 'object', properties: { opened: { type: 'string' } }, required: ['opened'] };
const tool = { name: 'look_up', description: 'Looks something up.', input_schema: schema };

const post = (path: string, json: unknown): Request => ({ method: 'POST', path, json });

/** What is asked while the vendor says the text. */
const asked: Record<string, Request> = {
  '/v1/answer': post('/v1/answer', { query: question }),
  '/v1/answer with a context': post('/v1/answer', { query: question, context, citations: 'inline' }),
  '/v1/answer streamed with a context': post('/v1/answer', { query: question, context, stream: true }),
  '/v1/answer with response_format': post('/v1/answer', { query: question, context, response_format: schema }),
  '/v1/conversation streamed': post('/v1/conversation', { messages, stream: true }),
  '/v1/chat-completion/stream': post('/v1/chat-completion/stream', { model: 'small-2', messages }),
  '/v1/messages': post('/v1/messages', { model: 'small-2', max_tokens: 100, messages }),
  '/v1/chat/completions streamed': post('/v1/chat/completions', { model: 'small-2', messages, stream: true }),
  '/v1/responses': post('/v1/responses', { model: 'small-2', input: question }),
};
const withTools: Record<string, Request> = {
  '/v1/agent': post('/v1/agent', { messages, tools: [tool] }),
  '/v1/agent streamed': post('/v1/agent', { messages, tools: [tool], stream: true }),
  '/v1/chat/completions': post('/v1/chat/completions', {
    model: 'small-2',
    messages,
    tools: [{ type: 'function', function: { name: 'look_up', description: 'Looks up.', parameters: schema } }],
  }),
};

/** What comes from a vendor: replies of any shape. */
export const replyFields: readonly Field[] = [
  ...Object.entries(asked).map(([name, request]) => replied(`reply to ${name}`, request, (content) => ({ content }))),
  replied('reply in a fence to /v1/answer with response_format', asked['/v1/answer with response_format'], (text) => ({
    content: `Here it is:\n\`\`\`json\n{"opened": ${JSON.stringify(text)},}\n\`\`\``,
  })),
  replied('thoughts of a reply to /v1/chat-completion/stream', asked['/v1/chat-completion/stream'], (reasoning) => ({
    reasoning,
  })),
  replied('error of the vendor to /v1/answer', asked['/v1/answer'], (error) => ({ error })),
  ...Object.entries(withTools).flatMap(([name, request]) => [
    replied(`arguments of a call in a reply to ${name}`, request, (text) => ({
      toolArguments: JSON.stringify({ opened: text }),
    })),
    replied(`broken arguments of a call in a reply to ${name}`, request, (toolArguments) => ({ toolArguments })),
  ]),
  replied(
    'results of /v1/web-search',
    post('/v1/web-search', { query: question, contents: { highlights: true } }),
    (found) => ({
      found,
    }),
  ),
];

function replied(name: string, request: Request | undefined, reply: (text: string) => VendorReply): Field {
  return {
    name,
    engines: ['connected'],
    reply,
    send: async (_, ask) => {
      if (request) await ask(request);
    },
  };
}
