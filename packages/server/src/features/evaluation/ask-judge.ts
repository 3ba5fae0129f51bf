import { type EvaluationCheck, isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { findJson } from '../../lib/lenient-json.ts';
import type { ModelRouter } from '../models/model-router.ts';
import type { LineReply } from '../runs/lines/line-caller.ts';
import type { PromptLibrary } from '../text/prompts/prompt-library.ts';
import type { CheckOutcome } from './evaluation-types.ts';
import { replyText } from './reply-text.ts';

export interface JudgedReply {
  request: JsonObject;
  expected: JsonValue | null;
  text: string;
}

export interface JudgeParts {
  models: Pick<ModelRouter, 'resolve' | 'defaultModel'>;
  prompts: Pick<PromptLibrary, 'text'>;
  /** Calls `/v1/chat/completions` under the key of the run. */
  chat(body: JsonObject): Promise<LineReply>;
}

type JudgeCheck = Extract<EvaluationCheck, { type: 'judge' }>;

const longestPart = 20_000;
const mostTokens = 400;

/** What a model says of a reply. Where it cannot say, the check is neither passed nor failed, and the reason says why. */
export async function askJudge(
  check: JudgeCheck,
  judged: JudgedReply,
  model: string | undefined,
  { models, prompts, chat }: JudgeParts,
): Promise<CheckOutcome> {
  const unknown = (reason: string): CheckOutcome => ({ type: 'judge', passed: null, score: null, reason });
  const named = check.model ?? model ?? models.defaultModel;
  if (models.resolve(named).embedded) return unknown(`${named} is an engine of our own, which judges nothing`);
  const part = (name: string, value: string) => `<${name}>\n${value.slice(0, longestPart)}\n</${name}>`;
  const material = [
    part('request', JSON.stringify(judged.request)),
    ...(judged.expected === null ? [] : [part('expected', JSON.stringify(judged.expected))]),
    part('reply', judged.text),
  ].join('\n\n');
  const messages = [
    { role: 'system', content: prompts.text('evaluation-judge', { rubric: check.rubric }) },
    { role: 'user', content: material },
  ];
  const { status, body, errorCode } = await chat({ model: named, messages, max_tokens: mostTokens });
  const said = replyText(body);
  if (status !== 200) return unknown(`the judge could not be asked: ${errorCode ?? status}`);
  const found = findJson(said).map(({ value }) => value);
  const verdict = found.find((value) => isJsonObject(value) && typeof value.score === 'number');
  if (!isJsonObject(verdict) || typeof verdict.score !== 'number') return unknown('the judge gave no score');
  const score = Math.min(1, Math.max(0, verdict.score));
  const reason = typeof verdict.reason === 'string' ? verdict.reason.slice(0, 2000) : null;
  return { type: 'judge', passed: score >= (check.min_score ?? 0.5), score, reason };
}
