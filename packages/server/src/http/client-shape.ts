import type { Endpoint } from '@parley/contract';

/**
 * The shape that a caller of an address reads: that of the endpoint, and where we share the address with a vendor, the
 * vendor's for its own client libraries. They name themselves in `User-Agent` (`OpenAI/JS 5.0`, `AsyncOpenAI/Python 2.1`).
 */
export function clientShape(
  endpoint: Endpoint | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): NonNullable<Endpoint['errorShape']> {
  if (endpoint?.errorShape !== undefined) return endpoint.errorShape;
  const isOpenAI = /^(?:Async)?(?:Azure)?OpenAI\/(?:JS|Python)\b/.test(String(headers['user-agent'] ?? ''));
  return endpoint?.vendorAnswers !== undefined && isOpenAI ? 'openai' : 'parley';
}
