import { afterAll, describe, expect, it } from 'vitest';
import { fitted, ownLessons } from '../../../../../test/fitted-model.ts';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../../../../../test/scripted-language-model.ts';
import { AppError } from '../../../../lib/app-error.ts';
import { compileGivenSchema } from '../../../../lib/given-schema.ts';
import type { Prompt } from '../../../../ports/language-model.ts';
import { PromptLibrary } from '../../prompts/prompt-library.ts';
import { ReplyReader } from './reply-reader.ts';
import { type StructuredEvent, StructuredOutput } from './structured-output.ts';
import { ToolInputs } from './tool-inputs.ts';

const replies = new ReplyReader();
afterAll(() => replies.close());

const schema = compileGivenSchema({
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    status: { enum: ['active', 'paused'] },
    note: { type: 'string' },
  },
  required: ['name', 'count', 'tags', 'status'],
  additionalProperties: false,
});
const right = { name: 'Ana "Lola" Gil', count: 3, tags: ['a', 'b'], status: 'active' };
const json = JSON.stringify(right);
const example = JSON.stringify({ ...right, name: 'Bo' });
const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Who?' }] }] };

function outputs() {
  return new StructuredOutput({
    tools: new ToolInputs({ replies }),
    replies,
    lessons: ownLessons(),
    prompts: new PromptLibrary(),
  });
}

