import { AppError } from './app-error.ts';
import { withoutSecrets } from './without-secrets.ts';

const longest = 1_000;
/** Causes within causes. */
const deepest = 4;

/**
 * What a vendor, or the connection to it, said when it failed: of an error thrown on purpose, for those who run the service. Undefined
 * where nobody said more than the error itself.
 */
export function vendorWords(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  let cause: unknown = error.cause;
  for (let depth = 0; cause instanceof Error && depth < deepest; depth++) {
    if (!(cause instanceof AppError) && cause.message !== '') return withoutSecrets(cause.message.slice(0, longest));
    cause = cause.cause;
  }
  return undefined;
}
