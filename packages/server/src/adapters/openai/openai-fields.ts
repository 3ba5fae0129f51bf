/**
 * Fields of a caller that servers of this shape have beyond those that all of them have. What a hosted vendor has stands in
 * its reference; of other servers (vLLM, llama.cpp, SGLang, gateways) nothing is known, and they say themselves what they refuse.
 */
const fieldsOf: Record<string, string> = {
  // https://platform.openai.com/docs/api-reference/chat/create; `metadata` only with `store`, and nothing is stored there.
  'https://api.openai.com':
    'verbosity logprobs top_logprobs logit_bias service_tier prompt_cache_key prompt_cache_retention safety_identifier user prediction',
  // https://openrouter.ai/docs/api-reference/parameters
  'https://openrouter.ai':
    'models provider min_p repetition_penalty verbosity logprobs top_logprobs logit_bias service_tier user cache_control prediction',
  // https://api-docs.deepseek.com/api/create-chat-completion
  'https://api.deepseek.com': 'logprobs top_logprobs',
  // https://console.groq.com/docs/openai
  'https://api.groq.com': 'service_tier user',
  // https://docs.mistral.ai/api/endpoint/chat
  'https://api.mistral.ai': 'prediction',
  // https://docs.x.ai/docs/api-reference
  'https://api.x.ai': 'logprobs top_logprobs user',
  // https://docs.cohere.com/docs/compatibility-api
  'https://api.cohere.com': '',
};

const ofOthers =
  'min_p repetition_penalty chat_template_kwargs verbosity logprobs top_logprobs logit_bias service_tier ' +
  'prompt_cache_key prompt_cache_retention safety_identifier user prediction';

/** The names of the caller's fields that go to a server. */
export function fieldsTakenBy(origin: string): ReadonlySet<string> {
  return new Set((fieldsOf[origin] ?? ofOthers).split(' '));
}
