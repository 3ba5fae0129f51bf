/**
 * Holds `/v1/responses` to the Open Responses specification: `npm run test:open-responses`.
 *
 * The scenarios are those of its compliance suite (text, streaming, system, tools, streamed tools, image, several turns), written after the
 * schema that it publishes (github.com/openresponses/openresponses, schema/components/schemas/ResponseResource.json and schema/events.tsp).
 * Each runs with the embedded engine and with a connected model. Ends with `N passed, N failed`.
 */
import { type Target, weatherDescription, weatherQuestion } from './client-check.ts';
import { withEachEngine } from './started-engines.ts';

type Fields = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => typeof value === 'number';
const integer: Check = (value) => Number.isInteger(value);
const list: Check = (value) => Array.isArray(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

/** What a response must have, as its schema requires. */
const responseFields: Record<string, Check> = {
  id: text,
  object: oneOf('response'),
  created_at: integer,
  completed_at: orNull(integer),
  status: oneOf('completed', 'in_progress', 'queued', 'incomplete', 'failed', 'cancelled'),
  incomplete_details: orNull(isObject),
  model: text,
  previous_response_id: orNull(text),
  instructions: orNull((value) => text(value) || list(value)),
  output: list,
  error: orNull(isObject),
  tools: list,
  tool_choice: (value) => text(value) || isObject(value),
  truncation: oneOf('auto', 'disabled'),
  parallel_tool_calls: flag,
  text: isObject,
  top_p: number,
  presence_penalty: number,
  frequency_penalty: number,
  top_logprobs: integer,
  temperature: number,
  reasoning: orNull(isObject),
  user: orNull(text),
  usage: orNull((value) => isObject(value) && problemsOf(value, usageFields).length === 0),
  max_output_tokens: orNull(integer),
  max_tool_calls: orNull(integer),
  store: flag,
  background: flag,
  service_tier: text,
  metadata: isObject,
  safety_identifier: orNull(text),
  prompt_cache_key: orNull(text),
};
const usageFields: Record<string, Check> = {
  input_tokens: integer,
  input_tokens_details: (value) => isObject(value) && integer(value.cached_tokens),
  output_tokens: integer,
  output_tokens_details: (value) => isObject(value) && integer(value.reasoning_tokens),
  total_tokens: integer,
};

const status = oneOf('in_progress', 'completed', 'incomplete');
const itemFields: Record<string, Record<string, Check>> = {
  message: { id: text, status, role: oneOf('assistant'), content: list },
  function_call: { id: text, call_id: text, name: text, arguments: text, status },
  reasoning: { id: text, summary: list },
};
const partFields: Record<string, Record<string, Check>> = {
  output_text: { text, annotations: list, logprobs: list },
  refusal: { refusal: text },
  summary_text: { text },
};

const isResponse: Check = (value) => isObject(value) && responseProblems(value).length === 0;
const isItem: Check = (value) => isObject(value) && itemProblems(value).length === 0;
const isPart: Check = (value) => isObject(value) && typed(value, partFields).length === 0;
const inItem = { output_index: integer, item_id: text };
const inPart = { ...inItem, content_index: integer };
const inSummary = { ...inItem, summary_index: integer };
const ofResponse = { response: isResponse };
/** What each event must have besides its number. */
const eventFields: Record<string, Record<string, Check>> = {
  'response.created': ofResponse,
  'response.queued': ofResponse,
  'response.in_progress': ofResponse,
  'response.completed': ofResponse,
  'response.incomplete': ofResponse,
  'response.failed': ofResponse,
  'response.output_item.added': { output_index: integer, item: isItem },
  'response.output_item.done': { output_index: integer, item: isItem },
  'response.content_part.added': { ...inPart, part: isPart },
  'response.content_part.done': { ...inPart, part: isPart },
  'response.output_text.delta': { ...inPart, delta: text, logprobs: list },
  'response.output_text.done': { ...inPart, text, logprobs: list },
  'response.output_text.annotation.added': { ...inPart, annotation_index: integer, annotation: isObject },
  'response.refusal.delta': { ...inPart, delta: text },
  'response.refusal.done': { ...inPart, refusal: text },
  'response.reasoning_summary_part.added': { ...inSummary, part: isPart },
  'response.reasoning_summary_part.done': { ...inSummary, part: isPart },
  'response.reasoning_summary_text.delta': { ...inSummary, delta: text },
  'response.reasoning_summary_text.done': { ...inSummary, text },
  'response.function_call_arguments.delta': { ...inItem, delta: text },
  'response.function_call_arguments.done': { ...inItem, arguments: text },
};

function problemsOf(value: Fields, fields: Record<string, Check>): string[] {
  return Object.entries(fields).flatMap(([name, check]) =>
    name in value && check(value[name])
      ? []
      : [`${name} is ${name in value ? JSON.stringify(value[name]) : 'missing'}`],
  );
}

/** By the fields of its type; a type that nobody knows is a problem of its own. */
function typed(value: Fields, kinds: Record<string, Record<string, Check>>): string[] {
  const fields = kinds[String(value.type)];
  return fields === undefined ? [`there is no ${String(value.type)}`] : problemsOf(value, fields);
}

function itemProblems(item: Fields): string[] {
  const parts = item.type === 'message' && Array.isArray(item.content) ? item.content : [];
  return [...typed(item, itemFields), ...(parts.every(isPart) ? [] : ['a part of it is not as it should be'])];
}

function responseProblems(response: Fields): string[] {
  const items = Array.isArray(response.output) ? response.output : [];
  const ofItems = items.flatMap((item, index) =>
    (isObject(item) ? itemProblems(item) : ['is no object']).map((problem) => `output[${index}]: ${problem}`),
  );
  return [...problemsOf(response, responseFields), ...ofItems];
}

interface Reply {
  response: Fields;
  events: Fields[];
}

interface Scenario {
  name: string;
  input: Fields[];
  more?: Fields;
  isStreamed?: boolean;
  /** What it must hold besides the schemas. */
  holds: ((reply: Reply) => string[])[];
}

const message = (role: string, content: unknown) => ({ type: 'message', role, content });
const outputOf = ({ response }: Reply): Fields[] =>
  Array.isArray(response.output) ? response.output.filter(isObject) : [];
const hasOutput = (reply: Reply) => (outputOf(reply).length > 0 ? [] : ['there is no output']);
const isCompleted = ({ response }: Reply) =>
  response.status === 'completed' ? [] : [`its status is ${String(response.status)}`];
const calls = (reply: Reply) =>
  outputOf(reply).some(({ type }) => type === 'function_call') ? [] : ['no function is called'];
const weather = {
  type: 'function',
  name: 'get_weather',
  description: weatherDescription,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
};
const askWeather = { input: [message('user', weatherQuestion)], more: { tools: [weather] } };
// One dark pixel: what is in it does not matter.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const scenarios: Scenario[] = [
  { name: 'text', input: [message('user', 'What is 12 times 12?')], holds: [hasOutput, isCompleted] },
  { name: 'streaming', input: [message('user', 'What is 12 times 12?')], isStreamed: true, holds: [isCompleted] },
  {
    name: 'system',
    input: [message('system', 'Answer as a sailor would.'), message('user', 'What is 12 times 12?')],
    holds: [hasOutput, isCompleted],
  },
  { name: 'tools', ...askWeather, holds: [hasOutput, calls] },
  { name: 'streamed tools', ...askWeather, isStreamed: true, holds: [calls, hasCallEvents] },
  {
    name: 'image',
    input: [
      message('user', [
        { type: 'input_text', text: 'What is 12 times 12, and what is in the picture?' },
        { type: 'input_image', image_url: `data:image/png;base64,${pixel}` },
      ]),
    ],
    holds: [hasOutput, isCompleted],
  },
  {
    name: 'several turns',
    input: [
      message('user', 'My name is Ada.'),
      message('assistant', 'Good day, Ada.'),
      message('user', 'What is my name?'),
    ],
    holds: [hasOutput, isCompleted],
  },
];

