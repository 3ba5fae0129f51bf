import type { GuardCheck } from '@parley/contract';
import { undeferred } from '../../../lib/deferral.ts';
import type { Call } from '../../../ports/call.ts';
import type { Prompt } from '../../../ports/language-model.ts';
import { MeteredModel } from '../../models/metered-model.ts';
import type { ModelRouter } from '../../models/model-router.ts';
import type { PromptLibrary } from '../prompts/prompt-library.ts';
import type { Verdict } from './finding.ts';

type AskedCheck = Extract<GuardCheck, { type: 'judge' | 'topics' }>;

const longestText = 20_000;
const mostTokens = 300;

/**
 * Asks a connected model whether a text is such as must not pass; its money is the call's. Throws where only embedded engines stand behind the
 * model, and where it says neither yes nor no.
 */
export function askJudge(...given: Parameters<typeof judged>): Promise<Verdict> {
  return undeferred(() => judged(...given));
}

async function judged(
  check: AskedCheck,
  text: string,
  {
    call,
    models,
    prompts,
    model,
  }: { call: Call; models: ModelRouter; prompts: PromptLibrary; model: string | undefined },
): Promise<Verdict> {
  const resolved = models.resolve(check.model ?? model ?? models.defaultModel);
  if (resolved.embedded) throw new Error(`${resolved.id} is an engine of our own, which judges nothing`);
  const metered = new MeteredModel(resolved, call);
  const prompt: Prompt = {
    system: prompts.text('guard-judge', { rule: ruleOf(check) }),
    messages: [{ role: 'user', parts: [{ type: 'text', text: `<text>\n${text.slice(-longestText)}\n</text>` }] }],
    maxTokens: mostTokens,
    temperature: 0,
    isStreamed: false,
  };
  let said = '';
  try {
    await metered.reserve(prompt);
    for await (const event of metered.stream(prompt, call.signal)) if (event.type === 'text-delta') said += event.text;
  } finally {
    metered.charge();
  }
  const word = /\b(?:yes|no)\b/i.exec(said.slice(0, 200))?.[0].toLowerCase();
  if (word === undefined) throw new Error('the judge said neither yes nor no');
  return word === 'yes' ? { action: 'block' } : { action: 'allow' };
}

function ruleOf(check: AskedCheck): string {
  if (check.type === 'judge') return check.instructions;
  const { allowed = [], denied = [] } = check;
  return [
    ...(denied.length > 0 ? [`It is about one of these subjects: ${denied.join('; ')}.`] : []),
    ...(allowed.length > 0
      ? [`It is about something other than these subjects, and is no mere greeting or thanks: ${allowed.join('; ')}.`]
      : []),
  ].join(' Or: ');
}
