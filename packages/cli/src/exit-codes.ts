import {
  APIError,
  AuthenticationError,
  BudgetExceededError,
  ConnectionError,
  ForbiddenError,
  RateLimitError,
  TimeoutError,
} from '@parley/sdk';
import { UsageError } from './command.ts';

/** What scripts can tell apart. */
export const exitCodes = {
  ok: 0,
  /** The service refused or failed. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service cannot be reached, or did not answer in time. */
  unreachable: 3,
  /** The key is missing, wrong, or may not do this. */
  key: 4,
  /** A rate limit or a budget. */
  limit: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export interface Explanation {
  exitCode: number;
  /** What happened, and what to do about it. */
  text: string;
}

/** What a failure means to whoever typed the command. */
export function explain(error: unknown, baseUrl: string): Explanation {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, text: message };
  if (error instanceof ConnectionError) {
    const text = `${message}\nIs the service running at ${baseUrl}? Start it with: parley serve\nAnother address: --base-url or PARLEY_BASE_URL.`;
    return { exitCode: exitCodes.unreachable, text };
  }
  if (error instanceof TimeoutError) return { exitCode: exitCodes.unreachable, text: message };
  if (error instanceof AuthenticationError) {
    const text = `${message}\nGive a key with PARLEY_API_KEY (PARLEY_ADMIN_KEY for keys and usage), or --api-key and --admin-key.`;
    return { exitCode: exitCodes.key, text };
  }
  if (error instanceof ForbiddenError) {
    return { exitCode: exitCodes.key, text: `${message}\nMake a key that may: parley keys create --scope …` };
  }
  if (error instanceof BudgetExceededError) {
    return { exitCode: exitCodes.limit, text: `${message}\nSee what was spent with: parley usage --by key` };
  }
  if (error instanceof RateLimitError) {
    const seconds = Math.ceil((error.retryAfterMs ?? 1000) / 1000);
    return { exitCode: exitCodes.limit, text: `${message}\nTry again in ${seconds} s.` };
  }
  if (error instanceof APIError) {
    const details = error.details === undefined ? '' : `\n${error.details}`;
    return {
      exitCode: exitCodes.failed,
      // What went wrong after its call, in a run, belongs to no request.
      text: `${message}${details}\n(${error.code}${error.requestId ? `, request ${error.requestId}` : ''})`,
    };
  }
  return { exitCode: exitCodes.failed, text: message };
}
