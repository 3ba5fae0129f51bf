import { type Call, type Draft, efforts, emptyDraft, type Mode, type ToolDraft, type Turn } from './draft.ts';

type Plain = Record<string, unknown>;

/** The draft that a stored request was made from. What is not understood is left out. */
export function fromRequest(mode: Mode, body: Plain): Draft {
  const system = mode === 'chat' ? body.system : body.system_prompt;
  const draft: Draft = {
    ...emptyDraft,
    mode,
    model: textOf(body.model),
    system: textOf(system),
    context: textOf(body.context),
    files: attachments(body.file_ids),
    collections: attachments(body.collection_ids),
    tools: toolsOf(body.tools ?? body.functions),
    hasCitations: body.citations === 'inline' || emptyDraft.hasCitations,
    temperature: textOf(body.temperature),
    maxTokens: textOf(body.max_tokens ?? body.max_completion_tokens),
    effort: efforts.find((one) => one === body.reasoning_effort) ?? '',
    schema: schemaOf(body.response_format),
  };
  if (mode === 'answer') return { ...draft, input: textOf(body.query) };
  const messages = listOf(body.messages);
  const first = messages[0];
  const hasSystem = first?.role === 'system' || first?.role === 'developer';
  const turns = messages.slice(hasSystem ? 1 : 0).reduce(addTurn, []);
  const files = mode === 'openai' ? filesIn(messages) : draft.files;
  const last = turns.at(-1);
  const asked = last?.role === 'user' ? { turns: turns.slice(0, -1), input: last.text } : { turns };
  return { ...draft, ...asked, files, ...(hasSystem && { system: textOf(first?.content) }) };
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : []);
const plainOf = (value: unknown): Plain => (isPlain(value) ? value : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Their names are looked up when they are shown. */
const attachments = (value: unknown) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').map((id) => ({ id, name: id })) : [];

function schemaOf(value: unknown): Plain | null {
  if (!isPlain(value)) return null;
  if (value.type !== 'json_schema') return value;
  const inner = plainOf(value.json_schema).schema;
  return isPlain(inner) ? inner : null;
}

const toolsOf = (value: unknown): ToolDraft[] =>
  listOf(value).map((tool) => {
    const one = isPlain(tool.function) ? tool.function : tool;
    const schema = plainOf(one.input_schema ?? one.parameters);
    return { name: textOf(one.name), description: textOf(one.description), schema };
  });

function addTurn(turns: Turn[], message: Plain): Turn[] {
  const last = turns.at(-1);
  const callsBefore = turns.findLast((turn) => turn.role === 'assistant')?.calls ?? [];
  const results = resultsOf(message, callsBefore);
  if (results) {
    // OpenAI's shape has a message for each result.
    return last?.role === 'tool'
      ? [...turns.slice(0, -1), { role: 'tool', results: [...last.results, ...results] }]
      : [...turns, { role: 'tool', results }];
  }
  const calls = callsOf(message);
  if (message.type === 'function_call' && last?.role === 'assistant' && last.calls.length === 0) {
    return [...turns.slice(0, -1), { ...last, calls }];
  }
  if (message.role === 'assistant' || calls.length > 0) {
    return [...turns, { role: 'assistant', text: contentOf(message.content), calls }];
  }
  return [...turns, { role: 'user', text: contentOf(message.content) }];
}

function callsOf(message: Plain): Call[] {
  const ofChat = listOf(message.function_calls).map((call, index) => ({
    id: `${textOf(message.function_call_id)}#${index}`,
    name: textOf(call.name),
    inputs: plainOf(call.input),
  }));
  const others = listOf(message.tool_calls).map((call) => {
    const { name, arguments: text } = plainOf(call.function);
    return isPlain(call.function)
      ? { id: textOf(call.id), name: textOf(name), inputs: plainOf(parsed(textOf(text))) }
      : { id: textOf(call.id), name: textOf(call.name), inputs: plainOf(call.inputs) };
  });
  return [...ofChat, ...others];
}

type Results = Extract<Turn, { role: 'tool' }>['results'];

function resultsOf(message: Plain, calls: Call[]): Results | null {
  if (message.type === 'function_call_result') {
    const results = Array.isArray(message.function_call_results) ? message.function_call_results : [];
    return calls.map((call, index) => ({ call, result: results[index] ?? null, isError: false }));
  }
  if (message.role !== 'tool') return null;
  const callOf = (id: unknown) => calls.find((call) => call.id === id) ?? { id: textOf(id), name: '', inputs: {} };
  if (message.tool_call_id !== undefined) {
    const text = contentOf(message.content);
    return [{ call: callOf(message.tool_call_id), result: parsed(text) ?? text, isError: false }];
  }
  return listOf(message.tool_call_results).map(({ tool_call_id, result, is_error }) => ({
    call: callOf(tool_call_id),
    result,
    isError: is_error === true,
  }));
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => textOf(text))
    .join('');
}

const filesIn = (messages: Plain[]) =>
  attachments(messages.flatMap(({ content }) => listOf(content).map(({ file }) => plainOf(file).file_id)));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
