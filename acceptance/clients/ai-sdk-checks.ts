import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  embed,
  generateText,
  jsonSchema,
  type LanguageModel,
  Output,
  stepCountIs,
  streamText,
  tool,
} from 'ai';
import {
  type ClientCheck,
  fileQuestion,
  fileText,
  personQuestion,
  personSchema,
  question,
  type Target,
  weatherDescription,
  weatherQuestion,
  weatherSchema,
} from './client-check.ts';

type Open = (target: Target, model?: string) => LanguageModel;

const compatible: Open = ({ base, key }, model = 'small-2') =>
  createOpenAICompatible({
    name: 'parley',
    baseURL: `${base}/v1`,
    apiKey: key,
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(model);
const responses: Open = ({ base, key }, model = 'small-2') =>
  createOpenAI({ baseURL: `${base}/v1`, apiKey: key }).responses(model);
const anthropic: Open = ({ base, key }, model = 'small-2') =>
  createAnthropic({ baseURL: `${base}/v1`, apiKey: key })(model);

const get_weather = tool({
  description: weatherDescription,
  inputSchema: jsonSchema<{ city: string }>(weatherSchema),
  execute: async ({ city }) => `sunny in ${city}`,
});
const settings = { maxRetries: 0 };

/** Vercel's AI SDK through each of its providers. */
export const aiSdkChecks: ClientCheck[] = [
  ...checksOf('ai, @ai-sdk/openai-compatible', compatible),
  ...checksOf('ai, @ai-sdk/openai (responses)', responses),
  ...checksOf('ai, @ai-sdk/anthropic', anthropic),
  {
    client: 'ai, @ai-sdk/openai-compatible',
    feature: 'embeddings',
    async run({ base, key }) {
      const provider = createOpenAICompatible({ name: 'parley', baseURL: `${base}/v1`, apiKey: key });
      const { embedding } = await embed({ model: provider.embeddingModel('lexical'), value: 'one bridge' });
      assert.equal(embedding.length, 512);
    },
  },
];

function checksOf(client: string, open: Open): ClientCheck[] {
  return [
    {
      client,
      feature: 'plain',
      async run(target) {
        const { text, usage } = await generateText({ ...settings, model: open(target), prompt: question });
        assert.match(text, /144/);
        assert.ok((usage.outputTokens ?? 0) > 0);
      },
    },
    {
      client,
      feature: 'streamed',
      async run(target) {
        const { textStream, usage } = streamText({ ...settings, model: open(target), prompt: question });
        let text = '';
        for await (const delta of textStream) text += delta;
        assert.match(text, /144/);
        assert.ok(((await usage).outputTokens ?? 0) > 0);
      },
    },
    {
      client,
      feature: 'tools',
      async run(target) {
        const options = { ...settings, model: open(target), prompt: weatherQuestion, tools: { get_weather } };
        const { text, steps } = await generateText({ ...options, stopWhen: stepCountIs(3) });
        assert.deepEqual(steps[0]?.toolCalls[0]?.input, { city: 'Paris' });
        assert.match(text, /sunny in Paris/);
      },
    },
    {
      client,
      feature: 'structured output',
      async run(target) {
        const schema = jsonSchema<{ name: string; born: number }>(personSchema);
        const options = { ...settings, model: open(target), prompt: personQuestion };
        const { output } = await generateText({ ...options, output: Output.object({ schema }) });
        assert.deepEqual(output, { name: 'Ada Lovelace', born: 1815 });
      },
    },
    {
      client,
      feature: 'files',
      async run(target) {
        const data = new TextEncoder().encode(fileText);
        const { text } = await generateText({
          ...settings,
          model: open(target),
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: fileQuestion },
                {
                  type: 'file',
                  data: client.includes('anthropic') ? data : await onePagePdf(),
                  mediaType: mediaTypeOf(client),
                  filename: 'harbour',
                },
              ],
            },
          ],
        });
        assert.match(text, /heron/);
      },
    },
    {
      client,
      feature: 'errors',
      async run(target) {
        const isStatus = (status: number) => (error: unknown) =>
          APICallError.isInstance(error) && error.statusCode === status && !error.isRetryable;
        const wrong = open({ ...target, key: 'wrong-wrong-wrong' });
        await assert.rejects(generateText({ ...settings, model: wrong, prompt: 'x' }), isStatus(401));
        await assert.rejects(generateText({ ...settings, model: open(target, 'nobody'), prompt: 'x' }), isStatus(404));
      },
    },
  ];
}

/** The SDK's providers for OpenAI's shapes send PDFs as files and nothing else. */
const mediaTypeOf = (client: string): string => (client.includes('anthropic') ? 'text/plain' : 'application/pdf');

/** A PDF of one page with the text of the file. */
async function onePagePdf(): Promise<Uint8Array> {
  const stream = `BT /F1 14 Tf 60 700 Td (${fileText}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}
