import { afterAll, describe, expect, it } from 'vitest';
import { longestWaitOf } from '../../../../../test/growth.ts';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../../../../../test/scripted-language-model.ts';
import type { ModelEvent, Prompt } from '../../../../ports/language-model.ts';
import { ReplyReader } from './reply-reader.ts';
import { compileTools, type ToolEvent, ToolInputs } from './tool-inputs.ts';

const replyReader = new ReplyReader();
afterAll(() => replyReader.close());

const prompt: Prompt = {
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Weather in Oslo and Rome' }] }],
  tools: [
    {
      name: 'get_weather',
      description: 'Weather of a city.',
      inputSchema: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' }, unit: { enum: ['C', 'F'] } },
        required: ['city'],
      },
    },
    { name: 'list_cities', description: 'All cities.', inputSchema: { type: 'object', properties: {} } },
  ],
};

function calls(...given: [name: string, args: string][]): ModelEvent[] {
  return [
    ...given.map(([name, args], index): ModelEvent => ({ type: 'tool-call', id: `c${index}`, name, arguments: args })),
    finish('tool-calls'),
  ];
}

async function run(replies: ScriptedReply[], change: Partial<Prompt> = {}) {
  const model = new ScriptedLanguageModel(replies);
  const events: ToolEvent[] = [];
  let error: unknown;
  try {
    const request = { model, prompt: { ...prompt, ...change }, signal: new AbortController().signal };
    for await (const event of new ToolInputs({ replies: replyReader }).run(request)) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const left = events.flatMap((event) => (event.type === 'tool-call' ? [[event.name, event.input]] : []));
  return { model, events, error, left };
}

describe('tool inputs', () => {
  it('lets calls through that fit, each announced', async () => {
    const { left, events } = await run([
      calls(
        ['get_weather', '{"city":"Oslo","days":2}'],
        ['get_weather', '{"days":2,"city":"Oslo"}'],
        ['list_cities', ''],
      ),
    ]);
    expect(left).toEqual([
      ['get_weather', { city: 'Oslo', days: 2 }],
      ['get_weather', { city: 'Oslo', days: 2 }],
      ['list_cities', {}],
    ]);
    expect(events.filter((event) => event.type === 'tool-call-start')).toHaveLength(3);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'tool-calls' });
  });

  it('repairs arguments and names that leave one reading', async () => {
    const { left, model } = await run([calls(['functions.Get-Weather', `{city: 'Oslo', "days": "2", unit: 'c',}`])]);
    expect(left).toEqual([['get_weather', { city: 'Oslo', days: 2, unit: 'C' }]]);
    expect(model.prompts).toHaveLength(1);
  });

  it('asks once more about a call that does not fit and does not repeat the ones that did', async () => {
    const { left, model, events } = await run([
      calls(['get_weather', '{"city":"Oslo"}'], ['get_weather', '{"town":5}']),
      calls(['get_weather', '{"city":"Oslo"}'], ['get_weather', '{"city":"Rome"}']),
    ]);
    expect(left).toEqual([
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Rome' }],
    ]);
    const [, again] = model.prompts;
    expect(again?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [{ toolCallId: 'c0' }, { toolCallId: 'c1', isError: true, result: expect.stringContaining('city') }],
    });
    expect(events.filter((event) => event.type === 'finish')).toHaveLength(1);
  });

  it.each([
    ['inputs that never fit', calls(['get_weather', '{"days":1}'])],
    ['arguments cut in two', calls(['get_weather', '{"city":"Oslo","unit":"'])],
    ['a tool that does not exist', calls(['delete_everything', '{}'])],
  ])('%s are a typed failure', async (_, reply) => {
    const { left, error, model } = await run([reply]);
    expect(left).toEqual([]);
    expect(error).toMatchObject({ code: 'tool_inputs_invalid', status: 502 });
    expect(model.prompts).toHaveLength(2);
  });

  it('holds the choice of tools that the caller made', async () => {
    const none = await run([calls(['list_cities', '{}'])], { toolChoice: 'none' });
    expect(none.left).toEqual([]);
    expect(none.error).toBeUndefined();
    const required = await run(['Hello.', calls(['list_cities', '{}'])], { toolChoice: 'required' });
    expect(required.left).toEqual([['list_cities', {}]]);
    expect((await run(['Hello.'], { toolChoice: 'required' })).error).toMatchObject({ code: 'tool_inputs_invalid' });
  });

  // https://platform.openai.com/docs/guides/function-calling#parallel-function-calling: each call has an id and a result of its own.
  it('leaves three equal calls of one answer three', async () => {
    const { left } = await run([calls(['list_cities', '{}'], ['list_cities', '{}'], ['list_cities', '{}'])]);
    expect(left).toEqual([
      ['list_cities', {}],
      ['list_cities', {}],
      ['list_cities', {}],
    ]);
  });

  it('takes words that come in place of a better call as the reply', async () => {
    const { events, error } = await run([calls(['get_weather', '{"days": 2}']), 'Which city do you mean?']);
    expect(error).toBeUndefined();
    const text = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
    expect([text, events.at(-1)]).toMatchObject(['Which city do you mean?', { type: 'finish', reason: 'stop' }]);
  });

  it('lets no other tool through than the one that had to be called', async () => {
    const other = calls(['list_cities', '{}']);
    const choice = { toolChoice: { name: 'get_weather' } };
    const { left, model } = await run([other, calls(['get_weather', '{"city": "Oslo"}'])], choice);
    expect([left, model.prompts.length]).toEqual([[['get_weather', { city: 'Oslo' }]], 2]);
    expect((await run([other, other], choice)).error).toMatchObject({ code: 'tool_inputs_invalid' });
  });

  it('names the field of a broken input schema', async () => {
    const broken = [...(prompt.tools ?? []), { name: 'x', description: '', inputSchema: { type: 'objekt' } }];
    await expect(compileTools(broken)).rejects.toThrow('tools[2].input_schema must be a valid JSON schema object');
    await expect(compileTools(broken, (index) => `functions[${index}].parameters`)).rejects.toThrow(
      'functions[2].parameters',
    );
  });
});

