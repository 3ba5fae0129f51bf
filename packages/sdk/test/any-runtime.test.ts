import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/** What browsers and edge runtimes have in common, and nothing of Node. */
const web = {
  AbortController,
  AbortSignal,
  Blob,
  DOMException,
  FormData,
  Headers,
  ReadableStream,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  atob,
  clearTimeout,
  crypto,
  setTimeout,
};

it('works where there is nothing but what the web has', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, '../src/index.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'sdk' });
  expect(output[0].imports).toEqual([]);
  const lines = ['{"content":"Über 🌉","done":false}', '{"done":true,"model":"small-2"}'];
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return new Response(lines.map((line) => `data: ${line}\n\n`).join(''));
  };
  const context = createContext({ ...web, fetch });
  const program = `${output[0].code}
    (async () => {
      const parley = new sdk.Parley({ baseUrl: 'https://ai.example', apiKey: 'key' });
      const failure = await parley.files.upload('report.pdf').catch((error) => error);
      return JSON.stringify([await parley.answer.stream({ query: 'x' }).result(), failure.code]);
    })()`;
  const [result, code]: [unknown, unknown] = JSON.parse(await runInContext(program, context));
  expect(result).toMatchObject({ answer: 'Über 🌉', model: 'small-2' });
  expect(code).toBe('no_file_system');
  expect(asked).toEqual(['https://ai.example/v1/answer']);
});
