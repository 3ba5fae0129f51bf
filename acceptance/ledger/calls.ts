import { below, pick, type Random } from '../attacks/seeded.ts';
import type { Shape, Turn } from './vendors.ts';

/** One call that a client makes, and what the vendors do with each of its rounds. */
export interface LedgerCall {
  kind: string;
  /** What the vendors know it by: the name of the model that they are asked for. */
  name: string;
  /** Model of the request. */
  model: string;
  path: string;
  body: Record<string, unknown>;
  isStreamed: boolean;
  /** The client leaves when the first words are there. */
  leaves: boolean;
  turns: Map<string, Turn[]>;
}

export interface Making {
  name: string;
  shape: Shape;
  /** Asked when the first has failed or is slow. */
  other: Shape;
  random: Random;
  collectionId: string;
}

type Made = Pick<LedgerCall, 'path' | 'body'> & Partial<Pick<LedgerCall, 'isStreamed' | 'leaves'>>;

const question = 'Is it?';
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const count = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
};

function countsOf(random: Random, hasCache = false): Turn['counts'] {
  return {
    input: 50 + below(random, 4000),
    cached: hasCache ? 1 + below(random, 3000) : 0,
    written: 0,
    // More than our own estimate of a few words, as with a model that thinks.
    output: 200 + below(random, 700),
  };
}

const says = (random: Random, text = 'Yes.'): Turn => ({ does: 'whole', text, counts: countsOf(random) });

/** The same question at each door, whole or as a stream. */
function door(random: Random, more: { chat?: object } = {}): Made {
  const isStreamed = random() < 0.5;
  const stream = { stream: isStreamed };
  const messages = [{ role: 'user', content: question }];
  const chat = { path: '/v1/chat/completions', body: { messages, ...stream, ...more.chat } };
  const doors: Made[] = [
    chat,
    { path: '/v1/messages', body: { messages, max_tokens: 2000, ...stream } },
    { path: '/v1/answer', body: { query: question, ...stream } },
    { path: '/v1/responses', body: { input: question, store: false, ...stream } },
  ];
  return { ...(more.chat ? chat : pick(random, doors)), isStreamed };
}

/** What a call of each kind asks for, and what the vendors do with it, in the order of their rounds. */
const kinds: Record<string, (making: Making) => Made & { turns: [Shape, Turn[]][] }> = {
  plain: ({ shape, random }) => ({ ...door(random), turns: [[shape, [says(random)]]] }),
  cached: ({ shape, random }) => {
    const counts = countsOf(random, true);
    if (shape === 'anthropic') counts.written = below(random, 2000);
    return { ...door(random), turns: [[shape, [{ does: 'whole', text: 'Yes.', counts }]]] };
  },
  'tools of the caller': ({ shape, random }) => {
    const tool = { type: 'function', function: { name: 'weather', description: 'Weather.', parameters: city } };
    const call = { name: 'weather', input: { city: 'Paris' } };
    return {
      ...door(random, { chat: { tools: [tool] } }),
      turns: [[shape, [{ does: 'whole', call, counts: countsOf(random) }]]],
    };
  },
  'loop of ours': ({ shape, random, collectionId }) => {
    const isStreamed = random() < 0.5;
    const rounds = 1 + below(random, 3);
    const call = { name: 'file_search', input: { query: 'doors' } };
    const looks = Array.from({ length: rounds }, (_, round): Turn => {
      const input = { query: `doors ${round}` };
      return { does: 'whole', call: { ...call, input }, counts: countsOf(random) };
    });
    const tools = [{ type: 'file_search', vector_store_ids: [collectionId] }];
    return {
      path: '/v1/responses',
      body: { input: question, tools, store: false, stream: isStreamed },
      isStreamed,
      turns: [[shape, [...looks, says(random)]]],
    };
  },
  structured: ({ shape, random }) => {
    const response_format = { type: 'json_schema', json_schema: { name: 'count', schema: count, strict: true } };
    const right = says(random, '{"n": 7}');
    const turns = random() < 0.5 ? [says(random, '{"m": 1}'), right] : [right];
    return { ...door(random, { chat: { response_format } }), turns: [[shape, turns]] };
  },
  'not met': ({ shape, random }) => {
    const response_format = { type: 'json_schema', json_schema: { name: 'count', schema: count, strict: true } };
    const wrong = () => says(random, '{"m": 1}');
    return { ...door(random, { chat: { response_format } }), turns: [[shape, [wrong(), wrong(), wrong(), wrong()]]] };
  },
  failover: ({ shape, other, random }) => {
    const status = pick(random, [500, 502, 503, 0]);
    const refuses: Turn = { does: 'refuses', status, counts: countsOf(random) };
    return {
      ...door(random),
      turns: [
        [shape, [refuses]],
        [other, [says(random)]],
      ],
    };
  },
  hedge: ({ shape, other, random }) => ({
    ...door(random),
    turns: [
      // It has read the prompt, says so, and is silent.
      [shape, [{ does: 'holds', text: '', counts: countsOf(random), isUntold: shape !== 'anthropic' }]],
      [other, [says(random)]],
    ],
  }),
  cut: ({ shape, random }) => ({
    path: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: question }], stream: true },
    isStreamed: true,
    turns: [[shape, [{ does: 'cut', text: 'Yes.', counts: countsOf(random) }]]],
  }),
  aborted: ({ shape, random }) => ({
    path: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: question }], stream: true },
    isStreamed: true,
    leaves: true,
    turns: [[shape, [{ does: 'holds', text: 'Yes.', counts: countsOf(random) }]]],
  }),
};

/** Cuts before any count was told: what the vendor counted is its own secret, and the ledger has an estimate. */
const untold: typeof kinds = {
  'cut, untold': ({ shape, random }) => ({
    path: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: question }], stream: true },
    isStreamed: true,
    turns: [[shape, [{ does: 'cut', text: 'Yes.', counts: countsOf(random), isUntold: true }]]],
  }),
};

export const kindNames = [...Object.keys(kinds), ...Object.keys(untold)];
/** Two engines stand behind their name. */
export const hasTwoEngines = (kind: string): boolean => kind === 'failover' || kind === 'hedge';

export function makeCall(kind: string, making: Making): LedgerCall {
  const make = kinds[kind] ?? untold[kind];
  if (!make) throw new Error(`there is no kind ${kind}`);
  const { turns, body, path, isStreamed = false, leaves = false } = make(making);
  const { name, shape } = making;
  const model = hasTwoEngines(kind) ? name : `${shape}/${name}`;
  return {
    kind,
    name,
    model,
    path,
    isStreamed,
    leaves,
    body: { ...body, model },
    turns: new Map(turns.map(([vendor, rounds]) => [`${vendor} ${name}`, rounds])),
  };
}
