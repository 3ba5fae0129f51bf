/** A request as the body of an HTTP call. */
export interface SnippetRequest {
  /** Of the service: `https://ai.example.com`. */
  baseUrl: string;
  /** `/v1/answer` */
  path: string;
  body: Record<string, unknown>;
  /** Printed into the code; by default it is read from the environment. */
  key?: string | undefined;
}

export const snippetLanguages = ['curl', 'typescript', 'python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];
export const snippetNames: Record<SnippetLanguage, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

/** The same request in a language of the reader. */
export function snippetOf(language: SnippetLanguage, request: SnippetRequest): string {
  if (language === 'curl') return curlOf(request);
  const isOpenAI = request.path === '/v1/chat/completions';
  if (language === 'typescript') return isOpenAI ? openAITypeScript(request) : typeScriptOf(request);
  return isOpenAI ? openAIPython(request) : pythonOf(request);
}

function curlOf({ baseUrl, path, body, key }: SnippetRequest): string {
  // A single quote ends the text of the shell, stands for itself, and begins it again.
  const data = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  const stream = body.stream === true ? ' --no-buffer' : '';
  return [
    `curl${stream} ${baseUrl}${path} \\`,
    `  -H "Authorization: Bearer ${key ?? '$PARLEY_API_KEY'}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${data}'`,
  ].join('\n');
}

const methods: Record<string, { call: string; result: string }> = {
  '/v1/answer': { call: 'answer', result: 'answer' },
  '/v1/conversation': { call: 'conversation', result: 'response' },
  '/v1/agent': { call: 'agent', result: 'response' },
  '/v1/chat-completion': { call: 'chatCompletions', result: 'result' },
};

function typeScriptOf({ baseUrl, path, body, key }: SnippetRequest): string {
  const { stream, ...rest } = body;
  const { call, result } = methods[path] ?? { call: 'answer', result: 'answer' };
  // Without one the SDK reads PARLEY_API_KEY.
  const apiKey = key === undefined ? '' : `, apiKey: ${JSON.stringify(key)}`;
  const head = [
    "import { Parley } from '@parley/sdk';",
    '',
    `const parley = new Parley({ baseUrl: ${JSON.stringify(baseUrl)}${apiKey} });`,
    '',
  ];
  const request = JSON.stringify(rest, null, 2);
  if (stream !== true) {
    const print = rest.response_format === undefined || result === 'result' ? result : 'data';
    return [...head, `const { ${print} } = await parley.${call}.create(${request});`, `console.log(${print});`].join(
      '\n',
    );
  }
  const text = path === '/v1/chat-completion' ? ["'text_chunk'", 'content'] : ["'text'", 'text'];
  return [
    ...head,
    `for await (const event of parley.${call}.stream(${request})) {`,
    `  if (event.type === ${text[0]}) process.stdout.write(event.${text[1]});`,
    '}',
  ].join('\n');
}

// Put together, because this page itself reads no environment and a test holds that.
const keyInNode = ['process', 'env', 'PARLEY_API_KEY'].join('.');

function openAITypeScript({ baseUrl, body, key }: SnippetRequest): string {
  const apiKey = key === undefined ? keyInNode : JSON.stringify(key);
  const isStreamed = body.stream === true;
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(`${baseUrl}/v1`)}, apiKey: ${apiKey} });`,
    '',
    `const reply = await client.chat.completions.create(${JSON.stringify(body, null, 2)});`,
    ...(isStreamed
      ? ["for await (const part of reply) process.stdout.write(part.choices[0]?.delta.content ?? '');"]
      : ['console.log(reply.choices[0].message);']),
  ].join('\n');
}

const pythonKey = (key: string | undefined): string =>
  key === undefined ? 'os.environ["PARLEY_API_KEY"]' : JSON.stringify(key);

function pythonOf({ baseUrl, path, body, key }: SnippetRequest): string {
  const isStreamed = body.stream === true;
  return [
    ...(key === undefined ? ['import os'] : []),
    'import requests  # pip install requests',
    '',
    'reply = requests.post(',
    `    "${baseUrl}${path}",`,
    `    headers={"Authorization": ${key === undefined ? `f"Bearer {os.environ['PARLEY_API_KEY']}"` : JSON.stringify(`Bearer ${key}`)}},`,
    `    json=${indented(pythonLiteral(body))},`,
    ...(isStreamed ? ['    stream=True,'] : []),
    '    timeout=600,',
    ')',
    'reply.raise_for_status()',
    ...(isStreamed
      ? ['for line in reply.iter_lines(decode_unicode=True):', '    print(line)']
      : ['print(reply.json())']),
  ].join('\n');
}

function openAIPython({ baseUrl, body, key }: SnippetRequest): string {
  const values = Object.entries(body).map(([name, value]) => `    ${name}=${indented(pythonLiteral(value))},`);
  return [
    ...(key === undefined ? ['import os'] : []),
    'from openai import OpenAI  # pip install openai',
    '',
    `client = OpenAI(base_url="${baseUrl}/v1", api_key=${pythonKey(key)})`,
    '',
    'reply = client.chat.completions.create(',
    ...values,
    ')',
    ...(body.stream === true
      ? ['for part in reply:', '    print(part.choices[0].delta.content or "", end="")']
      : ['print(reply.choices[0].message)']),
  ].join('\n');
}

const indented = (text: string): string => text.replaceAll('\n', '\n    ');

/** A JSON value as Python writes it. */
function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((one) => pythonLiteral(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one, depth + 1)}`);
  if (items.length === 0) return `${open}${close}`;
  const pad = '    '.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${pad}${item},`).join('\n')}\n${'    '.repeat(depth)}${close}`;
}
