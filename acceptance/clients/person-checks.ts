import assert from 'node:assert/strict';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { generateObject } from 'ai';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import type { ClientCheck, Target } from './client-check.ts';

const model = 'small-2';
/** The embedded engine says that it has too much to do where a machine is busy. */
const maxRetries = 4;
const person = z.object({ name: z.string(), age: z.number() });
type Person = z.infer<typeof person>;

/** A name and an age in a sentence, as the first try of many with structured output has them. */
const sentences: readonly [said: string, name: string, age: number][] = [
  ['Maria is 34 years old.', 'Maria', 34],
  ['Ada Kroll is 44 years old and lives in Bergen.', 'Ada Kroll', 44],
  ['My colleague Tobias Wendt, 52, works as a carpenter.', 'Tobias Wendt', 52],
  ['Extract the person: Jonas Beck is a 63-year-old baker from Graz.', 'Jonas Beck', 63],
  ['Lena Hofmann ist 29 Jahre alt.', 'Lena Hofmann', 29],
  ['Unser Nachbar Emil ist 71 und wohnt in Lübeck.', 'Emil', 71],
  ['Claire Dubois a 38 ans.', 'Claire Dubois', 38],
  ["Il s'appelle Hugo et il a 12 ans.", 'Hugo', 12],
  ['Lucía Marín tiene 27 años y vive en Sevilla.', 'Lucía Marín', 27],
  ['Me llamo Andrés y tengo 45 años.', 'Andrés', 45],
];

/** Sentences through the libraries' own ways to ask for an object; what the embedded engine has to read by itself. */
export const personChecks: ClientCheck[] = [
  checkOf('openai (npm), zod helper', async ({ base, key }, content) => {
    const api = new OpenAI({ baseURL: `${base}/v1`, apiKey: key, maxRetries });
    const { choices } = await api.chat.completions.parse({
      model,
      messages: [{ role: 'user', content }],
      response_format: zodResponseFormat(person, 'person'),
    });
    return choices[0]?.message.parsed;
  }),
  checkOf('ai, generateObject', async ({ base, key }, prompt) => {
    const provider = createOpenAICompatible({
      name: 'parley',
      baseURL: `${base}/v1`,
      apiKey: key,
      supportsStructuredOutputs: true,
    });
    return (await generateObject({ model: provider(model), schema: person, prompt, maxRetries })).object;
  }),
  checkOf('@anthropic-ai/sdk, forced tool', async ({ base, key }, content) => {
    const message = await new Anthropic({ baseURL: base, apiKey: key, maxRetries }).messages.create({
      model,
      max_tokens: 1000,
      messages: [{ role: 'user', content }],
      tools: [
        {
          name: 'note_person',
          description: 'Notes a person.',
          input_schema: { ...z.toJSONSchema(person), type: 'object' },
        },
      ],
      tool_choice: { type: 'tool', name: 'note_person' },
    });
    const use = message.content.find((block) => block.type === 'tool_use');
    return person.parse(use?.input);
  }),
];

function checkOf(
  client: string,
  ask: (target: Target, said: string) => Promise<Person | null | undefined>,
): ClientCheck {
  return {
    client,
    feature: 'persons in sentences',
    async run(target) {
      for (const [said, name, age] of sentences)
        assert.deepEqual(await ask(target, said), { name, age }, `from "${said}"`);
    },
  };
}
