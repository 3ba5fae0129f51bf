import { isJsonObject, type ModerationRequest } from '@parley/contract';
import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readCount } from '../../outbound/model-http/read-vectors.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Judgement, Moderator } from '../../ports/moderator.ts';

/** Any vendor with OpenAI's `/moderations`: OpenAI, Mistral (which leaves out `flagged`) and others. */
export class OpenAIModerations implements Moderator {
  readonly id: string;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async moderate(input: ModerationRequest['input'], signal: AbortSignal): Promise<Judgement> {
    const isListOfTexts = Array.isArray(input) && typeof input[0] === 'string';
    const expected = isListOfTexts ? input.length : 1;
    const read = (answer: unknown) => readJudgement(answer, expected);
    return await postJson(this.#access, { path: '/moderations', body: { model: this.#model, input }, read }, signal);
  }
}

function readJudgement(body: unknown, expected: number): Judgement {
  if (!isJsonObject(body) || !Array.isArray(body.results)) throw invalidError(new Error('no results'));
  // A result that went to the wrong text would clear what was flagged.
  if (body.results.length !== expected) throw invalidError(new Error(`${expected} results were expected`));
  const usage = isJsonObject(body.usage) ? body.usage : {};
  return {
    id: typeof body.id === 'string' ? body.id : null,
    results: body.results.map(readResult),
    inputTokens: readCount(usage.total_tokens ?? usage.prompt_tokens),
  };
}

function readResult(result: unknown): Judgement['results'][number] {
  if (!isJsonObject(result) || !isJsonObject(result.categories)) throw invalidError(new Error('no categories'));
  // OpenAI's older models say null of what they do not judge.
  const categories = Object.fromEntries(
    Object.entries(result.categories).map(([name, applies]) => [name, applies === true]),
  );
  const scores = Object.entries(isJsonObject(result.category_scores) ? result.category_scores : {});
  const types = result.category_applied_input_types;
  return {
    flagged: typeof result.flagged === 'boolean' ? result.flagged : Object.values(categories).includes(true),
    categories,
    category_scores: Object.fromEntries(
      scores.flatMap(([name, score]) => (typeof score === 'number' ? [[name, score]] : [])),
    ),
    ...(isJsonObject(types) && { category_applied_input_types: readTypes(types) }),
  };
}

const readTypes = (types: Record<string, unknown>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(types).map(([name, all]) => [
      name,
      Array.isArray(all) ? all.filter((type) => typeof type === 'string') : [],
    ]),
  );
