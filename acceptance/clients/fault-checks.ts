import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { Target } from './client-check.ts';
import faults from './vendor-faults.json' with { type: 'json' };

type Ask = (target: Target, model: string, isForObject: boolean) => Promise<unknown>;

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };
const messages = [{ role: 'user' as const, content: 'Is it?' }];
const clients: Record<string, Ask> = {
  openai: ({ base, key }, model, isForObject) => {
    const json_schema = { name: 'count', schema, strict: true };
    return new OpenAI({ baseURL: `${base}/v1`, apiKey: key }).chat.completions.create({
      model,
      messages,
      ...(isForObject && { response_format: { type: 'json_schema' as const, json_schema } }),
    });
  },
  anthropic: ({ base, key }, model, isForObject) =>
    new Anthropic({ baseURL: base, apiKey: key }).messages.create({
      model,
      max_tokens: 50,
      messages,
      ...(isForObject && { output_config: { format: { type: 'json_schema' as const, schema } } }),
    }),
};

export const faultChecks = Object.entries(clients).map(([name, ask]) => ({ name, ask }));

/**
 * Has a vendor fail in each of its ways, through a client that sends calls again by itself, and holds how often the vendor is asked: once
 * where asking again cannot help. Gives a line for each fault.
 */
export async function playFaults({ name, ask }: { name: string; ask: Ask }, target: Target, vendor: string) {
  const lines: string[] = [];
  const wrong: string[] = [];
  for (const fault of faults) {
    const model = `fault-${fault.name}-javascript-${name}`;
    const status = await ask(target, `openai/${model}`, fault.name === 'schema').then(
      () => null,
      (error: unknown) => Reflect.get(Object(error), 'status'),
    );
    const { asked } = JSON.parse(await (await fetch(`${vendor}/asked/${model}`)).text());
    lines.push(`${name} for JavaScript, ${fault.what}: ${status} to the caller, the vendor is asked ${asked} times`);
    if (status === null) wrong.push(`${fault.name} is no error`);
    if (asked < 1 || (fault.asked !== null && asked !== fault.asked))
      wrong.push(`${fault.name} is asked ${asked} times`);
  }
  console.log(lines.join('\n'));
  assert.deepEqual(wrong, []);
}
