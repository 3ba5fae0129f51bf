import { createParley } from '@parley/sdk/ai';
import { generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { apiKey, startTestService, type TestService } from '../../server/test/test-service.ts';

let test: TestService;
let parley: ReturnType<typeof createParley>;
beforeAll(async () => {
  test = await startTestService();
  parley = createParley({ baseUrl: test.url, apiKey });
});
afterAll(() => test.close());

const context = 'The bridge was opened on 4 May 1932 by the mayor.';

it('generates text from a file, with its sources', async () => {
  const messages = [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'When was the bridge opened?' },
        {
          type: 'file' as const,
          data: new TextEncoder().encode(context),
          mediaType: 'text/plain',
          filename: 'bridge.txt',
        },
      ],
    },
  ];
  const { text, sources, usage, finishReason } = await generateText({ model: parley('small-2'), messages });
  expect(text).toContain('4 May 1932');
  expect(sources[0]).toMatchObject({ sourceType: 'document', filename: 'bridge.txt' });
  expect(usage.inputTokens).toBeGreaterThan(0);
  expect(finishReason).toBe('stop');
  await generateText({ model: parley('small-2'), messages });
  const files = await test.call('GET', '/v1/files');
  expect(files.json.data).toHaveLength(1);
});

it('streams text', async () => {
  const result = streamText({ model: parley('small-2'), prompt: 'What is 12 times 12?' });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  expect(text).toContain('144');
  expect(await result.finishReason).toBe('stop');
});

it('gives structured output', async () => {
  const { output } = await generateText({
    model: parley('small-2'),
    system: 'Invoice number: 1042',
    prompt: 'Extract the invoice.\n\nInvoice number: 1042\nTotal: 1,250.00 EUR',
    output: Output.object({ schema: z.object({ invoice_number: z.string(), total: z.number() }) }),
  });
  expect(output).toEqual({ invoice_number: '1042', total: 1250 });
});

it('calls tools and goes on with their results, plain and streamed', async () => {
  const asked: string[] = [];
  const tools = {
    get_weather: tool({
      description: 'Current weather of a city.',
      inputSchema: z.object({ city: z.string().describe('Name of the city') }),
      execute: async ({ city }) => {
        asked.push(city);
        return { sky: 'clear', degrees: 21 };
      },
    }),
  };
  const call = { model: parley('small-2'), prompt: 'What is the weather in Paris?', tools, stopWhen: stepCountIs(3) };
  expect((await generateText(call)).text).toContain('21');
  expect(await streamText(call).text).toContain('21');
  expect(asked).toEqual(['Paris', 'Paris']);
});

it("tells the service's errors", async () => {
  const failing = generateText({ model: parley('no-such-model'), prompt: 'Hello', maxRetries: 0 });
  await expect(failing).rejects.toThrow('no-such-model');
});