describe('long inputs', () => {
  const cities = Array.from({ length: 10_000 }, (_, at) => `{"city": "City ${at}", "days": ${at}}`);
  const tool = {
    name: 'many',
    description: 'Many.',
    inputSchema: {
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object', properties: { days: { type: 'integer' } } } },
      },
      required: ['rows'],
    },
  };

  it('are mended beside other work, and keep their place among the calls', async () => {
    const flawed = `{rows: [${cities.join(',\n')},]} // all of them`;
    const asked = calls(['list_cities', '{}'], ['many', flawed], ['get_weather', '{"city":"Oslo"}']);
    let found: Awaited<ReturnType<typeof run>> | undefined;
    const work = async () => {
      found = await run([asked], { tools: [...(prompt.tools ?? []), tool] });
    };
    expect(await longestWaitOf(work)).toBeLessThan(100);
    expect(found?.error).toBeUndefined();
    expect(found?.left.map(([name]) => name)).toEqual(['list_cities', 'many', 'get_weather']);
    expect(found?.left[1]?.[1]).toMatchObject({ rows: { length: 10_000, 7: { city: 'City 7', days: 7 } } });
  });

  it('that are longer than any tool takes are refused', async () => {
    const { error, left } = await run([calls(['many', `{"rows": [], "a": "${'\\u0001'.repeat(900_000)}"}`])], {
      tools: [tool],
    });
    expect(error).toMatchObject({ code: 'upstream_invalid', details: expect.stringContaining('5000000') });
    expect(left).toEqual([]);
  });

  it('that are right leave as they are', async () => {
    const text = `{"rows": [${'{"days": 1}, '.repeat(2_000)}{"days": 2}]}`;
    const { left, events } = await run([calls(['many', text])], { tools: [tool] });
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-call', arguments: text }));
    expect(left[0]?.[1]).toMatchObject({ rows: { length: 2_001 } });
  });
});