function hasCallEvents({ events }: Reply): string[] {
  const has = (type: string) => events.some((event) => event.type === type);
  const ofCall = (type: string) =>
    events.some((event) => event.type === type && isObject(event.item) && event.item.type === 'function_call');
  const found = {
    'response.output_item.added': ofCall('response.output_item.added'),
    'response.function_call_arguments.delta': has('response.function_call_arguments.delta'),
    'response.function_call_arguments.done': has('response.function_call_arguments.done'),
    'response.output_item.done': ofCall('response.output_item.done'),
  };
  return Object.entries(found).flatMap(([type, isThere]) => (isThere ? [] : [`no ${type} of a function call`]));
}

async function play(scenario: Scenario, { base, key }: Target): Promise<string[]> {
  const { input, more, isStreamed = false, holds } = scenario;
  const reply = await fetch(`${base}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'small-2', input, ...more, stream: isStreamed }),
    signal: AbortSignal.timeout(60_000),
  });
  const body = await reply.text();
  if (!reply.ok) return [`${reply.status}: ${body}`];
  const events = isStreamed ? eventsIn(body) : [];
  const response: unknown = isStreamed ? events.at(-1)?.response : JSON.parse(body);
  if (!isObject(response)) return ['there is no response'];
  const ofEvents = events.flatMap((event, index) => [
    ...(event.sequence_number === index ? [] : [`event ${index} has the number ${String(event.sequence_number)}`]),
    ...typed(event, eventFields).map((problem) => `${String(event.type)}: ${problem}`),
  ]);
  return [
    ...(isStreamed && events.length === 0 ? ['there are no events'] : []),
    ...ofEvents,
    ...responseProblems(response),
    ...holds.flatMap((hold) => hold({ response, events })),
  ];
}

function eventsIn(body: string): Fields[] {
  return body.split('\n').flatMap((line) => {
    if (!line.startsWith('data:') || line.endsWith('[DONE]')) return [];
    const event: unknown = JSON.parse(line.slice('data:'.length));
    return isObject(event) ? [event] : [];
  });
}

let passed = 0;
let failed = 0;
await withEachEngine(async ({ name, service }) => {
  for (const scenario of scenarios) {
    const problems = await play(scenario, service).catch((error: unknown) => [String(error)]);
    if (problems.length === 0) passed++;
    else failed++;
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${scenario.name} (${name})`);
    for (const problem of problems) console.log(`       ${problem.slice(0, 500)}`);
  }
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
