import { AppError, isAppError, isOfFamily } from '../../lib/app-error.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { GuardedFetcher, GuardedRequest } from './guarded-fetcher.ts';

/** Asks a search back end, and says what a failure of it means: refused, timed out, or out of reach. */
export async function searchRequest(
  fetcher: GuardedFetcher,
  engine: string,
  url: URL,
  request: GuardedRequest,
): Promise<string> {
  try {
    const answer = await fetcher.fetch(url, { timeoutMs: 12_000, maxRedirects: 2, ...request });
    if (answer.status >= 200 && answer.status < 300) return answer.body.toString('utf8');
    throw refused(engine, `${engine} answered with status ${answer.status}`, retryAfterMs(answer.headers));
  } catch (error) {
    if (isAppError(error, 'url_timeout')) {
      throw new AppError('search_timeout', `${engine} did not answer in time`, {
        fields: { backend: engine },
        cause: error,
      });
    }
    if (!(error instanceof AppError) || isOfFamily(error, 'search')) throw error;
    throw new AppError('search_unavailable', `${engine} could not be reached`, {
      fields: { backend: engine },
      cause: error,
    });
  }
}

/** The answer as JSON; what is not JSON (a captcha page, say) is a refusal. */
export async function searchJson(
  fetcher: GuardedFetcher,
  engine: string,
  url: URL,
  request: GuardedRequest,
): Promise<unknown> {
  const body = await searchRequest(fetcher, engine, url, request);
  try {
    return await parseJson(body);
  } catch (cause) {
    throw refused(engine, `${engine} did not answer with JSON`, undefined, cause);
  }
}

export function refused(engine: string, message: string, retryAfter?: number, cause?: unknown): AppError {
  return new AppError('search_refused', message, {
    fields: { backend: engine },
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
    cause,
  });
}

function retryAfterMs(headers: Record<string, string>): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
