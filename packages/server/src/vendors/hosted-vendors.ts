/**
 * Vendors whose models are reached in OpenAI's shape, by the name under which they are set up: a key is all that they need. The page names the
 * address and shows a request and its answer.
 */
export const hostedVendors = {
  // https://docs.together.ai/docs/openai-api-compatibility
  together: 'https://api.together.xyz/v1',
  // https://docs.fireworks.ai/tools-sdks/openai-compatibility
  fireworks: 'https://api.fireworks.ai/inference/v1',
  // https://inference-docs.cerebras.ai/resources/openai
  cerebras: 'https://api.cerebras.ai/v1',
  // https://docs.perplexity.ai/guides/chat-completions-guide
  perplexity: 'https://api.perplexity.ai',
  // https://docs.api.nvidia.com/nim/reference/llm-apis
  nvidia: 'https://integrate.api.nvidia.com/v1',
  // https://deepinfra.com/docs/openai_api
  deepinfra: 'https://api.deepinfra.com/v1/openai',
  // https://docs.sambanova.ai/docs/en/features/openai-compatibility
  sambanova: 'https://api.sambanova.ai/v1',
  // https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion
  novita: 'https://api.novita.ai/openai/v1',
  // https://docs.tokenfactory.nebius.com/api-reference/introduction
  nebius: 'https://api.tokenfactory.nebius.com/v1',
  // https://docs.hyperbolic.xyz/docs/rest-api
  hyperbolic: 'https://api.hyperbolic.xyz/v1',
  // https://huggingface.co/docs/inference-providers/index
  huggingface: 'https://router.huggingface.co/v1',
  // https://platform.moonshot.ai/docs/api/chat
  moonshot: 'https://api.moonshot.ai/v1',
  // https://docs.z.ai/guides/develop/openai/introduction
  zai: 'https://api.z.ai/api/paas/v4',
  // https://www.alibabacloud.com/help/en/model-studio/compatibility-of-openai-with-dashscope
  dashscope: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  // https://platform.minimax.io/docs/api-reference/text-openai-api
  minimax: 'https://api.minimax.io/v1',
  // https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions
  siliconflow: 'https://api.siliconflow.com/v1',
  // https://docs.baseten.co/development/model-apis/overview
  baseten: 'https://inference.baseten.co/v1',
  // https://vercel.com/docs/ai-gateway/openai-compat
  vercel: 'https://ai-gateway.vercel.sh/v1',
  // https://docs.github.com/en/rest/models/inference
  github: 'https://models.github.ai/inference',
} as const;
