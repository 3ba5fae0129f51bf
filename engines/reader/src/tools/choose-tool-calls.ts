import { setImmediate } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { compileSchema, SchemaError } from '@parley/json-schema';
import { readPrompt } from '../conversation/read-prompt.ts';
import type { Prompt, PromptTool } from '../prompt.ts';
import { ReaderError } from '../reader-error.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage } from '../text/function-words.ts';
import { loadTagger } from '../text/part-of-speech.ts';
import { fillArguments } from './fill-arguments.ts';
import { type ReadRequest, readRequest } from './find-mentions.ts';
import { inWordsOf } from './in-words-of.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';
import { rankTools, shortlist, type ToolWeights } from './rank-tools.ts';
import { readResultText } from './read-results.ts';
import { identifierWords } from './request-words.ts';
import { sayResults } from './say-results.ts';
import { type KnownTool, knowTools } from './tool-view.ts';

const maxTools = 128;
const earlierTurns = 3;
/** A word that stands for something said before. */
const refersBack = /\b(?:it|its|that|this|there|them|those|these|one|ones|him|her|again|same)\b/i;

/**
 * Chooses the tools that a request asks for and fills their inputs from its words: by names, types, units, options and
 * formats, weighed as learned from examples. Null when no tool suits the request; a reply without calls when inputs are
 * missing or when the results of earlier calls are to be told.
 */
export async function chooseToolCalls(prompt: Prompt, now: number): Promise<ReaderReply | null> {
  if (prompt.messages.at(-1)?.role === 'tool') return sayResults(prompt);
  const { message, question, history } = readPrompt(prompt);
  if (message.trim() === '') return null;
  const told = readResultText(message, prompt.tools);
  if (told) return told;
  const language = guessLanguage(question);
  const [tagger, weights] = await Promise.all([loadTagger(language), loadWeights()]);
  const setting = { now, language, tagger };
  const offered = offeredTools(prompt);
  const mustCall = prompt.toolChoice === 'required' || typeof prompt.toolChoice === 'object';
  const known = knowTools(offered);
  const request = inWordsOf(known, readRequest(message, setting));
  const tools = shortlist(request, known);
  for (const { view } of tools) {
    // What is worked out here is remembered for the plan; in between other requests have their turn.
    fillArguments(request, view, weights.arguments);
    await setImmediate();
  }
  const earlier = history.filter((turn) => turn.role === 'user').slice(-earlierTurns);
  const alone = planCalls(request, tools, weights, leastChanceFor(prompt.toolChoice));
  const calls =
    alone.length === 0 && earlier.length > 0 && refersBack.test(message)
      ? planCalls(
          inWordsOf(known, readRequest(`${earlier.map((turn) => turn.text).join('\n')}\n${message}`, setting)),
          tools,
          weights,
        )
      : alone;
  if (earlier.length > 0)
    completeFromHistory(
      calls,
      inWordsOf(known, readRequest(earlier.map((turn) => turn.text).join('\n'), setting)),
      tools,
      weights,
    );
  const whole = calls.filter((call) => call.missing.length === 0 && fits(call, offered));
  if (whole.length > 0) return toReply(whole);
  const [first] = calls;
  if (mustCall) throw noToolFits(offered, first);
  return first && first.missing.length > 0 ? askFor(first) : null;
}

/** A tool that the caller names needs no likeness to the request; where any has to be called, a little less will do. */
function leastChanceFor(choice: Prompt['toolChoice']): number | undefined {
  if (typeof choice === 'object') return 0;
  return choice === 'required' ? 0.4 : undefined;
}

function noToolFits(offered: PromptTool[], first: PlannedCall | undefined): ReaderError {
  const lacking =
    first === undefined || first.missing.length === 0
      ? ''
      : ` ${first.name} would need ${first.missing.map((name) => `"${name}"`).join(', ')}, which the conversation does not give.`;
  const names = offered.slice(0, 10).map(({ name }) => name);
  return new ReaderError(
    'no_tool_fits',
    `A call was required, and none of the tools (${names.join(', ')}) fits with inputs that stand in the conversation.${lacking}`,
  );
}

function offeredTools({ tools = [], toolChoice }: Prompt): PromptTool[] {
  if (typeof toolChoice === 'object') return tools.filter((tool) => tool.name === toolChoice.name);
  return tools.slice(0, maxTools);
}

/** "And in Rome?" leaves open what an earlier question said. */
function completeFromHistory(
  calls: PlannedCall[],
  request: ReadRequest,
  tools: KnownTool[],
  weights: ToolWeights,
): void {
  for (const call of calls) {
    if (call.missing.length === 0) continue;
    const known = tools.filter(({ tool }) => tool.name === call.name);
    const before = rankTools(request, known, weights)[0]?.filled.input ?? {};
    for (const name of call.missing) {
      const value = before[name];
      if (value !== undefined) call.input[name] = value;
    }
    call.missing = call.missing.filter((name) => call.input[name] === undefined);
  }
}

/** The reader offers no call that its own tool would refuse. */
function fits(call: PlannedCall, tools: PromptTool[]): boolean {
  const tool = tools.find((other) => other.name === call.name);
  if (!tool) return false;
  try {
    return compileSchema(tool.inputSchema, { field: 'input_schema' }).validate(call.input).length === 0;
  } catch (error) {
    if (error instanceof SchemaError) return false;
    throw error;
  }
}

function toReply(calls: PlannedCall[]): ReaderReply {
  const names = [...new Set(calls.map((call) => call.name))].join(', ');
  return {
    text: '',
    reasoning: `The request asks for what ${names} does; the inputs are taken from its words.`,
    toolCalls: calls.map(({ name, input }) => ({ name, input })),
  };
}

function askFor({ name, missing }: PlannedCall): ReaderReply {
  const wanted = missing.map((parameter) => identifierWords(parameter).join(' '));
  const last = wanted.pop() ?? '';
  const list = wanted.length > 0 ? `${wanted.join(', ')} and ${last}` : last;
  return {
    text: `I can use ${name} for that. Please tell me the ${list}.`,
    reasoning: `${name} suits the request, which does not give its required inputs.`,
  };
}

let loading: Promise<ToolWeights> | undefined;

export function loadWeights(): Promise<ToolWeights> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<ToolWeights> {
  const [{ default: values }, { default: choice }] = await Promise.all([
    import('./weights/arguments.json', { with: { type: 'json' } }),
    import('./weights/tools.json', { with: { type: 'json' } }),
  ]);
  return { arguments: toWeights(values), tools: toWeights(choice) };
}

function toWeights(stored: JsonObject): Map<string, number> {
  const entries = isJsonObject(stored) ? Object.entries(stored) : [];
  return new Map(
    entries.flatMap(([name, value]): [string, number][] => (typeof value === 'number' ? [[name, value]] : [])),
  );
}