async function collect(
  model: ScriptedLanguageModel,
  structured = outputs(),
  compiled = schema,
  { showsRetries = false, isStreamed = false } = {},
) {
  const asked = { ...prompt, isStreamed };
  const events: StructuredEvent[] = [];
  let error: unknown;
  try {
    const signal = new AbortController().signal;
    for await (const event of structured.run({
      model: fitted(model),
      prompt: asked,
      schema: compiled,
      signal,
      showsRetries,
    }))
      events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const object = events.find((event) => event.type === 'object');
  return { events, error, object };
}

/** Thirty ways in which models break JSON, each said once; the second reply is the same unless another is given. */
const broken: [way: string, first: ScriptedReply, second?: ScriptedReply][] = [
  ['a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['a fence without a language and no end', `\`\`\`\n${json}`],
  ['prose around', `Sure, here it is:\n\n${json}\n\nLet me know if you need more.`],
  ['reasoning in tags', `<think>The count {"count": 9} seems off.</think>${json}`],
  ['reasoning whose opening tag is missing', `so {"name": "x"} it is</think>\n${json}`],
  ['trailing commas', json.replaceAll(']', ',]').replace('}', ',}')],
  ['single quotes', `{'name': 'Ana "Lola" Gil', 'count': 3, 'tags': ['a', 'b'], 'status': 'active'}`],
  ['bare keys', `{name: "Ana \\"Lola\\" Gil", count: 3, tags: ["a", "b"], status: "active"}`],
  ['comments', `{ // the person\n ${json.slice(1, -1)} /* done */ }`],
  ['typographic quotes', `{“name”: “Ana "Lola" Gil”, “count”: 3, “tags”: [“a”, “b”], “status”: “active”}`],
  ['unescaped quotes', json.replaceAll('\\"', '"')],
  ['missing commas', json.replaceAll(',"', '\n"')],
  ['missing closing brackets', json.slice(0, -1)],
  ['text cut in a further member', `${json.slice(0, -1)},"note":"this was`],
  ['numbers as text', json.replace('3', '"3"')],
  ['one item instead of a list', json.replace('["a","b"]', '"a"')],
  ['another case in an enum', json.replace('active', 'Active')],
  ['null for an optional property', json.replace('}', ',"note":null}')],
  ['a property that is not in the schema', json.replace('}', ',"confidence":0.9}')],
  ['other names for properties', json.replace('"count"', '"Count"')],
  ['a wrapper', `{"result": ${json}}`],
  ['a list of one', `[${json}]`],
  ['JSON in a string', JSON.stringify(json)],
  ['a draft before the answer', `{"name": "?"}\nBetter:\n${json}`],
  ['Python literals', json.replace('}', ', "note": None}')],
  ['line breaks in strings', json.replace('Ana ', 'Ana\n')],
  ['a byte order mark and blanks', `\ufeff\n  ${json}  \n`],
  ['a wrong value, right when asked again', json.replace('3', '0'), json],
  ['prose, JSON when asked again', 'I think it is Ana.', json],
  ['an empty reply, JSON when asked again', [finish()], json],
  ['cut off, whole when asked again', [{ type: 'text-delta', text: json.slice(0, 30) }, finish('length')], json],
  ['nothing but prose', 'I would rather not.'],
  ['an example in prose, JSON when asked again', `For example ${example}, but I do not have the data.`, json],
  ['a missing value, twice', '{"name": "Ana"}'],
];

describe('structured output', () => {
  it.each(broken)('%s', async (way, first, second) => {
    const model = new ScriptedLanguageModel([first, second ?? first]);
    const { object, error, events } = await collect(model);
    if (way === 'nothing but prose' || way.endsWith('twice')) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'schema_not_met', status: 422, fields: { raw: first } });
      expect((error as AppError).details).not.toBe('');
      expect(model.prompts).toHaveLength(2);
    } else {
      expect(error).toBeUndefined();
      expect(schema.validate(object?.value)).toEqual([]);
      if (way === 'one item instead of a list') expect(object?.value).toEqual({ ...right, tags: ['a'] });
      else if (way.startsWith('line breaks')) expect(object?.value).toEqual({ ...right, name: 'Ana\n"Lola" Gil' });
      else expect(object?.value).toEqual(right);
    }
    const finishes = events.filter((event) => event.type === 'finish');
    expect(finishes).toHaveLength(error === undefined ? 1 : 0);
  });

  it.each(broken)('%s, streamed to a reader who can take nothing back', async (_, first, second) => {
    const model = new ScriptedLanguageModel([first, second ?? first]);
    const { object, error, events } = await collect(model, outputs(), schema, { isStreamed: true });
    const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
    // Whatever was shown on the way is the beginning of what holds in the end, or there is no end.
    if (object === undefined) expect(error).toMatchObject({ code: 'schema_not_met' });
    else expect(text).toBe(JSON.stringify(object.value));
  });

  it('is shown piece by piece as far as it holds, out of its wrapper and without nulls that stand for nothing', async () => {
    const long = { ...right, name: 'A long name '.repeat(20), tags: ['one "tag"', 'two\n\u{1f600}'] };
    const model = new ScriptedLanguageModel([JSON.stringify({ ...long, note: null })]);
    const { events, object } = await collect(model, outputs(), schema, { isStreamed: true });
    const pieces = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
    expect(pieces.length).toBeGreaterThan(5);
    expect([pieces.join(''), object?.value]).toEqual([JSON.stringify(long), long]);
    const lists = compileGivenSchema({
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'integer' } } },
    });
    const many = Array.from({ length: 40 }, (_, n) => ({ n }));
    const wrapped = new ScriptedLanguageModel([JSON.stringify({ value: many })]);
    const list = await collect(wrapped, outputs(), lists, { isStreamed: true });
    const shown = list.events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.join('')).toBe(JSON.stringify(many));
  });

  it('goes on with what a second try has in common with what was shown, and fails otherwise', async () => {
    const flawed = `${json.slice(0, 60)}}`;
    const same = await collect(new ScriptedLanguageModel([flawed, json]), outputs(), schema, { isStreamed: true });
    expect(same.error).toBeUndefined();
    expect(same.events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')).toBe(json);
    const other = JSON.stringify({ ...right, name: 'Bo' });
    const { error } = await collect(new ScriptedLanguageModel([flawed, other]), outputs(), schema, {
      isStreamed: true,
    });
    expect(error).toMatchObject({ code: 'schema_not_met', details: expect.stringContaining('had been sent') });
  });

  it('repairs nothing where the schema leaves two readings', async () => {
    const loose = compileGivenSchema({ type: 'object', properties: { v: { enum: ['Ab', 'aB'] } }, required: ['v'] });
    const { error } = await collect(new ScriptedLanguageModel(['{"v": "AB"}']), outputs(), loose);
    expect(error).toMatchObject({ code: 'schema_not_met' });
  });

  it('streams the text as it comes and gives the object at the end', async () => {
    const { events } = await collect(new ScriptedLanguageModel([json]), outputs(), schema, { showsRetries: true });
    const text = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
    expect(text.length).toBeGreaterThan(3);
    expect(text.join('')).toBe(json);
    expect(events.at(-1)).toMatchObject({ type: 'object', value: right, mode: 'strict', isRepaired: false });
  });

  it('goes down the ladder where the vendor refuses, and starts there the next time', async () => {
    const refuse = new AppError('request_refused', 'response_format is not supported');
    const model = new ScriptedLanguageModel(({ responseFormat }) =>
      responseFormat?.mode === 'prompt' ? json : refuse,
    );
    const structured = outputs();
    expect((await collect(model, structured)).object).toMatchObject({ mode: 'prompt', attempts: 1 });
    expect(model.prompts.map((asked) => asked.responseFormat?.mode)).toEqual(['strict', 'tool', 'json', 'prompt']);
    await collect(model, structured);
    expect(model.prompts).toHaveLength(5);
    expect(model.prompts.at(-1)?.guidance).toContain('"status"');
  });

  it('does not blame the mode for other failures', async () => {
    const model = new ScriptedLanguageModel([new AppError('upstream_overloaded', 'busy')]);
    const { error } = await collect(model);
    expect(error).toMatchObject({ code: 'upstream_overloaded' });
    expect(model.prompts).toHaveLength(1);
  });

  it('reads the input of the forced tool, and a value that is not an object out of its wrapper', async () => {
    const list = compileGivenSchema({ type: 'array', items: { type: 'number' } });
    const refuse = new AppError('request_refused', 'no');
    const model = new ScriptedLanguageModel(({ responseFormat }) =>
      responseFormat?.mode === 'strict'
        ? refuse
        : [{ type: 'tool-call', id: 'c', name: 'reply', arguments: '{"value":[1,2]}' }, finish('tool-calls')],
    );
    const { object, events } = await collect(model, outputs(), list);
    expect(object).toMatchObject({ value: [1, 2], mode: 'tool' });
    expect(events).toContainEqual({ type: 'text-delta', text: '[1,2]' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'finish', reason: 'stop' }));
  });

  it('asks the vendor with a schema that strict modes accept and checks against the caller’s', async () => {
    const model = new ScriptedLanguageModel([json]);
    await collect(model);
    expect(model.prompts[0]?.responseFormat?.schema).toMatchObject({
      required: ['name', 'count', 'tags', 'status', 'note'],
      additionalProperties: false,
      properties: { note: { type: ['string', 'null'] }, count: { type: 'integer', description: '(minimum: 1)' } },
    });
  });
});

describe('a reply that was cut at its limit', () => {
  const items = compileGivenSchema({
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'string' } }, note: { type: 'string' } },
    required: ['items'],
  });
  const cut: ScriptedReply = [{ type: 'text-delta', text: '{"items":["one","two"' }, finish('length')];

  it('is never passed as whole, also when its beginning satisfies the schema', async () => {
    const model = new ScriptedLanguageModel([cut, cut]);
    const { error, object } = await collect(model, outputs(), items);
    expect(object).toBeUndefined();
    expect(error).toMatchObject({ code: 'schema_not_met', fields: { reason: 'length' } });
    expect(model.prompts).toHaveLength(2);
  });

  it('is asked again with more room, and told where it was cut', async () => {
    const model = new ScriptedLanguageModel([cut, '{"items":["one","two","three"]}']);
    const { object } = await collect(model, outputs(), items);
    expect(object).toMatchObject({ value: { items: ['one', 'two', 'three'] } });
    expect(model.prompts[1]?.maxTokens).toBeGreaterThanOrEqual(8192);
    expect(JSON.stringify(model.prompts[1]?.messages)).toContain('it was cut off');
  });
});
