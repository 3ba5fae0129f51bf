import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { snippetOf } from './snippets.ts';

const baseUrl = 'https://ai.example.com';
const body = {
  query: 'What’s "it"? It\'s $HOME \\ `ls`',
  stream: false,
  tools: [],
  limit: null,
  deep: { list: [1, 'zwei'] },
};

describe('curl', () => {
  it('survives the shell: what curl gets is the body', () => {
    const code = snippetOf('curl', { baseUrl, path: '/v1/answer', body }).replace(/^curl/, 'printf "%s\\n"');
    const lines = spawnSync('sh', ['-c', code], { encoding: 'utf8' }).stdout;
    expect(JSON.parse(lines.slice(lines.indexOf('{')))).toEqual(body);
    expect(lines).toContain(`${baseUrl}/v1/answer`);
  });

  it('reads the key from the environment unless there is one', () => {
    expect(snippetOf('curl', { baseUrl, path: '/v1/answer', body })).toContain('Bearer $PARLEY_API_KEY');
    expect(snippetOf('curl', { baseUrl, path: '/v1/answer', body, key: 'parley_x' })).toContain('Bearer parley_x');
  });
});

describe('Python', () => {
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  const parse = (code: string) =>
    spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code, encoding: 'utf8' })
      .stderr;

  it.skipIf(!hasPython)('is Python, with and without a key, streamed or not, for every endpoint', () => {
    for (const path of ['/v1/answer', '/v1/chat/completions'])
      for (const key of [undefined, 'parley_x'])
        for (const stream of [true, false])
          expect(parse(snippetOf('python', { baseUrl, path, body: { ...body, stream }, key }))).toBe('');
  });

  it('writes values as Python does', () => {
    const code = snippetOf('python', { baseUrl, path: '/v1/answer', body });
    expect(code).toContain('"stream": False');
    expect(code).toContain('"limit": None');
  });
});

describe('TypeScript', () => {
  it('is TypeScript that calls the method of the endpoint', () => {
    for (const [path, call] of [
      ['/v1/answer', 'parley.answer.create('],
      ['/v1/agent', 'parley.agent.create('],
      ['/v1/conversation', 'parley.conversation.create('],
      ['/v1/chat-completion', 'parley.chatCompletions.create('],
      ['/v1/chat/completions', 'client.chat.completions.create('],
    ] as const) {
      const code = snippetOf('typescript', { baseUrl, path, body });
      expect(code).toContain(call);
      expect(stripTypeScriptTypes(code)).toContain(call);
    }
  });

  it('streams when the request does', () => {
    const code = snippetOf('typescript', { baseUrl, path: '/v1/answer', body: { query: 'Why?', stream: true } });
    expect(code).toContain('for await (const event of parley.answer.stream({');
    expect(code).not.toContain('"stream"');
  });
});
