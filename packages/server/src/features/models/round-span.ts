import { maskPersonalData, maskPersonalDataInJson } from '@parley/personal-data';
import { giveWay } from '@parley/text';
import { boundedJson } from '../../lib/bounded-json.ts';
import { beginSpan, modelFacts, type Span, type SpanFacts, withinSpan } from '../../lib/spans.ts';
import { withoutSecrets } from '../../lib/without-secrets.ts';
import type { FinishReason, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ReplyCount } from '../money/billing/bill.ts';

/** Characters of the texts of one side. */
const longestText = 32 * 1024;

type Texts = Record<string, string | undefined>;

/** One call to one engine in a trace, by OpenTelemetry's names for calls to models. Nothing where nothing is traced. */
export class RoundSpan {
  readonly #span: Span | undefined;
  #startedAt = 0;
  #said = '';
  /** What was asked, while it is not masked yet. */
  #asked: Texts = {};
  #isFirst = true;

  /** `engine` as `provider/model`. */
  constructor(engine: string, prompt: Prompt) {
    this.#span = beginSpan(`chat ${engine}`, 'client', () => ({
      'gen_ai.operation.name': 'chat',
      ...modelFacts(engine),
      'gen_ai.request.max_tokens': prompt.maxTokens,
      'gen_ai.request.temperature': prompt.temperature,
      'gen_ai.request.top_p': prompt.topP,
      'gen_ai.request.top_k': prompt.topK,
      'gen_ai.request.seed': prompt.seed,
      'gen_ai.request.frequency_penalty': prompt.frequencyPenalty,
      'gen_ai.request.presence_penalty': prompt.presencePenalty,
      'gen_ai.output.type': prompt.responseFormat ? 'json' : 'text',
    }));
    if (!this.#span) return;
    this.#startedAt = performance.now();
    if (this.#span.contents === 'none') return;
    const asked = {
      'gen_ai.system_instructions': prompt.system === '' ? undefined : clean(prompt.system.slice(0, longestText)),
      'gen_ai.input.messages': clean(boundedJson(prompt.messages, longestText).text),
    };
    if (this.#span.contents === 'masked') this.#asked = asked;
    else this.#span.set({ ...asked, 'gen_ai.request.stop_sequences': prompt.stopSequences });
  }

  /** Whoever is asked in it learns of the trace. */
  within<T>(work: () => T): T {
    return this.#span ? withinSpan(this.#span, work) : work();
  }

  take(event: ModelEvent): void {
    if (!this.#span) return;
    if (this.#isFirst) this.#span.set({ 'gen_ai.response.time_to_first_chunk': this.#seconds });
    this.#isFirst = false;
    if (event.type === 'text-delta' && this.#span.contents !== 'none' && this.#said.length < longestText)
      this.#said += event.text;
  }

  /** It ended: with what the engine says of the end, or with the code of an error. */
  end({ usage, upstreamCostUsd, error }: ReplyCount, reason: FinishReason | null): void {
    const span = this.#span;
    if (!span) return;
    span.set({
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
      'gen_ai.response.finish_reasons': reason === null ? undefined : [reason],
      'parley.upstream_cost_usd': upstreamCostUsd,
    });
    if (error !== null) span.fail(error);
    const texts = { ...this.#asked, 'gen_ai.output.messages': this.#said === '' ? undefined : outputOf(this.#said) };
    if (span.contents === 'masked') span.end(() => masked(texts));
    else {
      span.set(texts);
      span.end();
    }
  }

  get #seconds(): number {
    return Math.round(performance.now() - this.#startedAt) / 1000;
  }
}

/** Without personal data, as far as they are found; what holds JSON stays JSON. */
async function masked(texts: Texts): Promise<SpanFacts> {
  const facts: SpanFacts = {};
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined)
      facts[name] =
        name === 'gen_ai.system_instructions'
          ? await maskPersonalData(text, giving())
          : await maskPersonalDataInJson(text, giving());
  }
  return facts;
}

const giving = () => ({ onPiece: giveWay() });

const clean = (text: string): string => withoutSecrets(text, []);

const outputOf = (text: string): string =>
  JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: clean(text.slice(0, longestText)) }] }]);
