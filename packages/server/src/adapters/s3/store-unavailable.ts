import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../../lib/app-error.ts';

const retryAfterMs = 5000;
/** Known to mean that there is no such object; whoever asked decides what that is. */
export const missingNames = ['NoSuchKey', 'NotFound'];

/**
 * Has every fault of a store come out as `service_unavailable`, as those of the database do: what it said is for the log. Silence is not
 * asked for a second time, since it would be waited for twice.
 */
export function tellOfFaults(client: S3Client): void {
  // Within the retries of the library, which lets everything but faults of the way and of a busy store alone.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw error instanceof Error && error.name === 'TimeoutError' ? unavailable('did not answer in time') : error;
      }
    },
    { step: 'deserialize', priority: 'low', name: 'silenceIsNoReasonToAskAgain' },
  );
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw toFault(error);
      }
    },
    { step: 'initialize', priority: 'high', name: 'faultsAreUnavailable' },
  );
}

function toFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  // A caller who has left, and what the code asked wrongly, are no faults of the store.
  if (missingNames.includes(error.name) || error.name === 'AbortError' || error instanceof TypeError) return error;
  return unavailable('cannot be used just now', error);
}

/** For what breaks off while bytes are read from it, too. */
export function unavailable(what: string, cause?: unknown): AppError {
  return new AppError('service_unavailable', `The store of files ${what}. Send the request again.`, {
    retryAfterMs,
    ...(cause !== undefined && { cause }),
  });
}
