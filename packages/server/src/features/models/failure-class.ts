import { isAppError } from '../../lib/app-error.ts';
import type { FinishReason } from '../../ports/language-model.ts';

/** Why a call may go on to another engine, as operators name it. */
export const failureClasses = [
  'rate',
  'overload',
  'error',
  'timeout',
  'context',
  'rejected',
  'content_filter',
  'refusal',
] as const;
export type FailureClass = (typeof failureClasses)[number];

/** A refused reply is an answer, and another engine costs a second one: only where the operator asks for it. */
export const defaultFallbackOn: readonly FailureClass[] = [
  'rate',
  'overload',
  'error',
  'timeout',
  'context',
  'rejected',
];

const classes: Record<string, FailureClass> = {
  upstream_rate_limited: 'rate',
  upstream_overloaded: 'overload',
  upstream_unavailable: 'error',
  upstream_error: 'error',
  upstream_cut: 'error',
  upstream_invalid: 'error',
  upstream_unauthorized: 'error',
  model_not_configured: 'error',
  model_not_found: 'error',
  upstream_timeout: 'timeout',
  context_length_exceeded: 'context',
  too_much_to_read: 'context',
  upstream_rejected: 'rejected',
  request_refused: 'rejected',
  content_filter: 'content_filter',
  image_generation_failed: 'error',
  image_generation_timeout: 'timeout',
  // Another vendor's account may have some.
  insufficient_quota: 'error',
  // A setting that one vendor does not have, another may.
  invalid_request: 'rejected',
};

/** Null for what no other engine would do better. */
export function failureClassOf(error: unknown): FailureClass | null {
  if (!isAppError(error)) return null;
  // A picture's failure has that of its vendor inside.
  const { code } = error.code === 'image_generation_failed' && isAppError(error.cause) ? error.cause : error;
  return classes[code] ?? null;
}

/** The class of a reply that holds nothing because it was withheld; null for any other end. */
export function withheldClass(reason: FinishReason): 'content_filter' | 'refusal' | null {
  if (reason === 'content-filter') return 'content_filter';
  return reason === 'refusal' ? 'refusal' : null;
}
